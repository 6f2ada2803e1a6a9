import type { ExprArena } from "../../expr/arena.ts";
import { type ByteSet, bytesOfSet, unionSets } from "../../expr/byte-set.ts";
import type { Front } from "../../expr/front.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";

/** A text that may come next, as far as it is without choice. */
export interface NextLiteral {
  readonly bytes: readonly number[];
  /** What follows it. */
  readonly rest: ExprId;
}

/** What may come next in an expression. */
export interface NextTexts {
  readonly literals: readonly NextLiteral[];
  /** Bytes with many others that lead to the same. */
  readonly sets: readonly ByteSet[];
  /** More literals exist than are listed. */
  readonly more: boolean;
}

export interface NextTextsOptions {
  /** Most literals. */
  readonly maxLiterals: number;
  /** Most bytes of a literal. */
  readonly maxBytes: number;
  /** True where a literal is a word of its own and stops, though what follows may be without choice. */
  readonly stops?: (bytes: readonly number[]) => boolean;
}

/** So many bytes with the same continuation are a class; fewer are the beginnings of literals. */
const CLASS_SIZE = 4;
/** So many beginnings are alternatives that are worth following. */
const MAX_BRANCHES = 40;

interface ByteClass {
  readonly set: ByteSet;
  readonly bytes: readonly number[];
  readonly next: ExprId;
}

/** Looks ahead along all texts that have little choice. Effects count as passed. */
export function nextTexts(arena: ExprArena, front: Front, e: ExprId, options: NextTextsOptions): NextTexts {
  const literals: NextLiteral[] = [];
  let more = false;
  const sets: ByteSet[] = [];
  const follow = (state: ExprId, bytes: readonly number[]): void => {
    if (literals.length >= options.maxLiterals) {
      more = true;
      return;
    }
    const stop = bytes.length >= options.maxBytes || (bytes.length > 0 && (arena.isNullable(state) || options.stops?.(bytes) === true));
    const classes = stop ? [] : byteClasses(arena, front, state);
    const branches = classes.reduce((sum, { bytes: members }) => sum + members.length, 0);
    // Behind the first byte only alternatives of single bytes are texts; any class ends them.
    const texts = bytes.length === 0 || (branches <= MAX_BRANCHES && classes.every(({ bytes: members }) => members.length === 1));
    if (classes.length === 0 || !texts) {
      literals.push({ bytes, rest: state });
      return;
    }
    const wide = classes.some(({ bytes: members }) => members.length >= CLASS_SIZE);
    for (const { set, bytes: list, next } of classes) {
      // Beside a class, the first bytes of long characters are members of it, however many have the same continuation.
      if (wide && list[0] >= 0x80) addBeyondAscii(sets, set);
      else if (list.length >= CLASS_SIZE) sets.unshift(set);
      else for (const byte of list) follow(next, [...bytes, byte]);
    }
  };
  if (byteClasses(arena, front, e).length > 0) follow(e, []);
  return { literals, sets, more };
}

/** All characters beyond ASCII are one class, with the largest of the others. */
function addBeyondAscii(sets: ByteSet[], set: ByteSet): void {
  if (sets.length === 0) sets.push(set);
  else sets[0] = unionSets(sets[0], set);
}

/** The bytes that may come next, by what they lead to. */
function byteClasses(arena: ExprArena, front: Front, state: ExprId): ByteClass[] {
  const open = front.passed(state);
  const byNext = new Map<ExprId, ByteSet>();
  const covered = new Uint32Array(8);
  const same = new Uint32Array(8);
  for (let byte = 0; byte < 256; byte += 1) {
    if (((covered[byte >>> 5] >>> (byte & 31)) & 1) === 1) continue;
    const next = arena.derivative(open, byte, same.fill(0xffffffff));
    for (let word = 0; word < 8; word += 1) covered[word] |= same[word];
    if (next === NEVER) continue;
    const known = byNext.get(next);
    byNext.set(next, known === undefined ? same.slice() : unionSets(known, same));
  }
  return [...byNext].map(([next, set]) => ({ set, bytes: bytesOfSet(set), next }));
}
