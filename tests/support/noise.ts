import { SeededRandom as Random } from "../../src/core/random.ts";
import { type CompiledGrammar, type SeededRandom, StructagError, type TokenMask } from "../../src/engine.ts";
import { type Json, readJson, toNative, writeJson } from "../../src/index.ts";
import { createValidator } from "../../src/schema/validate.ts";
import { ajvValidator, likelyDraft } from "./ajv.ts";

/** What noise wrote, or the code with which it was refused. */
export type Noise =
  | { readonly kind: "text"; readonly text: string; readonly tokens: number }
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

export interface NoiseOptions {
  readonly seed: number;
  /** Most tokens behind `prefix`. */
  readonly maxTokens: number;
  /** Fed first, so that noise need not find its way into what it is to test. */
  readonly prefix?: string;
}

/**
 * A random output under masks that ends within its number of tokens. Random tokens alone would never leave a text, so each seed has its own
 * taste for tokens that lead out of it.
 */
export function generateNoise(grammar: CompiledGrammar, { seed, maxTokens, prefix = "" }: NoiseOptions): Noise {
  const { vocabulary } = grammar;
  const random = new Random(seed);
  const eager = [0, 0.1, 0.4, 0.8][seed % 4];
  const matcher = grammar.matcher();
  if (!matcher.acceptString(prefix)) throw new Error(`the prefix is refused: ${prefix}`);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = prefix;
  for (let used = 0; ; used += 1) {
    let mask: TokenMask;
    try {
      mask = matcher.nextTokenMask({ tokensLeft: maxTokens - used });
    } catch (error) {
      // Only before the first token: from then on the masks leave room.
      if (!(error instanceof StructagError) || used > 0) throw error;
      return { kind: "refused", code: error.code, message: error.message };
    }
    if (mask.isEmpty) throw new Error(`the mask is empty behind ${JSON.stringify(text)}`);
    const token = pick(mask, random, eager);
    if (!matcher.acceptToken(token)) throw new Error(`token ${token} is in the mask but refused behind ${JSON.stringify(text)}`);
    if (matcher.isTerminated()) return { kind: "text", text: text + decoder.decode(), tokens: used };
    text += decoder.decode(vocabulary.bytesOf(token).slice(), { stream: true });
  }
}

function pick(mask: TokenMask, random: SeededRandom, eager: number): number {
  const { words, added } = mask;
  if (added.length > 0 && (words === null || random.fraction() < eager)) return added[random.below(added.length)];
  // Most bitsets allow most tokens, so guessing is quicker than listing.
  for (let tries = 0; words !== null && tries < 64; tries += 1) {
    const token = random.below(words.length * 32);
    if (mask.has(token)) return token;
  }
  const ids = mask.toArray();
  return ids[random.below(ids.length)];
}

/** Judges arguments by our validator and, as a second opinion, by Ajv; the reasons against them. Ajv says nothing where it cannot compile the schema. */
export class ArgumentJudge {
  readonly #own: ReturnType<typeof createValidator>;
  readonly #ajv: ((data: unknown) => boolean) | undefined;

  constructor(schema: Json) {
    this.#own = createValidator(schema);
    this.#ajv = ajvValidator(toNative(schema), likelyDraft(writeJson(schema)));
  }

  get hasSecondOpinion(): boolean {
    return this.#ajv !== undefined;
  }

  /** `text` is JSON. */
  problems(text: string): string[] {
    const value = readJson(text, { duplicates: "error" });
    const problems: string[] = [];
    const own = this.#own.validate(value);
    if (!own.valid)
      problems.push(`own validator: ${own.errors.map(({ message, instancePath }) => `${instancePath} ${message}`).join("; ")}`);
    if (this.#ajv?.(toNative(value)) === false) problems.push("Ajv: invalid");
    return problems;
  }
}
