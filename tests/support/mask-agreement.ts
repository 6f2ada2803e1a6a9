import { SeededRandom } from "../../src/core/random.ts";
import { allocateTokenBitmask, GrammarCompiler, vocabularyFromTokens } from "../../src/engine.ts";
import type { Format } from "../../src/format/types.ts";
import { toNative, writeStructuralTag } from "../../src/index.ts";
import { type XgrammarCompiler, xgrammarCompiler, xgrammarMatcher } from "./web-xgrammar.ts";

/** Both engines on one vocabulary. */
export interface MaskOracle {
  readonly ours: GrammarCompiler;
  readonly theirs: XgrammarCompiler;
  readonly tokens: readonly string[];
}

/** A vocabulary of single characters, some beyond ASCII, and of pieces such as tokenizers have; the last one is the stop token. */
export function oracleTokens(words: readonly string[]): string[] {
  const ascii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code)).slice(1);
  const pieces = [
    '":',
    '","',
    '{"',
    '"}',
    '": "',
    '"}}',
    "</",
    "><",
    "<|",
    "|>",
    "\n\n",
    "  ",
    "        ",
    "\\u",
    "\\n",
    "00",
    "12",
    "é",
    "日本",
    "😀",
    " é",
    "true",
    "false",
    "null",
  ];
  return [...new Set([...ascii, ...pieces, ...words]), "</s>"];
}

export async function maskOracle(tokens: readonly string[]): Promise<MaskOracle> {
  const stop = tokens.length - 1;
  const ours = new GrammarCompiler(vocabularyFromTokens([...tokens], { specialTokenIds: [stop], stopTokenIds: [stop] }));
  return { ours, theirs: await xgrammarCompiler(tokens), tokens };
}

/**
 * Holds the masks of XGrammar for `written` to ours for `format`, along random outputs of up to so many tokens. Gives the first difference, or undefined.
 */
export async function maskDifference(
  oracle: MaskOracle,
  format: Format,
  written: Format,
  { walks, maxTokens, seed = 1 }: { readonly walks: number; readonly maxTokens: number; readonly seed?: number },
): Promise<string | undefined> {
  const { ours, theirs, tokens } = oracle;
  const grammar = ours.compileFormat(format);
  const compiled = await theirs.compileStructuralTag(toNative(writeStructuralTag(written)));
  try {
    for (let walk = 0; walk < walks; walk += 1) {
      const random = new SeededRandom(seed * 1000 + walk);
      const mine = grammar.matcher();
      const other = await xgrammarMatcher(compiled);
      const mask = allocateTokenBitmask(1, tokens.length);
      let text = "";
      try {
        for (let count = 0; count < maxTokens; count += 1) {
          mask.fill(0);
          mine.fillNextTokenBitmask(mask);
          const expected = await other.getNextTokenBitmask();
          const allowed: number[] = [];
          const differ: string[] = [];
          for (let id = 0; id < tokens.length; id += 1) {
            const [here, there] = [bit(mask, id), bit(expected, id)];
            if (here) allowed.push(id);
            if (here !== there) differ.push(`${JSON.stringify(tokens[id])} is ${here ? "allowed" : "banned"} here`);
          }
          if (differ.length > 0) return `${differ.length} tokens differ behind ${JSON.stringify(text)}: ${differ.slice(0, 3).join(", ")}`;
          const next = pick(allowed, tokens, random);
          if (next === undefined || next === tokens.length - 1) break;
          if (!mine.acceptToken(next) || !other.acceptToken(next))
            return `${JSON.stringify(tokens[next])} is refused behind ${JSON.stringify(text)}`;
          text += tokens[next];
        }
      } finally {
        other.dispose();
      }
    }
    return undefined;
  } finally {
    compiled.dispose();
  }
}

function bit(mask: Int32Array, id: number): boolean {
  return ((mask[id >>> 5] >>> (id & 31)) & 1) === 1;
}

/** Markers and punctuation more often than chance would have them, so that walks get far. */
function pick(allowed: readonly number[], tokens: readonly string[], random: SeededRandom): number | undefined {
  if (allowed.length === 0) return undefined;
  const notable = allowed.filter((id) => /[<>|"{}[\]:,]/.test(tokens[id]));
  return random.pick(notable.length > 0 && random.fraction() < 0.6 ? notable : allowed);
}
