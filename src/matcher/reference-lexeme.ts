import type { ExprArena } from "../expr/arena.ts";
import { type ExprId, NEVER, NULLABLE } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { ExitCollector, ExitNodes } from "./exit-nodes.ts";

/** More bytes than these in which two lexemes differ make a walk of its own the better way. */
const MAX_DIFFERING_BYTES = 4;
const MAX_PARTIAL = 4;

/** How a lexeme relates to a larger one whose mask is known: they go on alike on all bytes but a few. */
export interface Likeness {
  /** States in which the lexeme does what the reference does at a character's boundary. */
  readonly neutral: ReadonlySet<ExprId>;
  /** Bytes after which it may differ. */
  readonly bytes: readonly number[];
}

/** Compares a lexeme with a reference (any text, any string body): undefined where they differ in more than a few bytes. */
export function likenessOf(transitions: Transitions, lexeme: ExprId, reference: ExprId): Likeness | undefined {
  const targets = new Map<ExprId, number>();
  for (let byte = 0; byte < 256; byte += 1) {
    if (transitions.step(reference, byte) !== reference) continue;
    const next = transitions.step(lexeme, byte);
    targets.set(next, (targets.get(next) ?? 0) + 1);
  }
  // What most characters lead to is where the lexeme is at ease; it may be another state, as behind the first letter of an excluded text.
  let usual = NEVER;
  for (const [target, count] of targets) if (count > (targets.get(usual) ?? 0)) usual = target;
  if (usual === NEVER) return undefined;
  const neutral = new Set([lexeme, usual]);
  const bytes: number[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const alike = [...neutral].every((state) => isAlike(transitions, state, reference, byte, reference, neutral, 0));
    if (alike) continue;
    bytes.push(byte);
    if (bytes.length > MAX_DIFFERING_BYTES) return undefined;
  }
  return { neutral, bytes };
}

/** Whether `byte` takes both to the same place: nowhere, a boundary, or the middle of a character that then ends alike. */
function isAlike(
  transitions: Transitions,
  state: ExprId,
  reference: ExprId,
  byte: number,
  boundary: ExprId,
  neutral: ReadonlySet<ExprId>,
  depth: number,
): boolean {
  const next = transitions.step(state, byte);
  const nextReference = transitions.step(reference, byte);
  if (nextReference === NEVER) return next === NEVER;
  if (nextReference === boundary) return neutral.has(next);
  if (next === NEVER || depth === MAX_PARTIAL) return false;
  for (let following = 0; following < 256; following += 1) {
    if (!isAlike(transitions, next, nextReference, following, boundary, neutral, depth + 1)) return false;
  }
  return true;
}

/** For each trie node, how many nodes before it have one of the bytes: a subtree holds one where the numbers at its ends differ. */
export function countBytes(vocabulary: Vocabulary, bytes: readonly number[]): Int32Array {
  const { byte, nodeCount } = vocabulary.trie;
  const wanted = new Uint8Array(256);
  for (const one of bytes) wanted[one] = 1;
  const counts = new Int32Array(nodeCount + 1);
  for (let at = 0; at < nodeCount; at += 1) counts[at + 1] = counts[at] + wanted[byte[at]];
  return counts;
}

/**
 * The tokens inside `lexeme` from those inside its reference: only tokens with one of the differing bytes are walked, the others are as in `words`, the reference's. The exits that are
 * found are all there are behind differing bytes, and all at all where no neutral state can end.
 */
export function insideByLikeness(
  arena: ExprArena,
  transitions: Transitions,
  vocabulary: Vocabulary,
  lexeme: ExprId,
  likeness: Likeness,
  counts: Int32Array,
  words: Int32Array,
  collector: ExitCollector,
): { readonly words: Int32Array; readonly exits: ExitNodes } {
  const { byte, end, depth, token, nodeCount } = vocabulary.trie;
  const states = new Int32Array(vocabulary.maxTokenBytes + 2);
  const own = words.slice();
  states[0] = lexeme;
  for (let at = 0; at < nodeCount; ) {
    const level = depth[at];
    const s = states[level];
    if (counts[end[at]] === counts[at] && likeness.neutral.has(s)) {
      at = end[at];
      continue;
    }
    if (level > 0 && (arena.store.flags[s] & NULLABLE) !== 0) collector.add(at, 0);
    const next = transitions.step(s, byte[at]);
    if (next === NEVER) {
      for (let dead = at; dead < end[at]; dead += 1) if (token[dead] >= 0) own[token[dead] >>> 5] &= ~(1 << (token[dead] & 31));
      at = end[at];
      continue;
    }
    if (token[at] >= 0) own[token[at] >>> 5] |= 1 << (token[at] & 31);
    states[level + 1] = next;
    at += 1;
  }
  return { words: own, exits: collector.finish(false) };
}
