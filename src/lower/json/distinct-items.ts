import type { Rule } from "../../expr/definitions.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import { type Bits, countBits, hasBit, noBits, withBit } from "./bit-set.ts";
import type { Level } from "./level.ts";
import { type OpenTexts, OpenTrie, SortedTexts, TestedTexts } from "./text-trie.ts";

/** An array of different items out of a short list of values: a state is the set of values that were written, so that only those left are open and the array ends where none is. */
export class DistinctItems implements Rule {
  readonly name = "distinct items";
  readonly #level: Level;
  /** For each text the value that it spells. */
  readonly #valueOf: readonly number[];
  readonly #count: number;
  readonly #least: number;
  readonly #most: number;
  readonly #sorted: SortedTexts;
  readonly #trie: OpenTrie;
  readonly #states: Bits[] = [];
  readonly #ids = new Map<string, number>();

  /** @param values for each value its texts */
  constructor(level: Level, values: readonly (readonly string[])[], least: number, most: number) {
    this.#level = level;
    const texts = values.flat();
    this.#valueOf = values.flatMap((spellings, value) => spellings.map(() => value));
    this.#count = values.length;
    this.#least = least;
    this.#most = Math.min(most, values.length);
    this.#sorted = new SortedTexts(texts);
    this.#trie = new OpenTrie(
      "distinct values",
      level.arena,
      this.#sorted,
      (state) => this.#open(state),
      (index, state) => level.arena.seq2(level.layout.afterValue, level.arena.rule(this, this.#with(state, this.#valueOf[index]))),
    );
  }

  expr(): ExprId {
    if (this.#least > this.#most) return NEVER;
    const { arena, layout } = this.#level;
    const start = this.#intern(noBits(this.#count));
    const parts: ExprId[] = [];
    if (this.#least === 0) parts.push(arena.literal("]"));
    if (this.#most > 0) parts.push(arena.seq2(layout.first, this.#trie.at(start)));
    return arena.seq(arena.literal("["), layout.afterOpen, arena.alt(parts));
  }

  unfold(state: number): ExprId {
    const { arena, layout } = this.#level;
    const count = countBits(this.#states[state]);
    const parts: ExprId[] = [];
    if (count >= this.#least) parts.push(arena.seq2(layout.last, arena.literal("]")));
    if (count < this.#most) parts.push(arena.seq(layout.separator, layout.afterSeparator, this.#trie.at(state)));
    return arena.alt(parts);
  }

  #open(state: number): OpenTexts {
    const used = this.#states[state];
    const { indexes } = this.#sorted;
    const has = (place: number): boolean => !hasBit(used, this.#valueOf[indexes[place]]);
    return new TestedTexts(has);
  }

  #with(state: number, value: number): number {
    return this.#intern(withBit(this.#states[state], value));
  }

  #intern(used: Bits): number {
    const key = used.join();
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#states.length;
      this.#states.push(used);
      this.#ids.set(key, id);
    }
    return id;
  }
}
