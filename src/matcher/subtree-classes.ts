import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";

/** Classes of bytes, of which a set is two words: letters without case, digits, each ASCII mark, controls, characters beyond ASCII, and bytes that are no UTF-8. */
const CLASS_OF = new Uint8Array(256);
const DIGITS = 26;
const CONTROLS = 27;
const BEYOND_ASCII = 28;
const NO_UTF8 = 29;
const FIRST_MARK = 30;

{
  let mark = FIRST_MARK;
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = byte & 0xdf;
    if (byte >= 0x80) CLASS_OF[byte] = BEYOND_ASCII;
    else if (letter >= 0x41 && letter <= 0x5a) CLASS_OF[byte] = letter - 0x41;
    else if (byte >= 0x30 && byte <= 0x39) CLASS_OF[byte] = DIGITS;
    else if (byte < 0x20 || byte === 0x7f) CLASS_OF[byte] = CONTROLS;
    else CLASS_OF[byte] = mark++;
  }
}

/** A set of classes: its lower and its upper 32. */
export interface ByteClasses {
  readonly low: number;
  readonly high: number;
}

export const NO_CLASSES: ByteClasses = { low: 0, high: 0 };

export function union(x: ByteClasses, y: ByteClasses): ByteClasses {
  return { low: x.low | y.low, high: x.high | y.high };
}

export function intersection(x: ByteClasses, y: ByteClasses): ByteClasses {
  return { low: x.low & y.low, high: x.high & y.high };
}

/** Whether a byte is of one of the classes. */
export function hasClassOf(classes: ByteClasses, byte: number): boolean {
  const index = CLASS_OF[byte];
  return ((index < 32 ? classes.low >>> index : classes.high >>> (index - 32)) & 1) === 1;
}

/**
 * For each node of a vocabulary's trie the classes of the bytes below it, and its tokens as a run of one list. Where an expression stays as it is on all of those bytes, its walk need not
 * enter the subtree. Bytes count as parts of characters from the root on.
 */
export class SubtreeClasses {
  /** Classes below each node. */
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  /** How many characters start on the way to each node. */
  readonly started: Uint16Array;
  /** Whether characters are complete at each node. */
  readonly #whole: Uint8Array;
  /** The tokens in the trie's order; those of a node and below are `first[node]` to before `first[end[node]]`. */
  readonly tokens: Int32Array;
  readonly first: Int32Array;
  /** For each token of the list: how many characters it starts, and whether its last one is complete. */
  readonly characters: Uint16Array;
  readonly complete: Uint8Array;

  private constructor({ trie, maxTokenBytes }: Vocabulary) {
    const { nodeCount, byte, depth, token } = trie;
    this.#low = new Uint32Array(nodeCount);
    this.#high = new Uint32Array(nodeCount);
    this.#whole = new Uint8Array(nodeCount);
    this.started = new Uint16Array(nodeCount);
    this.first = new Int32Array(nodeCount + 1);
    const tokens = new Int32Array(nodeCount);
    const characters = new Uint16Array(nodeCount);
    const complete = new Uint8Array(nodeCount);
    /** Where UTF-8 is before each level, and how many characters have started. */
    const states = new Uint8Array(maxTokenBytes + 2);
    const counts = new Uint16Array(maxTokenBytes + 2);
    /** Each node's own class, joined with those below it on the way back. */
    const parents = new Int32Array(maxTokenBytes + 2).fill(-1);
    const own = new Uint8Array(nodeCount);
    const parentOf = new Int32Array(nodeCount);
    let count = 0;
    for (let at = 0; at < nodeCount; at += 1) {
      const level = depth[at];
      const state = states[level];
      const next = nextUtf8(state, byte[at]);
      own[at] = next === BROKEN ? NO_UTF8 : CLASS_OF[byte[at]];
      states[level + 1] = next;
      this.#whole[at] = next === WHOLE ? 1 : 0;
      counts[level + 1] = counts[level] + (state === WHOLE ? 1 : 0);
      this.started[at] = counts[level + 1];
      parentOf[at] = level === 0 ? -1 : parents[level - 1];
      parents[level] = at;
      this.first[at] = count;
      if (token[at] >= 0) {
        tokens[count] = token[at];
        characters[count] = counts[level + 1];
        complete[count] = next === WHOLE ? 1 : 0;
        count += 1;
      }
    }
    this.first[nodeCount] = count;
    this.tokens = tokens.slice(0, count);
    this.characters = characters.slice(0, count);
    this.complete = complete.slice(0, count);
    for (let at = nodeCount - 1; at >= 0; at -= 1) {
      const parent = parentOf[at];
      if (parent < 0) continue;
      const index = own[at];
      this.#low[parent] |= this.#low[at] | (index < 32 ? 1 << index : 0);
      this.#high[parent] |= this.#high[at] | (index < 32 ? 0 : 1 << (index - 32));
    }
  }

  /** Whether all that stands below a node is made of whole characters of `classes`, but for a last one that is cut off. */
  isWithin(at: number, classes: ByteClasses): boolean {
    return (this.#low[at] & ~classes.low) === 0 && (this.#high[at] & ~classes.high) === 0 && this.#whole[at] === 1;
  }

  /** The classes of the bytes below a node. */
  classes(at: number): ByteClasses {
    return { low: this.#low[at], high: this.#high[at] };
  }

  /** Those of a vocabulary, made once. */
  static of(vocabulary: Vocabulary): SubtreeClasses {
    let classes = known.get(vocabulary);
    if (classes === undefined) known.set(vocabulary, (classes = new SubtreeClasses(vocabulary)));
    return classes;
  }
}

const known = new WeakMap<Vocabulary, SubtreeClasses>();

const WHOLE = 0;
const BROKEN = 8;

/** Where UTF-8 is behind one more byte: 0 between characters, 1 to 3 that many bytes before the end of one, 4 to 7 behind a first byte that narrows the second, 8 past something wrong. */
function nextUtf8(state: number, byte: number): number {
  switch (state) {
    case WHOLE:
      if (byte < 0x80) return WHOLE;
      if (byte < 0xc2 || byte > 0xf4) return BROKEN;
      if (byte < 0xe0) return 1;
      if (byte === 0xe0) return 4;
      if (byte === 0xed) return 5;
      if (byte < 0xf0) return 2;
      return byte === 0xf0 ? 6 : byte === 0xf4 ? 7 : 3;
    case 1:
    case 2:
    case 3:
      return isBetween(byte, 0x80, 0xbf) ? state - 1 : BROKEN;
    case 4:
      return isBetween(byte, 0xa0, 0xbf) ? 1 : BROKEN;
    case 5:
      return isBetween(byte, 0x80, 0x9f) ? 1 : BROKEN;
    case 6:
      return isBetween(byte, 0x90, 0xbf) ? 2 : BROKEN;
    case 7:
      return isBetween(byte, 0x80, 0x8f) ? 2 : BROKEN;
    default:
      return BROKEN;
  }
}

function isBetween(byte: number, low: number, high: number): boolean {
  return byte >= low && byte <= high;
}

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

/** Classes on which expressions stay as they are, each found once. */
export class LoopClasses {
  readonly #transitions: Transitions;
  readonly #known = new Map<ExprId, ByteClasses>();

  constructor(transitions: Transitions) {
    this.#transitions = transitions;
  }

  of(e: ExprId): ByteClasses {
    let classes = this.#known.get(e);
    if (classes === undefined) this.#known.set(e, (classes = classesTo(this.#transitions, e, e)));
    return classes;
  }
}
