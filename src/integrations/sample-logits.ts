import type { SeededRandom } from "../core/random.ts";
import type { TokenMask } from "../matcher/token-mask.ts";

export interface SamplingOptions {
  /** 0 takes the most probable token. Default 0. */
  readonly temperature?: number | undefined;
  /** Only so many of the most probable allowed tokens; 0 = all. Default 40. */
  readonly topK?: number | undefined;
  /** Only the most probable allowed tokens that together have this probability. Default 0.95. */
  readonly topP?: number | undefined;
  /** Only tokens that are at least this times as probable as the most probable one. Default 0. */
  readonly minP?: number | undefined;
}

/** The allowed token to take by its logits, which are left as they are; -1 where none is. Only allowed tokens are looked at. */
export function sampleLogits(logits: Float32Array, mask: TokenMask, options: SamplingOptions, random: SeededRandom): number {
  const { temperature = 0, topK = 40, topP = 0.95, minP = 0 } = options;
  const limit = temperature <= 0 ? 1 : topK <= 0 ? Number.POSITIVE_INFINITY : topK;
  const best = limit === Number.POSITIVE_INFINITY ? allAllowed(logits, mask) : bestAllowed(logits, mask, limit);
  if (best.length <= 1) return best.length === 0 ? -1 : best[0];
  best.sort((a, b) => logits[b] - logits[a] || a - b);
  const weights = best.map((id) => Math.exp((logits[id] - logits[best[0]]) / temperature));
  return best[drawWeight(weights, topP, minP, random)];
}

/** The place to take among weights that fall: those in front that make up `topP` of the sum, and none below `minP` times the first. */
export function drawWeight(weights: readonly number[], topP: number, minP: number, random: SeededRandom): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let kept = 0;
  let sum = 0;
  while (kept < weights.length && (kept === 0 || (sum < topP * total && weights[kept] >= minP * weights[0]))) {
    sum += weights[kept];
    kept += 1;
  }
  let at = random.fraction() * sum;
  for (let index = 0; index < kept; index += 1) {
    at -= weights[index];
    if (at < 0) return index;
  }
  return kept - 1;
}

function allAllowed(logits: Float32Array, mask: TokenMask): number[] {
  return Array.from(mask.toArray()).filter((id) => id < logits.length && logits[id] > Number.NEGATIVE_INFINITY);
}

/** The `count` best ones, in no order. */
function bestAllowed(logits: Float32Array, mask: TokenMask, count: number): number[] {
  const best: number[] = [];
  let worst = 0;
  const offer = (id: number): void => {
    const logit = logits[id];
    if (!(logit > Number.NEGATIVE_INFINITY)) return;
    if (best.length < count) best.push(id);
    else if (logit > logits[best[worst]]) best[worst] = id;
    else return;
    if (best.length < count) return;
    worst = 0;
    for (let at = 1; at < best.length; at += 1) if (logits[best[at]] < logits[best[worst]]) worst = at;
  };
  const { words, added } = mask;
  for (const id of added) if (id < logits.length) offer(id);
  if (words === null) return best;
  for (let index = 0; index < words.length; index += 1) {
    for (let bits = words[index]; bits !== 0; bits &= bits - 1) {
      const id = (index << 5) + 31 - Math.clz32(bits & -bits);
      if (id < logits.length) offer(id);
    }
  }
  return best;
}
