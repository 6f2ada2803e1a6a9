import { fail } from "../core/errors.ts";
import { bitmaskWidth } from "./bitmask.ts";
import type { GrammarMatcher } from "./matcher.ts";

/** Tokens that a draft model proposes, as a tree: node 0 is the root; -1 is no node. */
export interface DraftTree {
  /** First child of each node. */
  readonly nextChild: ArrayLike<number | bigint>;
  /** Next sibling of each node. */
  readonly nextSibling: ArrayLike<number | bigint>;
  /** Token of each node. That of the root was accepted by the matcher before and is not looked at. */
  readonly tokens: ArrayLike<number | bigint>;
}

export interface DraftTreeOptions {
  /** A time of `performance.now()` after which the traversal stops. */
  readonly deadline?: number;
}

/**
 * Writes to row `n` of `bitmask` the tokens that may follow draft node `n`, for every node whose tokens the grammar allows all the way from the root. Rows of nodes that it refuses, of
 * what is below them, and of nodes after which the output has ended allow nothing. False where the deadline passed: rows of nodes that were not reached allow nothing. The matcher is
 * left as it was.
 * @throws StructagError `matcher-draft-tree` where the lists are no tree, `matcher-bitmask-size`
 */
export function traverseDraftTree(matcher: GrammarMatcher, tree: DraftTree, bitmask: Int32Array, options: DraftTreeOptions = {}): boolean {
  const { nextChild, nextSibling, tokens } = tree;
  const size = tokens.length;
  if (size === 0) return true;
  if (nextChild.length !== size || nextSibling.length !== size) {
    fail(
      "matcher-draft-tree",
      "",
      `the lists have ${nextChild.length}, ${nextSibling.length} and ${size} entries`,
      "give one for each node",
    );
  }
  const width = bitmaskWidth(matcher.grammar.vocabulary.size);
  if (bitmask.length < size * width) {
    fail("matcher-bitmask-size", "", `${size} rows of ${width} words are needed, and the bitmask has ${bitmask.length} words`);
  }
  bitmask.fill(0, 0, size * width);
  const before = matcher.historyLength;
  const seen = new Uint8Array(size);
  // Node to visit, and how many tokens are accepted below the root when its turn comes.
  const open: { readonly node: number; readonly depth: number }[] = [{ node: 0, depth: 0 }];
  try {
    while (open.length > 0) {
      const { node, depth } = open.pop()!;
      if (!Number.isInteger(node) || node < 0 || node >= size || seen[node] === 1) {
        fail(
          "matcher-draft-tree",
          `/${node}`,
          `node ${node} does not exist or has two parents`,
          "each node is the child or sibling of one node",
        );
      }
      seen[node] = 1;
      if (options.deadline !== undefined && performance.now() > options.deadline) return false;
      const sibling = Number(nextSibling[node]);
      if (sibling !== -1 && node !== 0) open.push({ node: sibling, depth });
      matcher.rollback(matcher.historyLength - before - Math.max(0, depth - 1));
      if (node !== 0 && !matcher.acceptToken(Number(tokens[node]))) continue;
      if (matcher.isTerminated()) continue;
      matcher.fillNextTokenBitmask(bitmask, node);
      const child = Number(nextChild[node]);
      if (child !== -1) open.push({ node: child, depth: depth + 1 });
    }
    return true;
  } finally {
    matcher.rollback(matcher.historyLength - before);
  }
}
