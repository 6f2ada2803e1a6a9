import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId } from "../../expr/kinds.ts";
import type { Vocabulary } from "../../vocab/vocabulary.ts";

/** The texts of all text tokens but `excluded`, unfolded along the vocabulary's trie. */
export function tokenTexts(arena: ExprArena, vocabulary: Vocabulary, excluded: ReadonlySet<number>): ExprId {
  return arena.rule(new TokenTexts(arena, vocabulary, excluded), 0);
}

class TokenTexts implements Rule {
  readonly name = "token";
  readonly #arena: ExprArena;
  readonly #vocabulary: Vocabulary;
  readonly #excluded: ReadonlySet<number>;

  constructor(arena: ExprArena, vocabulary: Vocabulary, excluded: ReadonlySet<number>) {
    this.#arena = arena;
    this.#vocabulary = vocabulary;
    this.#excluded = excluded;
  }

  /** State 0 is the root, `n + 1` is node `n` of the trie. */
  nullable(state: number): boolean {
    return state > 0 && this.#ends(state - 1);
  }

  unfold(state: number): ExprId {
    const { byte, end, nodeCount } = this.#vocabulary.trie;
    const parts: ExprId[] = state > 0 && this.#ends(state - 1) ? [EMPTY] : [];
    const stop = state === 0 ? nodeCount : end[state - 1];
    for (let child = state; child < stop; child = end[child]) {
      // A leaf that is excluded has nothing to offer; excluded tokens are too few to empty a larger subtree.
      if (end[child] === child + 1) {
        if (this.#ends(child)) parts.push(this.#arena.byte(byte[child]));
      } else parts.push(this.#arena.seq2(this.#arena.byte(byte[child]), this.#arena.rule(this, child + 1)));
    }
    return this.#arena.alt(parts);
  }

  #ends(node: number): boolean {
    const token = this.#vocabulary.trie.token[node];
    return token >= 0 && !this.#excluded.has(token);
  }
}
