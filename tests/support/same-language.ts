import { SeededRandom } from "../../src/core/random.ts";
import { type CompiledGrammar, GrammarCompiler, sampleText, vocabularyFromTokens } from "../../src/engine.ts";
import type { Format } from "../../src/format/types.ts";

/** How far a text gets. */
interface Walk {
  /** Bytes that were accepted. */
  readonly length: number;
  readonly isComplete: boolean;
}

export interface LanguageWalks {
  /** Texts that are drawn from each of the two. */
  readonly samples: number;
  readonly seed?: number;
  readonly maxBytes?: number;
  /** `subset`: only that the second one accepts all of the first one. Default `equal`. */
  readonly relation?: "equal" | "subset";
}

/** A compiler whose tokens are the bytes. */
export function byteCompiler(): GrammarCompiler {
  return new GrammarCompiler(vocabularyFromTokens(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte))));
}

/** One of two languages that are compared, with texts drawn from it. */
export interface LanguageSide {
  readonly grammar: CompiledGrammar;
  readonly texts: readonly Uint8Array[];
}

/** Compiles a format and draws texts from it. */
export function languageSide(
  compiler: GrammarCompiler,
  format: Format,
  { samples, seed = 1, maxBytes = 200 }: LanguageWalks,
): LanguageSide {
  const grammar = compiler.compileFormat(format);
  const texts: Uint8Array[] = [];
  for (let count = 0; count < samples; count += 1) {
    const { bytes, complete } = sampleText(grammar, { seed: seed + count, maxBytes, characters: count % 2 === 0 ? "any" : "plain" });
    if (complete) texts.push(bytes);
  }
  return { grammar, texts };
}

/**
 * Looks for a text that one of two formats accepts and the other does not: random texts of each, all their prefixes, and what random edits make of them, have to be accepted alike, or fail at the same byte.
 * Gives the first difference, or undefined.
 */
export function languageDifference(compiler: GrammarCompiler, first: Format, second: Format, walks: LanguageWalks): string | undefined {
  const side = walks.relation === "subset" ? { ...walks, samples: 0 } : walks;
  return sideDifference(languageSide(compiler, first, walks), languageSide(compiler, second, side), walks);
}

/** {@link languageDifference} of two sides; for `subset` the texts of the second one do not matter. */
export function sideDifference(
  first: LanguageSide,
  second: LanguageSide,
  { seed = 1, relation = "equal" }: LanguageWalks,
): string | undefined {
  const random = new SeededRandom(seed);
  for (const bytes of relation === "equal" ? [...first.texts, ...second.texts] : first.texts) {
    for (const text of [bytes, ...edits(bytes, random)]) {
      const [a, b] = [walk(first.grammar, text), walk(second.grammar, text)];
      const isSame = a.length === b.length && a.isComplete === b.isComplete;
      const isWider = b.length >= a.length && (b.isComplete || !a.isComplete);
      if (relation === "equal" ? isSame : isWider) continue;
      return `${describe(a)} and ${describe(b)} of ${JSON.stringify(new TextDecoder().decode(text))}`;
    }
  }
  return undefined;
}

function walk(grammar: CompiledGrammar, text: Uint8Array): Walk {
  const matcher = grammar.matcher();
  let length = 0;
  while (length < text.length && matcher.acceptToken(text[length])) length += 1;
  return { length, isComplete: length === text.length && matcher.isCompleted() };
}

function describe({ length, isComplete }: Walk): string {
  return `${length} bytes${isComplete ? " (complete)" : ""}`;
}

const INSERTED = Array.from('"\\{}[]<>|,: \n0aé', (character) => new TextEncoder().encode(character));

/** Texts that differ in few characters. */
function edits(bytes: Uint8Array, random: SeededRandom): Uint8Array[] {
  const found: Uint8Array[] = [];
  const starts = Array.from(bytes.keys()).filter((at) => (bytes[at] & 0xc0) !== 0x80);
  for (let count = 0; count < 6 && starts.length > 1; count += 1) {
    const [at, to] = [random.pick(starts), random.pick(starts)];
    const next = starts.find((start) => start > at) ?? bytes.length;
    const piece = random.pick(INSERTED);
    const kind = random.below(4);
    if (kind === 0) found.push(joined(bytes.subarray(0, at), bytes.subarray(next)));
    else if (kind === 1) found.push(joined(bytes.subarray(0, at), piece, bytes.subarray(at)));
    else if (kind === 2) found.push(joined(bytes.subarray(0, at), piece, bytes.subarray(next)));
    else found.push(joined(bytes.subarray(0, at), bytes.subarray(to)));
  }
  return found;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
