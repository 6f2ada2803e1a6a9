import type { BodyMarkers } from "../../read/json-body.ts";
import { isCutOff } from "../../read/marker-set.ts";
import { K3_CLOSE, K3_END_OF_MESSAGE, K3_OPEN, K3_SEP, type K3Element, k3Close } from "../../wire/kimi-k3.ts";

/** A marker of Kimi K3 in the text. */
export interface K3Tag {
  readonly kind: "open" | "close" | "end-of-message";
  /** `undefined` for the end of the message. */
  readonly name: K3Element | undefined;
  /** The index behind the marker; for an opening tag with attributes: behind its name. */
  readonly end: number;
  /** True where whitespace stands inside the marker, as some detokenisers write it. */
  readonly spaced: boolean;
}

/** The markers that a state knows. The end of the message is always among them. */
export interface K3Accepts {
  readonly open: readonly K3Element[];
  readonly close: readonly K3Element[];
}

/** Where a scan ended: at a marker, or (`tag` undefined) at the place from which the text must be held back. */
export interface K3Hit {
  readonly at: number;
  readonly tag: K3Tag | undefined;
}

/** Most whitespace inside a marker. */
const MAX_SPACE = 16;
const WITH_ATTRIBUTES: ReadonlySet<K3Element> = new Set<K3Element>(["call", "argument", "json", "message"]);
const ENDS_CLOSE = [K3_SEP, K3_OPEN, K3_CLOSE, K3_END_OF_MESSAGE];

/** The first marker from `from` on. */
export function scanK3Tag(text: string, from: number, accepts: K3Accepts): K3Hit {
  for (let at = nextK3Token(text, from); at >= 0; at = nextK3Token(text, at + 1)) {
    const tag = matchK3Tag(text, at, accepts);
    if (tag === "partial") return { at, tag: undefined };
    if (tag !== undefined) return { at, tag };
  }
  return { at: text.length, tag: undefined };
}

/**
 * The marker at `at`; `partial` where the text ends inside what may become one. Whitespace around a name is tolerated, and so is a
 * close tag that runs straight into the next marker.
 */
export function matchK3Tag(text: string, at: number, accepts: K3Accepts): K3Tag | "partial" | undefined {
  if (text.startsWith(K3_OPEN, at)) return matchNamed(text, at + K3_OPEN.length, "open", accepts.open);
  if (text.startsWith(K3_CLOSE, at)) return matchNamed(text, at + K3_CLOSE.length, "close", accepts.close);
  if (text.startsWith(K3_END_OF_MESSAGE, at)) {
    return { kind: "end-of-message", name: undefined, end: at + K3_END_OF_MESSAGE.length, spaced: false };
  }
  const cutOff = isCutOff(text, at, K3_END_OF_MESSAGE) || isCutOff(text, at, K3_OPEN) || isCutOff(text, at, K3_CLOSE);
  return cutOff ? "partial" : undefined;
}

/** The next place where a special token may start: all of them start with `<|`. The text's last character may be the first of one. */
export function nextK3Token(text: string, from: number): number {
  let at = text.indexOf("<", from);
  while (at >= 0 && at + 1 < text.length && text.charCodeAt(at + 1) !== 0x7c) at = text.indexOf("<", at + 1);
  return at;
}

/** True for held-back text that is a truncated marker and not text: it starts with a whole special token. */
export function startsWithK3Token(text: string, at: number): boolean {
  return ENDS_CLOSE.some((token) => text.startsWith(token, at));
}

function matchNamed(text: string, at: number, kind: "open" | "close", names: readonly K3Element[]): K3Tag | "partial" | undefined {
  const nameAt = skipSpace(text, at);
  if (nameAt === text.length) return nameAt - at <= MAX_SPACE && names.length > 0 ? "partial" : undefined;
  if (nameAt - at > MAX_SPACE) return undefined;
  const name = names.find((candidate) => text.startsWith(candidate, nameAt));
  if (name === undefined) return names.some((candidate) => isCutOff(text, nameAt, candidate)) ? "partial" : undefined;
  const nameEnd = nameAt + name.length;
  const end = skipSpace(text, nameEnd);
  if (kind === "open" && WITH_ATTRIBUTES.has(name) && end > nameEnd) return { kind, name, end: nameEnd, spaced: nameAt > at };
  if (end - nameEnd > MAX_SPACE) return undefined;
  if (end === text.length) return "partial";
  const spaced = nameAt > at || end > nameEnd;
  if (text.startsWith(K3_SEP, end))
    return { kind, name, end: kind === "open" && WITH_ATTRIBUTES.has(name) ? end : end + K3_SEP.length, spaced };
  if (kind === "open") return isCutOff(text, end, K3_SEP) ? "partial" : undefined;
  if (ENDS_CLOSE.some((token) => text.startsWith(token, end))) return { kind, name, end, spaced };
  return ENDS_CLOSE.some((token) => isCutOff(text, end, token)) ? "partial" : undefined;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \n\r\t".includes(text[at])) at += 1;
  return at;
}

/** Outside of a JSON string no marker can be data, so every marker of a call ends the body. */
const BODY_ENDS: K3Accepts = { open: ["argument", "json", "call"], close: ["argument", "json", "call", "tools", "message"] };
const BODY_CLOSES = BODY_ENDS.close.map(k3Close);

/** What ends a JSON value or block in a call. */
export const K3_BODY_MARKERS: BodyMarkers<K3Tag> = {
  next: nextK3Token,
  match: (text, at) => matchK3Tag(text, at, BODY_ENDS),
  matchInString(text, at) {
    if (BODY_CLOSES.some((marker) => isCutOff(text, at, marker))) return "partial";
    return BODY_CLOSES.some((marker) => text.startsWith(marker, at)) ? "whole" : undefined;
  },
};
