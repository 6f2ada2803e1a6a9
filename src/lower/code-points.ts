import type { CodePointRanges } from "./char-spelling.ts";

/** Every character: all code points but the surrogates. */
export const ALL_CODE_POINTS: CodePointRanges = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** Any ranges, in any order, as {@link CodePointRanges}: sorted, joined where they touch, surrogates cut out. */
export function normalRanges(ranges: Iterable<readonly [low: number, high: number]>): CodePointRanges {
  const sorted = [...ranges].sort((x, y) => x[0] - y[0]);
  const joined: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else joined.push([low, high]);
  }
  return joined.some(([low, high]) => low <= 0xdfff && high >= 0xd800) ? intersectRanges(joined, ALL_CODE_POINTS) : joined;
}

export function uniteRanges(...parts: readonly CodePointRanges[]): CodePointRanges {
  return parts.length === 1 ? parts[0] : normalRanges(parts.flat());
}

export function intersectRanges(x: CodePointRanges, y: CodePointRanges): CodePointRanges {
  const both: [number, number][] = [];
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    const low = Math.max(x[i][0], y[j][0]);
    const high = Math.min(x[i][1], y[j][1]);
    if (low <= high) both.push([low, high]);
    if (x[i][1] < y[j][1]) i += 1;
    else j += 1;
  }
  return both;
}

/** Every character that is not in `ranges`. */
export function complementRanges(ranges: CodePointRanges): CodePointRanges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [low, high] of ranges) {
    if (low > next) gaps.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= 0x10ffff) gaps.push([next, 0x10ffff]);
  return intersectRanges(gaps, ALL_CODE_POINTS);
}

export function subtractRanges(x: CodePointRanges, y: CodePointRanges): CodePointRanges {
  return intersectRanges(x, complementRanges(y));
}

export function inRanges(ranges: CodePointRanges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle][1] < codePoint) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length && ranges[low][0] <= codePoint;
}

/** The ranges as a short text that is equal exactly for equal ranges: a key for caches. */
export function rangesKey(ranges: CodePointRanges): string {
  return ranges.map(([low, high]) => `${low.toString(36)}-${high.toString(36)}`).join();
}
