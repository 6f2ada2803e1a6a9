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
  const comparison = new Comparison(transitions, reference, neutral);
  const bytes: number[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    if ([...neutral].every((state) => comparison.isAlike(state, reference, byte, 0))) continue;
    bytes.push(byte);
    if (bytes.length > MAX_DIFFERING_BYTES) return undefined;
  }
  return { neutral, bytes };
}

class Comparison {
  readonly #transitions: Transitions;
  readonly #boundary: ExprId;
  readonly #neutral: ReadonlySet<ExprId>;
  /** Answers for pairs of states in the middle of a character. */
  readonly #inside = new Map<number, boolean>();

  constructor(transitions: Transitions, boundary: ExprId, neutral: ReadonlySet<ExprId>) {
    this.#transitions = transitions;
    this.#boundary = boundary;
    this.#neutral = neutral;
  }

  /** Whether `byte` takes both to the same place: nowhere, a boundary, or the middle of a character that then ends alike. */
  isAlike(state: ExprId, reference: ExprId, byte: number, depth: number): boolean {
    const next = this.#transitions.step(state, byte);
    const nextReference = this.#transitions.step(reference, byte);
    if (nextReference === NEVER) return next === NEVER;
    if (nextReference === this.#boundary) return this.#neutral.has(next);
    if (next === NEVER || depth === MAX_PARTIAL) return false;
    const key = next * 0x1000000 + nextReference;
    let alike = this.#inside.get(key);
    if (alike === undefined) {
      alike = true;
      for (let following = 0; alike && following < 256; following += 1) alike = this.isAlike(next, nextReference, following, depth + 1);
      this.#inside.set(key, alike);
    }
    return alike;
  }
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
  places: readonly Uint32Array[],
  words: Int32Array,
  collector: ExitCollector,
): { readonly words: Int32Array; readonly exits: ExitNodes } {
  const { byte, end, depth, token, nodeCount } = vocabulary.trie;
  const states = new Int32Array(vocabulary.maxTokenBytes + 2);
  const own = words.slice();
  states[0] = lexeme;
  let visited = 0;
  for (let at = 0; at < nodeCount; ) {
    visited += 1;
    const level = depth[at];
    const s = states[level];
    if (likeness.neutral.has(s) && places.every((subtrees) => ((subtrees[at >>> 5] >>> (at & 31)) & 1) === 0)) {
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
  arena.store.meter.spend(2 * visited);
  return { words: own, exits: collector.finish(false) };
}
