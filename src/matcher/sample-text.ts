import { SeededRandom } from "../core/random.ts";
import { Completion, FIRST_TOKEN_SYMBOL } from "../expr/completion.ts";
import { type ExprId, FRONT_TOKENS } from "../expr/kinds.ts";
import type { CompiledGrammar } from "./compiled-grammar.ts";
import { type Config, stepConfigs, tokenEdge } from "./config.ts";
import { anyTokenOf } from "./finish.ts";
import type { Generation } from "./generation.ts";
import { MatchedBytes } from "./matched-bytes.ts";
import { byteClasses, textClass, textExits } from "./text-exits.ts";

export interface SampleTextOptions {
  /** Equal seeds give equal texts. Default 1. */
  readonly seed?: number;
  /** Bytes after which the walk goes the shortest way to an end. Default 256. */
  readonly maxBytes?: number;
  /** Chance to end at each place where the text may end. Default 0.1; with plain characters 0.04. */
  readonly endProbability?: number;
  /**
   * - `any` (default): every character that the grammar lets through comes up, and free text seldom finds its way to a marker: for tests.
   * - `plain`: free text is a few words of letters, and then goes on with one of its markers; whitespace is rare: for people to read.
   */
  readonly characters?: "any" | "plain";
}

export interface SampledText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** False where no end was found: the text is the beginning of one that the grammar accepts. */
  readonly complete: boolean;
}

/** What one step can take: bytes that lead to the same, or a special token. */
type Choice = { readonly bytes: readonly number[] } | { readonly token: number };

/** Bytes of a class that count for its chance at most. */
const MAX_CLASS_WEIGHT = 8;
const WHITESPACE_WEIGHT = 0.25;
/** Steps off the shortest way that are tried where a check of the text refuses it. */
const MAX_DETOURS = 200;
/** Chance to leave plain text at each of its bytes. */
const EXIT_PROBABILITY = 0.08;
/** Beside other ways to go on. */
const PLAIN_WHITESPACE_WEIGHT = 0.02;
/** As often as in words. */
const PLAIN_LETTERS = "eeeeetttaaaaooooiiinnnsssrrrllldduucmpghb    ";

/**
 * A random text of a grammar, byte by byte, special tokens spelled out; it does not depend on how the vocabulary splits text. Bytes that lead to the same are one choice, so that strings
 * end, objects close and rare ways are taken.
 */
export function sampleText(grammar: CompiledGrammar, options: SampleTextOptions = {}): SampledText {
  return new TextWalk(grammar, options).sample();
}

class TextWalk {
  readonly #generation: Generation;
  readonly #random: SeededRandom;
  readonly #maxBytes: number;
  readonly #endProbability: number;
  readonly #isPlain: boolean;
  /** Ways out of free text, by state. */
  readonly #exits = new Map<string, number[][]>();
  readonly #text = new MatchedBytes();
  #configs: readonly Config[];

  constructor(grammar: CompiledGrammar, { seed = 1, maxBytes = 256, endProbability, characters = "any" }: SampleTextOptions) {
    const matcher = grammar.matcher();
    this.#generation = matcher.generation;
    this.#configs = matcher.configs;
    this.#random = new SeededRandom(seed);
    this.#maxBytes = maxBytes;
    this.#endProbability = endProbability ?? (characters === "plain" ? 0.04 : 0.1);
    this.#isPlain = characters === "plain";
  }

  sample(): SampledText {
    let detours = 0;
    for (;;) {
      const mayEnd = this.#configs.some(({ expr }) => this.#generation.arena.isNullable(expr));
      const finishing = this.#text.length >= this.#maxBytes;
      if (mayEnd && (finishing || this.#random.fraction() < this.#endProbability)) return this.#result(true);
      if (finishing && !mayEnd) {
        if (this.#complete()) return this.#result(true);
        detours += 1;
      }
      if (detours > MAX_DETOURS || !this.#step()) return this.#result(mayEnd);
    }
  }

  #result(complete: boolean): SampledText {
    const bytes = this.#text.slice(0, this.#text.length);
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), bytes, complete };
  }

  /** One random choice; false where nothing can follow. */
  #step(): boolean {
    const open = this.#configs.map(({ expr }) => this.#generation.front.opened(expr));
    const classes = [...byteClasses(this.#generation, open).values()];
    if (this.#isPlain) {
      const text = textClass(classes);
      if (text !== undefined && ((this.#random.fraction() < EXIT_PROBABILITY && this.#leave(open)) || this.#takeByte(this.#letter(text))))
        return true;
    }
    const choices = this.#choices(open, classes);
    while (choices.length > 0) {
      const [{ choice }] = choices.splice(this.#weighted(choices), 1);
      if ("token" in choice ? this.#takeToken(choice.token) : this.#takeByte(this.#pick(choice.bytes))) return true;
    }
    return false;
  }

  #choices(open: readonly ExprId[], classes: readonly (readonly number[])[]): { readonly choice: Choice; readonly weight: number }[] {
    const { front, arena } = this.#generation;
    const tokens = new Set<number>();
    for (const expr of open) {
      if ((front.flags(expr) & FRONT_TOKENS) === 0) continue;
      front.tokenSets(expr, (index) => {
        const set = arena.store.tokenSets[index];
        if (!set.negated) for (const id of set.ids) tokens.add(id);
        else for (let tries = 0; tries < 4; tries += 1) tokens.add(this.#random.below(this.#generation.vocabulary.size));
      });
    }
    const weigh = this.#isPlain && classes.some(([byte]) => byte < 0x80) ? plainWeightOf : weightOf;
    return [
      ...classes.map((bytes) => ({ choice: { bytes }, weight: weigh(bytes) })),
      ...[...tokens].map((token) => ({ choice: { token }, weight: 1 })),
    ];
  }

  #pick(bytes: readonly number[]): number {
    if (!this.#isPlain) return this.#random.pick(bytes);
    const plain = bytes.filter((byte) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a));
    return this.#random.pick(plain.length > 0 ? plain : bytes);
  }

  /** A letter of free text; a space where there was none before. */
  #letter(bytes: readonly number[]): number {
    const last = this.#text.length === 0 ? 0x20 : this.#text.slice(this.#text.length - 1, this.#text.length)[0];
    const isInWord = last >= 0x61 && last <= 0x7a;
    for (let tries = 0; tries < 20; tries += 1) {
      const byte = PLAIN_LETTERS.charCodeAt(this.#random.below(PLAIN_LETTERS.length));
      if (bytes.includes(byte) && (byte !== 0x20 || isInWord)) return byte;
    }
    return this.#pick(bytes);
  }

  /** Takes one of the ways out of free text; false, and no change, where there is none. */
  #leave(open: readonly ExprId[]): boolean {
    const key = open.join();
    let exits = this.#exits.get(key);
    if (exits === undefined) this.#exits.set(key, (exits = textExits(this.#generation, open)));
    if (exits.length === 0) return false;
    const before = { configs: this.#configs, length: this.#text.length };
    if (this.#random.pick(exits).every((byte) => this.#takeByte(byte))) return true;
    this.#configs = before.configs;
    this.#text.length = before.length;
    return false;
  }

  #weighted(choices: readonly { readonly weight: number }[]): number {
    let left = this.#random.fraction() * choices.reduce((sum, { weight }) => sum + weight, 0);
    const at = choices.findIndex(({ weight }) => {
      left -= weight;
      return left < 0;
    });
    return at < 0 ? choices.length - 1 : at;
  }

  #takeByte(byte: number): boolean {
    return this.#take(() => stepConfigs(this.#generation, this.#configs, byte, this.#text));
  }

  #takeToken(token: number): boolean {
    return this.#take(() => tokenEdge(this.#generation, this.#configs, token, this.#text));
  }

  #take(advance: () => readonly Config[]): boolean {
    const before = this.#text.length;
    const next = advance();
    if (next.length === 0) this.#text.length = before;
    else this.#configs = next;
    return next.length > 0;
  }

  /** Goes the shortest way to an end; false, and no change, where a check of the text refuses it. */
  #complete(): boolean {
    const completion = completionOf(this.#generation);
    const before = { configs: this.#configs, length: this.#text.length };
    const [nearest] = [...this.#configs].sort((x, y) => completion.length(x.expr) - completion.length(y.expr));
    const symbols = completion.of(nearest.expr);
    if (symbols?.every((symbol) => (symbol < FIRST_TOKEN_SYMBOL ? this.#takeByte(symbol) : this.#takeToken(symbol - FIRST_TOKEN_SYMBOL))))
      return true;
    this.#configs = before.configs;
    this.#text.length = before.length;
    return false;
  }
}

const completions = new WeakMap<Generation, Completion>();

function completionOf(generation: Generation): Completion {
  let known = completions.get(generation);
  if (known === undefined) completions.set(generation, (known = new Completion(generation.arena, anyTokenOf(generation.vocabulary))));
  return known;
}

function weightOf(bytes: readonly number[]): number {
  if (bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return WHITESPACE_WEIGHT;
  return bytes[0] >= 0x80 ? 1 : Math.min(bytes.length, MAX_CLASS_WEIGHT);
}

function plainWeightOf(bytes: readonly number[]): number {
  if (bytes[0] >= 0x80) return 0;
  const weight = weightOf(bytes);
  return weight === WHITESPACE_WEIGHT ? PLAIN_WHITESPACE_WEIGHT : weight;
}
