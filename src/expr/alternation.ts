import type { Algebra } from "./algebra.ts";
import { type ByteSet, unionSets } from "./byte-set.ts";
import { ALT_KIND, BYTES_KIND, EMPTY, type ExprId, LEXEME_KIND, NEVER, NULLABLE, REPEAT_KIND, SEQ_KIND } from "./kinds.ts";
import type { NodeStore } from "./node-store.ts";
import { sortedDistinct } from "./sorted.ts";

/** Lists that are compared pair by pair; longer ones are grouped, which takes longer for each part. */
const FEW = 8;
const STEPS_OF_A_PART = 4;
/** Ids stay below this. */
const MAX_IDS = 0x1000000;

/**
 * The normal form of an alternation: flat, ascending, distinct; parts with the same head are factored (`ax|ay` → `a(x|y)`), byte sets before the same tail are united
 * (`[a]x|[b]x` → `[ab]x`), and counters of the same body before the same tail are joined where their ranges touch (`e{1,3}x|e{2,5}x` → `e{1,5}x`).
 */
export function normalAlternation(arena: Algebra, parts: readonly ExprId[]): ExprId {
  const { kind, a, b, pool } = arena.store;
  let list: ExprId[] = [];
  for (const part of parts) {
    if (part === NEVER) continue;
    if (part === arena.all) return part;
    if (kind[part] === ALT_KIND) for (let index = 0; index < b[part]; index += 1) list.push(pool[a[part] + index]);
    else list.push(part);
  }
  arena.store.meter.spend(list.length > FEW ? list.length * STEPS_OF_A_PART : list.length);
  list = sortedDistinct(list);
  if (list.length > 1) list = factorHeads(arena, list);
  if (list.length > 1) list = uniteBytes(arena, list);
  if (list.length > 1) list = joinCounters(arena, list);
  if (list.length === 0) return NEVER;
  // The arrays may have been replaced by larger ones while parts were joined.
  const { flags } = arena.store;
  // A nullable part makes the empty text itself superfluous.
  if (list[0] === EMPTY && list.some((part, at) => at > 0 && (flags[part] & NULLABLE) !== 0)) list.shift();
  if (list.length === 1) return list[0];
  let anyFlags = 0;
  for (const part of list) anyFlags |= flags[part];
  return arena.store.listNode(ALT_KIND, list, list.length, anyFlags);
}

function factorHeads(arena: Algebra, list: ExprId[]): ExprId[] {
  const { store } = arena;
  const { kind, b } = store;
  let shared = false;
  if (list.length <= FEW) {
    for (let x = 0; x < list.length && !shared; x += 1) {
      const head = headOf(store, list[x]);
      if (head === NEVER) continue;
      for (let y = x + 1; y < list.length; y += 1) {
        if (headOf(store, list[y]) === head) {
          shared = true;
          break;
        }
      }
    }
    if (!shared) return list;
  }
  const groups = new Map<ExprId, ExprId[]>();
  const rest: ExprId[] = [];
  for (const part of list) {
    const head = headOf(store, part);
    if (head === NEVER) {
      rest.push(part);
      continue;
    }
    const tail = kind[part] === SEQ_KIND ? b[part] : EMPTY;
    const group = groups.get(head);
    if (group === undefined) groups.set(head, [tail]);
    else {
      group.push(tail);
      shared = true;
    }
  }
  if (!shared) return list;
  for (const [head, tails] of groups) rest.push(arena.seq2(head, arena.alt(tails)));
  return sortedDistinct(rest);
}

/** What parts are factored by. */
function headOf({ kind, a }: NodeStore, e: ExprId): ExprId {
  return kind[e] === SEQ_KIND ? a[e] : kind[e] === LEXEME_KIND || kind[e] === BYTES_KIND ? e : NEVER;
}

function uniteBytes(arena: Algebra, list: ExprId[]): ExprId[] {
  const { store } = arena;
  const { kind, b } = store;
  let first: ExprId = NEVER;
  let candidates = 0;
  for (const part of list) if (firstBytes(store, part) !== undefined) candidates += 1;
  if (candidates < 2) return list;
  const groups = new Map<ExprId, ByteSet>();
  const rest: ExprId[] = [];
  let united = false;
  for (const part of list) {
    const set = firstBytes(store, part);
    if (set === undefined) {
      rest.push(part);
      continue;
    }
    const tail = kind[part] === BYTES_KIND ? EMPTY : b[part];
    const known = groups.get(tail);
    groups.set(tail, known === undefined ? set : unionSets(known, set));
    united ||= known !== undefined;
    first = part;
  }
  if (!united || first === NEVER) return list;
  for (const [tail, set] of groups) rest.push(arena.seq2(arena.bytes(set), tail));
  return sortedDistinct(rest);
}

/** The byte set that a part starts with, where it does. */
function firstBytes({ kind, a, sets }: NodeStore, e: ExprId): ByteSet | undefined {
  if (kind[e] === BYTES_KIND) return sets[a[e]];
  return kind[e] === SEQ_KIND && kind[a[e]] === BYTES_KIND ? sets[a[a[e]]] : undefined;
}

/** Counters of one body before one tail. */
interface Counters {
  readonly body: ExprId;
  readonly tail: ExprId;
  readonly ranges: [least: number, most: number][];
}

function joinCounters(arena: Algebra, list: ExprId[]): ExprId[] {
  const { store } = arena;
  const { kind, a, b, c } = store;
  let counters = 0;
  for (const part of list) if (firstCounter(store, part) !== NEVER) counters += 1;
  if (counters < 2) return list;
  const groups = new Map<number, Counters>();
  const rest: ExprId[] = [];
  for (const part of list) {
    const counter = firstCounter(store, part);
    if (counter === NEVER) {
      rest.push(part);
      continue;
    }
    const tail = kind[part] === REPEAT_KIND ? EMPTY : b[part];
    const key = a[counter] * MAX_IDS + tail;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { body: a[counter], tail, ranges: [] }));
    group.ranges.push([b[counter], c[counter] === -1 ? Number.POSITIVE_INFINITY : c[counter]]);
  }
  let ranges = 0;
  for (const group of groups.values()) ranges += joinRanges(group.ranges);
  if (ranges === counters) return list;
  for (const { body, tail, ranges } of groups.values()) {
    for (const [least, most] of ranges) {
      rest.push(arena.seq2(arena.repeat(body, least, most === Number.POSITIVE_INFINITY ? -1 : most), tail));
    }
  }
  return sortedDistinct(rest);
}

/** The counter that a part starts with, or NEVER. */
function firstCounter({ kind, a }: NodeStore, e: ExprId): ExprId {
  if (kind[e] === REPEAT_KIND) return e;
  return kind[e] === SEQ_KIND && kind[a[e]] === REPEAT_KIND ? a[e] : NEVER;
}

/** Sorts ranges and joins those that touch, in place; how many are left. */
function joinRanges(ranges: [least: number, most: number][]): number {
  if (ranges.length === 1) return 1;
  ranges.sort((x, y) => x[0] - y[0]);
  let last = 0;
  for (let at = 1; at < ranges.length; at += 1) {
    const [least, most] = ranges[at];
    if (least <= ranges[last][1] + 1) ranges[last][1] = Math.max(ranges[last][1], most);
    else ranges[++last] = ranges[at];
  }
  ranges.length = last + 1;
  return ranges.length;
}
