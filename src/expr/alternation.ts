import type { Algebra } from "./algebra.ts";
import { type ByteSet, unionSets } from "./byte-set.ts";
import { ALT_KIND, BYTES_KIND, EMPTY, type ExprId, LEXEME_KIND, NEVER, NULLABLE, REPEAT_KIND, SEQ_KIND } from "./kinds.ts";
import { sortedDistinct } from "./sorted.ts";

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
  arena.store.meter.spend(list.length);
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
  const { kind, a, b } = arena.store;
  const headOf = (e: ExprId): ExprId => (kind[e] === SEQ_KIND ? a[e] : kind[e] === LEXEME_KIND || kind[e] === BYTES_KIND ? e : NEVER);
  let shared = false;
  if (list.length <= 8) {
    for (let x = 0; x < list.length && !shared; x += 1) {
      const head = headOf(list[x]);
      if (head === NEVER) continue;
      for (let y = x + 1; y < list.length; y += 1) {
        if (headOf(list[y]) === head) {
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
    const head = headOf(part);
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

function uniteBytes(arena: Algebra, list: ExprId[]): ExprId[] {
  const { kind, a, b, sets } = arena.store;
  const setOf = (e: ExprId): ByteSet | undefined => {
    if (kind[e] === BYTES_KIND) return sets[a[e]];
    return kind[e] === SEQ_KIND && kind[a[e]] === BYTES_KIND ? sets[a[a[e]]] : undefined;
  };
  let first: ExprId = NEVER;
  let candidates = 0;
  for (const part of list) if (setOf(part) !== undefined) candidates += 1;
  if (candidates < 2) return list;
  const groups = new Map<ExprId, ByteSet>();
  const rest: ExprId[] = [];
  let united = false;
  for (const part of list) {
    const set = setOf(part);
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

function joinCounters(arena: Algebra, list: ExprId[]): ExprId[] {
  const { kind, a, b, c } = arena.store;
  const counterOf = (e: ExprId): ExprId =>
    kind[e] === REPEAT_KIND ? e : kind[e] === SEQ_KIND && kind[a[e]] === REPEAT_KIND ? a[e] : NEVER;
  let counters = 0;
  for (const part of list) if (counterOf(part) !== NEVER) counters += 1;
  if (counters < 2) return list;
  const groups = new Map<string, { body: ExprId; tail: ExprId; ranges: [number, number][] }>();
  const rest: ExprId[] = [];
  for (const part of list) {
    const counter = counterOf(part);
    if (counter === NEVER) {
      rest.push(part);
      continue;
    }
    const tail = kind[part] === REPEAT_KIND ? EMPTY : b[part];
    const key = `${a[counter]},${tail}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { body: a[counter], tail, ranges: [] }));
    group.ranges.push([b[counter], c[counter] === -1 ? Number.POSITIVE_INFINITY : c[counter]]);
  }
  for (const { body, tail, ranges } of groups.values()) {
    ranges.sort((x, y) => x[0] - y[0]);
    let open = ranges[0];
    const emit = (): void => {
      rest.push(arena.seq2(arena.repeat(body, open[0], open[1] === Number.POSITIVE_INFINITY ? -1 : open[1]), tail));
    };
    for (const range of ranges.slice(1)) {
      if (range[0] <= open[1] + 1) open[1] = Math.max(open[1], range[1]);
      else {
        emit();
        open = range;
      }
    }
    emit();
  }
  return sortedDistinct(rest);
}
