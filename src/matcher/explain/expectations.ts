import type { ExprArena } from "../../expr/arena.ts";
import type { Front } from "../../expr/front.ts";
import { quoteText } from "../../format/quote.ts";
import { describeBytes, hasDigits, isText } from "./describe-bytes.ts";
import { type JsonPlace, jsonPlace } from "./json-place.ts";
import type { Thread } from "./labelled-run.ts";
import { type NextTexts, nextTexts } from "./next-texts.ts";

/** Something that may stand at a place of the text. */
export interface Expectation {
  /** In words, or a literal in backticks as in outlines (a JSON string in its own quotes): `a digit`, `"location"`, ``text without `<|close|>` ``, `the end`. */
  readonly text: string;
  /** The format that expects it, as a pointer such as `/format/elements/1/content`; empty for the end of the output. */
  readonly formatPath: string;
  /** JSON pointer of the value at hand, where the format is JSON. */
  readonly jsonPointer?: string;
}

const MAX_LITERALS = 16;
const MAX_LITERAL_BYTES = 80;
const END: Expectation = { text: "the end", formatPath: "" };

/** What the open ways expect at byte `at` of `bytes`, each once, literals before classes. */
export function expectationsOf(
  world: { readonly arena: ExprArena; readonly front: Front },
  threads: readonly Thread[],
  complete: boolean,
  bytes: Uint8Array,
  at: number,
): Expectation[] {
  const all = threads.flatMap((thread) => ofThread(world.arena, world.front, thread, bytes.subarray(thread.leafStart, at)));
  // Where anything else is possible, whitespace between the parts of a JSON text says nothing.
  const useful = all.filter(({ text }) => text !== "whitespace");
  const list = [...(useful.length > 0 || complete ? useful : all), ...(complete ? [END] : [])];
  const seen = new Set<string>();
  return list.filter(({ text, formatPath }) => {
    const key = `${formatPath}\n${text}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Expectations that a sentence names. */
const MAX_NAMED = 8;

/** Expectations as a part of a sentence. */
export function nameExpectations(expected: readonly Expectation[]): string {
  const names = expected.slice(0, MAX_NAMED).map(({ text }) => text);
  if (expected.length > MAX_NAMED) names.push(`${expected.length - MAX_NAMED} more`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function ofThread(arena: ExprArena, front: Front, { leaf, expr }: Thread, written: Uint8Array): Expectation[] {
  const { kind, path: formatPath } = leaf;
  const place = kind.type === "json" ? jsonPlace(written) : undefined;
  const next = nextTexts(arena, front, expr, {
    maxLiterals: MAX_LITERALS,
    maxBytes: MAX_LITERAL_BYTES,
    ...(place === undefined ? {} : { stops: (bytes) => endsString([...openString(place, written), ...bytes]) }),
  });
  if (next.literals.length === 0 && next.sets.length === 0) return [];
  const pointer = place === undefined ? {} : { jsonPointer: place.pointer };
  const expect = (text: string): Expectation => ({ text, formatPath, ...pointer });
  switch (kind.type) {
    case "text": {
      const without = [...new Set(kind.excludes)].filter((text) => text !== "");
      if (without.length < 2) return [expect(without.length === 0 ? "text" : `text without ${quoteText(without[0])}`)];
      return [expect(`text (without ${without.map(quoteText).join(", ")})`)];
    }
    case "trigger":
      return [expect(quoteText(kind.trigger))];
    case "literal":
      return next.literals.map(({ bytes }) => expect(restOf(bytes, kind.texts, written)));
    case "json":
    case "other":
      return place === undefined ? otherTexts(next).map(expect) : jsonTexts(arena, next, place, written).map(expect);
  }
}

/** The beginning of the string or key that is being written. */
function openString({ state, start }: JsonPlace, written: Uint8Array): Uint8Array {
  return state === "in-string" || state === "in-key" ? written.subarray(start) : new Uint8Array(0);
}

function otherTexts({ literals, sets, more }: NextTexts): string[] {
  return [...literals.map(({ bytes }) => shown(bytes)), ...sets.map(describeBytes), ...(more ? ["…"] : [])];
}

const VALUES: ReadonlyMap<number, string> = new Map([
  [0x7b, "an object"],
  [0x5b, "an array"],
  [0x2d, "a number"],
]);

/** What may come next in a JSON text, in the words of JSON. */
function jsonTexts(arena: ExprArena, { literals, sets, more }: NextTexts, place: JsonPlace, written: Uint8Array): string[] {
  const { state } = place;
  const inString = state === "in-string" || state === "in-key";
  const texts: string[] = [];
  for (const { bytes, rest } of literals) {
    const [first] = bytes;
    const opensString = first === 0x22 && bytes.length === 1 && !inString && !arena.isNullable(rest);
    if (opensString) texts.push(state === "key" ? "a property name" : "a string");
    else if (inString && first === 0x22) texts.push("the closing quote");
    else if (inString && first === 0x5c && sets.length > 0) continue;
    else if (state === "value" && bytes.length === 1 && VALUES.has(first)) texts.push(VALUES.get(first)!);
    else if (state === "value" && first >= 0x30 && first <= 0x39 && sets.some(hasDigits)) texts.push("a number");
    else if (inString || (state === "in-other" && written[place.start] >= 0x61)) {
      const word = written.subarray(place.start);
      const whole = [...word, ...bytes];
      texts.push(word.length === 1 && endsString(whole) ? decode(whole) : restOf(bytes, [decode(whole)], word));
    } else if (isBlank(bytes)) texts.push("whitespace");
    else texts.push(endsString(bytes) ? decode(bytes) : shown(bytes));
  }
  for (const set of sets) {
    if (state === "value" && hasDigits(set)) texts.push("a number");
    else if (inString && isText(set)) texts.push(state === "in-key" ? "more of the name" : "more text");
    else texts.push(describeBytes(set));
  }
  return [...new Set(texts), ...(more ? ["…"] : [])];
}

/** True behind the closing quote of a JSON string that is the whole literal. */
function endsString(bytes: readonly number[]): boolean {
  if (bytes.length < 2 || bytes[0] !== 0x22 || bytes[bytes.length - 1] !== 0x22) return false;
  let backslashes = 0;
  for (let at = bytes.length - 2; at > 0 && bytes[at] === 0x5c; at -= 1) backslashes += 1;
  return backslashes % 2 === 0;
}

function isBlank(bytes: readonly number[]): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** The rest of one of `texts`, of which `written` is the beginning. */
function restOf(rest: readonly number[], texts: readonly string[], written: Uint8Array): string {
  const whole = written.length === 0 ? undefined : texts.find((text) => continues(new TextEncoder().encode(text), written, rest));
  return whole === undefined ? shown(rest) : `${shown(rest)} (the rest of ${quoteText(whole)})`;
}

function continues(text: Uint8Array, written: Uint8Array, rest: readonly number[]): boolean {
  return written.every((byte, at) => text[at] === byte) && rest.every((byte, at) => text[written.length + at] === byte);
}

function shown(bytes: readonly number[]): string {
  const text = decode(bytes);
  return quoteText(bytes.length >= MAX_LITERAL_BYTES ? `${text}…` : text);
}

function decode(bytes: readonly number[]): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}
