import { isJsonArray, isJsonObject, JsonNumber, type JsonObject } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";
import type { Format } from "../format/types.ts";
import type { Findings } from "./findings.ts";
import { type AnchoredPattern, type Pattern, readPattern, writePattern } from "./pattern.ts";
import { withoutChar } from "./pattern-atoms.ts";
import { lengths, mayContain } from "./pattern-text.ts";
import { OTHER_FORMATS, STRING_FORMATS } from "./string-formats.ts";

/** What a raw text may never contain, because a reader would take it for the end. */
export interface RawTextLimits {
  /** Excluded by request, in front of the terminators. */
  readonly excludes: readonly string[];
  readonly terminators: readonly string[];
}

interface Checked {
  readonly pattern: string;
  readonly path: string;
}

interface StringRules {
  readonly checks: readonly Checked[];
  readonly min: number;
  /** Infinity where unbounded. */
  readonly max: number;
}

const INT32_MAX = 0x7fff_ffff;
/** Beyond this a lower bound is out of any model's reach, and out of the repeat counts of regex engines. */
const LONGEST_MINIMUM = 100_000;
/** Keywords that can rule out strings and that raw text cannot hold. */
const NOT_HELD = ["not", "if", "oneOf", "anyOf", "$dynamicRef"];

/**
 * A string value as raw text: its pattern, its length, its format. The text never holds a terminator. `undefined`: no text is possible.
 *
 * Structural tags have neither intersection nor lookahead that all engines share, so a pattern that could spell a terminator becomes the union of
 * two narrower ones, each without one of the characters that every terminator has. What is lost by that is reported as `dropped`.
 */
export function rawText(schema: JsonObject, path: string, limits: RawTextLimits, findings: Findings): Format | undefined {
  const rules = readRules(schema, path, findings);
  if (rules.min > rules.max) return undefined;
  const [first, ...others] = rules.checks;
  for (const other of others) {
    findings.note("loosened", "arguments-pattern-combined", other.path, "only one pattern or format of a raw text is held");
  }
  const patterned = first === undefined ? undefined : patternText(first, rules, limits, findings, path);
  return patterned ?? lengthText(rules, limits, findings, path);
}

function readRules(schema: JsonObject, path: string, findings: Findings): StringRules {
  const checks: Checked[] = [];
  let min = 0;
  let max = Number.POSITIVE_INFINITY;
  const read = (part: JsonObject, at: string): void => {
    const bound = (keyword: string): number | undefined => {
      const value = part.get(keyword);
      return value instanceof JsonNumber ? value.value : undefined;
    };
    min = Math.max(min, bound("minLength") ?? 0);
    max = Math.min(max, bound("maxLength") ?? max);
    const pattern = part.get("pattern");
    if (typeof pattern === "string") checks.push({ pattern, path: childPointer(at, "pattern") });
    const format = part.get("format");
    if (typeof format === "string") {
      const known = STRING_FORMATS.get(format);
      const where = childPointer(at, "format");
      if (known !== undefined) checks.push({ pattern: `^(?:${known})$`, path: where });
      else if (OTHER_FORMATS.has(format))
        findings.note("loosened", "arguments-format", where, `the format ${format} is not held in raw text`);
      else
        findings.note(
          "unenforced",
          "arguments-format-unknown",
          where,
          `the format ${JSON.stringify(format)} is unknown, so it only describes`,
        );
    }
    for (const keyword of NOT_HELD) {
      if (part.has(keyword)) {
        findings.note("loosened", "arguments-keyword", childPointer(at, keyword), `${keyword} is not held in raw text`);
      }
    }
    for (const keyword of ["contentEncoding", "contentMediaType", "contentSchema"]) {
      if (part.has(keyword))
        findings.note("unenforced", "arguments-content", childPointer(at, keyword), `${keyword} only describes the text`);
    }
    const all = part.get("allOf");
    if (isJsonArray(all)) {
      all.forEach((member, index) => {
        if (isJsonObject(member)) read(member, childPointer(childPointer(at, "allOf"), index));
      });
    }
  };
  read(schema, path);
  if (min > LONGEST_MINIMUM && min <= max) {
    findings.note("loosened", "arguments-length", childPointer(path, "minLength"), `a minimum length above ${LONGEST_MINIMUM} is not held`);
    min = 0;
  }
  return { checks, min, max };
}

function freeText(limits: RawTextLimits, maxChars: number): Format {
  const excludes = [...limits.excludes, ...limits.terminators];
  const base: Format = { type: "any_text", ...(excludes.length > 0 ? { excludes } : {}) };
  return maxChars <= INT32_MAX ? { ...base, maxChars } : base;
}

/** Text between two lengths. A lower bound is met first by a part that cannot begin a terminator. */
function lengthText(rules: StringRules, limits: RawTextLimits, findings: Findings, path: string): Format {
  const { min, max } = rules;
  if (min === 0) return freeText(limits, max);
  const needles = [...limits.excludes, ...limits.terminators];
  const bounds = max <= INT32_MAX ? (min === max ? `{${min}}` : `{${min},${max}}`) : min === 1 ? "+" : `{${min},}`;
  if (needles.length === 0) return { type: "regex", pattern: `[\\s\\S]${bounds}` };
  const first = needles[0][0];
  const [, other] = sharedMarks(needles);
  if (needles.some((needle) => needle[0] !== first) || other === undefined) {
    findings.note(
      "loosened",
      "arguments-length",
      childPointer(path, "minLength"),
      "the minimum length is not held beside these terminators",
    );
    return freeText(limits, max);
  }
  narrowed(findings, path, needles);
  const times = min === 1 ? "" : `{${min}}`;
  const second = needles[0][1];
  const unbounded = max > INT32_MAX;
  const twoMarks = unbounded && second !== first && needles.every((needle) => needle[1] === second);
  const [f, s, o] = [first, second ?? "", other].map(inClass);
  const lead = twoMarks ? (min === 1 ? `[^${f}]|${f}+[^${f}${s}]` : `(?:[^${f}]|${f}+[^${f}${s}])${times}`) : `[^${f}]${times}`;
  const rest = freeText(limits, max - min);
  const led: Format = { type: "sequence", elements: [{ type: "regex", pattern: lead }, rest] };
  return {
    type: "or",
    elements: [min === max ? { type: "regex", pattern: lead } : led, { type: "regex", pattern: `[^${o}]${bounds}` }],
  };
}

function inClass(char: string): string {
  return /[\\\]^-]/.test(char) ? `\\${char}` : char;
}

/** Marks (no letters, digits or spaces) that every needle holds, in the order of the first needle. */
function sharedMarks(needles: readonly string[]): string[] {
  const marks = [...new Set(needles[0])].filter((char) => /[^\p{L}\p{N}\s_\\\]^-]/u.test(char));
  return marks.filter((char) => needles.every((needle) => needle.includes(char)));
}

function narrowed(findings: Findings, path: string, needles: readonly string[]): void {
  const marks = sharedMarks(needles).slice(0, 2).join(" and ");
  findings.note(
    "dropped",
    "arguments-text-narrowed",
    path,
    `some texts that hold ${marks} cannot be written here, so that none spells an end marker`,
  );
}

/** `undefined`: the pattern cannot be held, which is reported; lengths may still be. */
function patternText(check: Checked, rules: StringRules, limits: RawTextLimits, findings: Findings, path: string): Format | undefined {
  const alternatives = readPattern(check.pattern);
  if (alternatives === undefined) {
    const message = "the pattern uses assertions or back references, which raw text cannot hold";
    findings.note("loosened", "arguments-pattern", check.path, message);
    return undefined;
  }
  const needles = [...limits.excludes, ...limits.terminators];
  if (alternatives.some((one) => !one.start && !one.end && isEmpty(one.body))) return undefined;
  const prefix = prefixText(alternatives, rules, limits);
  if (prefix !== undefined) return prefix;
  let bounded = true;
  const bodies = alternatives.map((one) => {
    const padded = pad(one);
    const held = withLengths(padded, rules);
    if (held === undefined) bounded = false;
    return held ?? padded;
  });
  if (!bounded) {
    findings.note("loosened", "arguments-length", path, "the pattern is held, the length beside it is not");
  }
  const whole: Pattern = bodies.length === 1 ? bodies[0] : { kind: "either", items: bodies };
  const same = alternatives.length === 1 && alternatives[0].start && alternatives[0].end && bodies[0] === alternatives[0].body;
  if (!needles.some((needle) => mayContain(whole, needle))) return regex(same ? check.pattern : writePattern(whole));
  const variants = sharedMarks(needles)
    .slice(0, 2)
    .map((char) => withoutChar(whole, char))
    .filter((variant) => variant !== undefined && !needles.some((needle) => mayContain(variant, needle)));
  if (variants.length === 0) {
    findings.note("loosened", "arguments-pattern", check.path, "the pattern could spell an end marker and cannot be narrowed");
    return undefined;
  }
  narrowed(findings, check.path, needles);
  return regex([...new Set(variants.map((variant) => writePattern(variant!)))].join("|"));
}

function regex(pattern: string): Format {
  return pattern === "" ? { type: "const_string", value: "" } : { type: "regex", pattern };
}

/** `^abc` alone: its beginning, then free text, which excludes terminators exactly. */
function prefixText(alternatives: readonly AnchoredPattern[], rules: StringRules, limits: RawTextLimits): Format | undefined {
  const [only] = alternatives;
  if (alternatives.length !== 1 || !only.start || only.end) return undefined;
  const [low, high] = lengths(only.body);
  if (rules.min > low || (rules.max !== Number.POSITIVE_INFINITY && low !== high) || rules.max < high) return undefined;
  const firsts = [...limits.excludes, ...limits.terminators].map((needle) => needle[0]);
  if (firsts.some((char) => mayContain(only.body, char))) return undefined;
  return { type: "sequence", elements: [regex(writePattern(only.body)), freeText(limits, rules.max - low)] };
}

const ANYTHING: Pattern = { kind: "repeat", item: { kind: "atom", source: "[\\s\\S]" }, min: 0, max: Number.POSITIVE_INFINITY };

function pad(one: AnchoredPattern): Pattern {
  if (one.start && one.end) return one.body;
  return { kind: "sequence", items: [...(one.start ? [] : [ANYTHING]), one.body, ...(one.end ? [] : [ANYTHING])] };
}

/** The pattern with its lengths inside the bounds; `undefined` where that takes more than one count. */
function withLengths(pattern: Pattern, rules: StringRules): Pattern | undefined {
  const [low, high] = lengths(pattern);
  if (low >= rules.min && high <= rules.max) return pattern;
  const inner = pattern.kind === "sequence" && pattern.items.length === 1 ? pattern.items[0] : pattern;
  if (inner.kind !== "repeat" || inner.item.kind !== "atom") return undefined;
  const [min, max] = [Math.max(inner.min, rules.min), Math.min(inner.max, rules.max)];
  return min <= max ? { ...inner, min, max } : undefined;
}

function isEmpty(pattern: Pattern): boolean {
  return pattern.kind === "sequence" && pattern.items.length === 0;
}
