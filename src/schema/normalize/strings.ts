import type { StringCheck, StringPiece } from "../normal.ts";
import { ANY_STRING } from "./drafts.ts";

/** The strings of both pieces; `undefined` where the conditions plainly contradict each other (patterns are not looked into). */
export function meetStrings(a: StringPiece, b: StringPiece): StringPiece | undefined {
  if (a === ANY_STRING || a === b) return b;
  if (b === ANY_STRING) return a;
  const minLength = Math.max(a.minLength, b.minLength);
  const maxLength = Math.min(a.maxLength ?? Number.POSITIVE_INFINITY, b.maxLength ?? Number.POSITIVE_INFINITY);
  if (minLength > maxLength) return undefined;
  const patterns = meetChecks(a.patterns, b.patterns);
  const formats = meetChecks(a.formats, b.formats);
  if (patterns === undefined || formats === undefined) return undefined;
  const excluded =
    b.excluded.length === 0 ? a.excluded : a.excluded.length === 0 ? b.excluded : [...new Set([...a.excluded, ...b.excluded])];
  if (maxLength === 0 && excluded.includes("")) return undefined;
  return {
    type: "string",
    minLength,
    ...(maxLength === Number.POSITIVE_INFINITY ? {} : { maxLength }),
    patterns,
    formats,
    excluded,
  };
}

function meetChecks(a: readonly StringCheck[], b: readonly StringCheck[]): readonly StringCheck[] | undefined {
  if (b.length === 0) return a;
  if (a.length === 0) return b;
  const merged = [...a];
  for (const check of b) {
    const known = merged.find((other) => other.source === check.source && other.negated === check.negated);
    if (known !== undefined) continue;
    if (merged.some((other) => other.source === check.source)) return undefined;
    merged.push(check);
  }
  return merged;
}

/** What the piece leaves out. The pieces may overlap. */
export function complementString(piece: StringPiece): StringPiece[] {
  const result: StringPiece[] = [];
  if (piece.minLength > 0) result.push({ ...ANY_STRING, maxLength: piece.minLength - 1 });
  if (piece.maxLength !== undefined) result.push({ ...ANY_STRING, minLength: piece.maxLength + 1 });
  for (const check of piece.patterns) result.push({ ...ANY_STRING, patterns: [{ ...check, negated: !check.negated }] });
  for (const check of piece.formats) result.push({ ...ANY_STRING, formats: [{ ...check, negated: !check.negated }] });
  for (const text of piece.excluded) {
    const source = `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
    result.push({ ...ANY_STRING, patterns: [{ source, negated: false, path: "" }] });
  }
  return result;
}

/** One text for each set of conditions. */
export function stringKey(piece: StringPiece): string {
  const list = (checks: readonly StringCheck[]): string =>
    checks
      .map((check) => `${check.negated ? "!" : "="}${check.source}`)
      .sort()
      .join("\u0000");
  return [
    piece.minLength,
    piece.maxLength ?? "",
    list(piece.patterns),
    list(piece.formats),
    [...piece.excluded].sort().join("\u0000"),
  ].join("\u0001");
}
