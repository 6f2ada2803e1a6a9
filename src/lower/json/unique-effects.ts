import { canonicalText } from "../../core/json-compare.ts";
import { readJson } from "../../core/json-read.ts";
import type { Effect, MatchedText, Register } from "../../expr/definitions.ts";
import { SeenTexts } from "./seen-texts.ts";

/** How undeclared keys are compared. */
export interface UniqueKeys {
  /** Behind what opens and closes an object, where there is something. */
  readonly brackets?: { readonly open: Effect; readonly close: Effect };
  /** Behind the first undeclared key, and behind every further one. */
  readonly first: Effect;
  readonly next: Effect;
}

/** What is remembered of one open container: the keys or items written so far, and where the one at hand starts (-1: none is open, or it is checked already). */
class Frame {
  readonly parent: Register;
  readonly seen: SeenTexts;
  readonly start: number;
  /** Whether two items were equal. */
  readonly repeated: boolean;
  /** Whether nothing will close the container: the frame ends where the next one of its kind starts. */
  readonly unclosed: boolean;

  constructor(parent: Register, seen: SeenTexts, start: number, repeated: boolean, unclosed = false) {
    this.parent = parent;
    this.seen = seen;
    this.start = start;
    this.repeated = repeated;
    this.unclosed = unclosed;
  }

  at(start: number): Frame {
    return new Frame(this.parent, this.seen, start, this.repeated);
  }
}

const decoder = new TextDecoder();
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function frameOf(register: Register): Frame {
  if (!(register instanceof Frame)) throw new Error("a container is closed that was never opened");
  return register;
}

function textBetween(text: MatchedText, start: number, end: number): string {
  return decoder.decode(text.slice(start, end));
}

/** Behind `{`: keys will be compared. */
export const OPEN_OBJECT: Effect = {
  name: "open object",
  apply: (register) => new Frame(register, SeenTexts.NONE, -1, false),
};

/** Behind `}` of such an object. */
export const CLOSE_OBJECT: Effect = { name: "close object", apply: (register) => frameOf(register).parent };

/** Behind the closing quote of a key that is not declared: refused where the object has the key already, in whatever spelling. */
export const END_KEY: Effect = {
  name: "unique key",
  apply(register, text) {
    const { parent, seen } = frameOf(register);
    const spelled = openString(text, text.length - 1);
    const key = spelled.includes("\\") ? (JSON.parse(`"${spelled}"`) as string) : spelled;
    return seen.has(key) ? undefined : new Frame(parent, seen.with(key), -1, false);
  },
  mayRefuse: (register) => register instanceof Frame && register.seen.size > 0,
  subject: {
    in(head) {
      // Escapes and characters beyond ASCII are not worth decoding here.
      if (/[^\x20-\x5b\x5d-\x7e]/.test(head)) return undefined;
      const start = head.length < 2 ? -1 : head.lastIndexOf('"', head.length - 2);
      return { end: head.slice(start + 1, -1), whole: start >= 0 };
    },
    refused(register, text) {
      const { seen } = frameOf(register);
      const open = openString(text, text.length);
      if (/[\\\ufffd]/.test(open)) return undefined;
      return { hasPiece: (key) => seen.has(key), ends: seen.endsBehind(open) };
    },
  },
};

/**
 * Checks of undeclared keys that are written bare, between bytes of `edges` and an end of so many bytes. With brackets, frames are opened and closed with the object; without, the first key
 * opens one.
 */
export function bareKeyEffects(edges: string, endBytes: number, brackets: boolean): UniqueKeys {
  const edge = new Set(new TextEncoder().encode(edges));
  const keyIn = (text: MatchedText): string => {
    const end = text.length - endBytes;
    for (let size = 48; ; size *= 4) {
      const start = Math.max(0, end - size);
      const bytes = text.slice(start, end);
      const at = bytes.findLastIndex((byte) => edge.has(byte));
      if (at >= 0 || start === 0) return decoder.decode(bytes.subarray(at + 1));
    }
  };
  const mayRefuse = (register: Register): boolean => register instanceof Frame && register.seen.size > 0;
  const next: Effect = {
    name: "unique key",
    apply(register, text) {
      const { parent, seen, unclosed } = frameOf(register);
      const key = keyIn(text);
      return seen.has(key) ? undefined : new Frame(parent, seen.with(key), -1, false, unclosed);
    },
    mayRefuse,
  };
  if (brackets) return { brackets: { open: OPEN_OBJECT, close: CLOSE_OBJECT }, first: next, next };
  const first: Effect = {
    name: "first key",
    apply(register, text) {
      const parent = register instanceof Frame && register.unclosed ? register.parent : register;
      return new Frame(parent, SeenTexts.NONE.with(keyIn(text)), -1, false, true);
    },
  };
  return { first, next };
}

/** What stands between the last quote before `end` that is no escaped one, and `end`. */
function openString(text: MatchedText, end: number): string {
  return decoder.decode(openBytes(text, end));
}

function openBytes(text: MatchedText, end: number): Uint8Array {
  for (let size = 48; ; size *= 4) {
    const start = Math.max(0, end - size);
    const bytes = text.slice(start, end);
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      if (bytes[at] !== QUOTE) continue;
      let before = at - 1;
      while (before >= 0 && bytes[before] === BACKSLASH) before -= 1;
      // Backslashes up to the edge may go on beyond it.
      if (before < 0 && start > 0) break;
      if ((at - before) % 2 === 1) return bytes.subarray(at + 1);
    }
    if (start === 0) return bytes;
  }
}

/** Behind `[` of an array whose items are compared; the first item starts here. */
export const OPEN_ARRAY: Effect = {
  name: "open array",
  apply: (register, text) => new Frame(register, SeenTexts.NONE, text.length, false),
};

/** The effects of the items of arrays with a separator of so many bytes. */
export interface ItemEffects {
  /** Behind an item that ends with a byte of its own (all but numbers): refused where it equals another. */
  readonly end: Effect;
  /** Behind the separator: the item before it is checked if it was not yet, and the next one starts. */
  readonly next: Effect;
  /** Behind `]`. */
  readonly close: Effect;
}

const DISTINCT = new Map<number, ItemEffects>();
const REPEATED = new Map<number, ItemEffects>();

/** Items that all differ, by value. */
export function distinctItems(separatorBytes: number): ItemEffects {
  return remembered(DISTINCT, separatorBytes, true);
}

/** Items of which two are equal, which is known when the array closes. */
export function repeatedItems(separatorBytes: number): ItemEffects {
  return remembered(REPEATED, separatorBytes, false);
}

function remembered(known: Map<number, ItemEffects>, separatorBytes: number, distinct: boolean): ItemEffects {
  let effects = known.get(separatorBytes);
  if (effects === undefined) known.set(separatorBytes, (effects = itemEffects(separatorBytes, distinct)));
  return effects;
}

function itemEffects(separatorBytes: number, distinct: boolean): ItemEffects {
  /** The frame after the item that ends `trailing` bytes before the end of the text. */
  const checked = (frame: Frame, text: MatchedText, trailing: number): Frame | undefined => {
    if (frame.start < 0) return frame;
    const item = textBetween(text, frame.start, text.length - trailing).trim();
    if (item === "") return frame.at(-1);
    const value = canonicalText(readJson(item));
    if (!frame.seen.has(value)) return new Frame(frame.parent, frame.seen.with(value), -1, frame.repeated);
    return distinct ? undefined : new Frame(frame.parent, frame.seen, -1, true);
  };
  const mayRefuse = (register: Register): boolean => distinct && register instanceof Frame && register.seen.size > 0;
  return {
    end: { name: "unique item", apply: (register, text) => checked(frameOf(register), text, 0), mayRefuse },
    next: {
      name: "next item",
      apply: (register, text) => checked(frameOf(register), text, separatorBytes)?.at(text.length),
      mayRefuse,
    },
    close: {
      name: "close array",
      apply(register, text) {
        const frame = checked(frameOf(register), text, 1);
        return frame === undefined || (!distinct && !frame.repeated) ? undefined : frame.parent;
      },
      mayRefuse: distinct ? mayRefuse : (register) => !(register instanceof Frame && register.repeated),
    },
  };
}

/** What can still be typed: the ends of values, and how many there are at least. */
export interface Ends {
  readonly count: number;
  words(): Iterable<readonly number[]>;
}

/** Inside a key: refused where the object has all keys that could still be typed. Their ends have the closing quote. */
export function unusedKey(ends: Ends): Effect {
  return unused(ends, (text) => ({
    typed: openBytes(text, text.length),
    read: (spelled) => JSON.parse(`"${spelled}`) as string,
  }));
}

/** Inside or behind an item: refused where the array has all items that could still be typed. */
export function unusedItem(ends: Ends): Effect {
  return unused(ends, (text, { start }) => ({
    typed: start < 0 ? undefined : text.slice(start, text.length),
    read: (spelled) => canonicalText(readJson(spelled)),
  }));
}

interface OpenText {
  readonly typed: Uint8Array | undefined;
  read(spelled: string): string;
}

function unused({ count, words }: Ends, open: (text: MatchedText, frame: Frame) => OpenText): Effect {
  // With more ends than values there is one left.
  const mayRefuse = (register: Register): boolean => register instanceof Frame && register.seen.size >= count;
  return {
    name: "unused beginning",
    apply(register, text) {
      if (!mayRefuse(register)) return register;
      const frame = frameOf(register);
      const { typed, read } = open(text, frame);
      if (typed === undefined) return register;
      for (const word of words()) {
        const spelled = decoder.decode(Uint8Array.from([...typed, ...word]));
        if (!frame.seen.has(read(spelled))) return register;
      }
      return undefined;
    },
    mayRefuse,
  };
}
