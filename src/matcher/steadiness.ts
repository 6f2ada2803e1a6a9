import type { ExprArena } from "../expr/arena.ts";
import { BYTES_KIND, type ExprId, LEXEME_KIND, NEVER, SEQ_KIND } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import { BEYOND_ASCII, BROKEN, type ByteClasses, CLASS_OF, classesOf, NO_CLASSES, NO_UTF8, nextUtf8, WHOLE } from "./byte-classes.ts";
import type { SubtreeClasses } from "./subtree-classes.ts";

/** The classes on all of whose bytes `from` goes to `to`; characters beyond ASCII count as a whole. */
export function classesTo(transitions: Transitions, from: ExprId, to: ExprId): ByteClasses {
  // Nothing that goes on over many bytes leaves out the commonest letter and the digits.
  if (transitions.step(from, 0x65) !== to && transitions.step(from, 0x31) !== to) return NO_CLASSES;
  let low = 0xffffffff;
  let high = 0xffffffff;
  low &= ~(1 << NO_UTF8);
  for (let byte = 0; byte < 0x80; byte += 1) {
    if (transitions.step(from, byte) === to) continue;
    const index = CLASS_OF[byte];
    if (index < 32) low &= ~(1 << index);
    else high &= ~(1 << (index - 32));
  }
  if (!everyCharacter(transitions, from, to, WHOLE, new Set())) low &= ~(1 << BEYOND_ASCII);
  return { low, high };
}

/** Whether all characters beyond ASCII lead from `from` to `to`; `state`: how much of one there is. */
function everyCharacter(transitions: Transitions, from: ExprId, to: ExprId, state: number, seen: Set<number>): boolean {
  const key = from * 16 + state;
  if (seen.has(key)) return true;
  seen.add(key);
  for (let byte = 0x80; byte < 0x100; byte += 1) {
    const next = nextUtf8(state, byte);
    if (next === BROKEN) continue;
    const target = transitions.step(from, byte);
    if (next === WHOLE ? target !== to : target === NEVER || !everyCharacter(transitions, target, to, next, seen)) return false;
  }
  return true;
}

/** What ordinary text consists of beside characters beyond ASCII: everything but controls, the quote and the backslash. */
const TEXT_BYTES: readonly number[] = Array.from({ length: 0x5f }, (_, index) => 0x20 + index).filter(
  (byte) => byte !== 0x22 && byte !== 0x5c,
);
const TEXT: ByteClasses = classesOf([...TEXT_BYTES, 0x80]);

/** States that are looked at before a search for dead ends is given up: any, and those that have transitions of their own. */
const MAX_STATES = 1_000;
const MAX_ROWS = 64;
/** Subtrees of fewer nodes are walked sooner than that a search is worth it. */
const MIN_SEARCHED = 200;

/** How expressions behave on runs of text: where a walk of the vocabulary need not look at each byte. */
export class Steadiness {
  readonly #arena: ExprArena;
  readonly #transitions: Transitions;
  readonly #loops = new Map<ExprId, ByteClasses>();
  readonly #alive = new Map<ExprId, number>();

  constructor(arena: ExprArena, transitions: Transitions) {
    this.#arena = arena;
    this.#transitions = transitions;
  }

  /** The classes on which `e` stays as it is. */
  loops(e: ExprId): ByteClasses {
    let classes = this.#loops.get(e);
    if (classes === undefined) this.#loops.set(e, (classes = classesTo(this.#transitions, e, e)));
    return classes;
  }

  /** Whether `e` lives on behind every token of the `nodes` nodes below a node. False where that takes too long to find out. */
  livesBelow(e: ExprId, subtrees: SubtreeClasses, at: number, nodes: number): boolean {
    return (
      subtrees.isWithin(at, this.loops(e)) ||
      (nodes >= MIN_SEARCHED && subtrees.isWithin(at, TEXT) && this.aliveFor(e) >= subtrees.height[at])
    );
  }

  /** So many bytes of ordinary text, whatever it is, leave `e` alive; maybe more do. */
  aliveFor(e: ExprId): number {
    let bytes = this.#alive.get(e);
    if (bytes === undefined) this.#alive.set(e, (bytes = this.#search(e)));
    return bytes;
  }

  #search(start: ExprId): number {
    const { kind, a } = this.#arena.store;
    const first = kind[start] === LEXEME_KIND ? a[start] : start;
    const seen = new Set<number>([first * 16 + WHOLE]);
    let frontier: (readonly [ExprId, number])[] = [[first, WHOLE]];
    let rows = 0;
    for (let bytes = 0; ; bytes += 1) {
      const behind: (readonly [ExprId, number])[] = [];
      for (const [e, utf8] of frontier) {
        if (this.#hasRow(e)) rows += 1;
        if (rows > MAX_ROWS || seen.size > MAX_STATES) return bytes;
        for (const byte of utf8 === WHOLE ? TEXT_BEGINNINGS : CONTINUATIONS) {
          const next = nextUtf8(utf8, byte);
          if (next === BROKEN) continue;
          const target = this.#transitions.step(e, byte);
          if (target === NEVER) return bytes;
          const key = target * 16 + next;
          if (seen.has(key)) continue;
          seen.add(key);
          behind.push([target, next]);
        }
      }
      if (behind.length === 0) return Number.POSITIVE_INFINITY;
      frontier = behind;
    }
  }

  #hasRow(e: ExprId): boolean {
    const { kind, a } = this.#arena.store;
    return kind[e] !== BYTES_KIND && !(kind[e] === SEQ_KIND && kind[a[e]] === BYTES_KIND);
  }
}

const TEXT_BEGINNINGS: readonly number[] = [...TEXT_BYTES, ...Array.from({ length: 0x80 }, (_, index) => 0x80 + index)];
const CONTINUATIONS: readonly number[] = Array.from({ length: 0x40 }, (_, index) => 0x80 + index);
