import type { TokenMask } from "../../matcher/token-mask.ts";

/** Lifts allowed tokens above all others, and keeps their distances to a few hundred thousandths. */
const LIFT = 1000;

/** Ids that a bitset forbids, for bitsets that come again. */
const deniedLists = new WeakMap<Int32Array, Int32Array>();

/**
 * A mask as the host's token bias: few allowed tokens are lifted, else the forbidden ones are ruled out. The host reads the tokenizer, to compare it with its model's, and the pairs.
 * Its own `TokenBias.set` takes no end tokens, so the pairs are handed over as they are. Undefined where every token is allowed.
 */
export function tokenBias(mask: TokenMask, size: number, tokenizer: unknown): object | undefined {
  const { words, added } = mask;
  if (words === null || mask.count <= size / 2) {
    const allowed = words === null ? added : mask.toArray();
    return { _tokenizer: tokenizer, _biases: Array.from(allowed, (id) => [id, LIFT]) };
  }
  const extra = new Set(added);
  const pairs: [number, number][] = [];
  for (const id of deniedOf(words, size)) if (!extra.has(id)) pairs.push([id, Number.NEGATIVE_INFINITY]);
  return pairs.length === 0 ? undefined : { _tokenizer: tokenizer, _biases: pairs };
}

function deniedOf(words: Int32Array, size: number): Int32Array {
  let denied = deniedLists.get(words);
  if (denied === undefined) {
    const ids: number[] = [];
    for (let id = 0; id < size; id += 1) if (((words[id >>> 5] >>> (id & 31)) & 1) === 0) ids.push(id);
    denied = Int32Array.from(ids);
    deniedLists.set(words, denied);
  }
  return denied;
}
