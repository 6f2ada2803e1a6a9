import { StructagError } from "../../../core/errors.ts";
import type { ExprArena } from "../../../expr/arena.ts";
import type { ExprId } from "../../../expr/kinds.ts";
import type { StringCheck } from "../../../schema/normal.ts";
import type { CharSpelling } from "../../char-spelling.ts";
import { lowerRegex } from "../../regex/lower.ts";
import {
  EMAIL_AT_MOST,
  EMAIL_LITERAL,
  EMAIL_LOCAL,
  HOSTNAME,
  HOSTNAME_AT_MOST,
  IDN_EMAIL_AT_MOST,
  IDN_EMAIL_LOCAL,
  IDN_HOSTNAME,
  IDN_HOSTNAME_AT_MOST,
  IPV4,
  IPV6,
} from "./internet.ts";
import { lowerRegexFormat } from "./regex.ts";
import { DATE, DURATION, lowerDateTime, lowerTime } from "./time.ts";
import { IRI, URI, URI_TEMPLATE } from "./uri.ts";

/** How a format is written, and, where that is not all of it, a superset for its negation. */
interface FormatLowering {
  readonly inside: (arena: ExprArena, spelling: CharSpelling) => ExprId;
  /** Absent: `inside` is exact. `none`: no useful superset is known. */
  readonly atMost?: string | "none";
}

const MAX_HOSTNAME = 253;

function whole(source: string): FormatLowering["inside"] {
  return (arena, spelling) => lowerRegex(arena, source, { spelling, mode: "whole", flags: "u" });
}

function host(source: string): FormatLowering["inside"] {
  return (arena, spelling) => arena.and(whole(source)(arena, spelling), arena.repeat(spelling.any, 1, MAX_HOSTNAME));
}

function email(local: string, hosts: string): FormatLowering["inside"] {
  return (arena, spelling) =>
    arena.seq2(whole(local)(arena, spelling), arena.alt2(host(hosts)(arena, spelling), whole(EMAIL_LITERAL)(arena, spelling)));
}

const POINTER = "(?:\\/(?:[^~\\/]|~[01])*)*";

/** The formats of the standard that are asserted. */
const FORMATS: ReadonlyMap<string, FormatLowering> = new Map<string, FormatLowering>([
  ["date", { inside: whole(DATE) }],
  ["time", { inside: lowerTime }],
  ["date-time", { inside: lowerDateTime }],
  ["duration", { inside: whole(DURATION) }],
  ["email", { inside: email(EMAIL_LOCAL, HOSTNAME), atMost: EMAIL_AT_MOST }],
  ["idn-email", { inside: email(IDN_EMAIL_LOCAL, IDN_HOSTNAME), atMost: IDN_EMAIL_AT_MOST }],
  ["hostname", { inside: host(HOSTNAME), atMost: HOSTNAME_AT_MOST }],
  ["idn-hostname", { inside: host(IDN_HOSTNAME), atMost: IDN_HOSTNAME_AT_MOST }],
  ["ipv4", { inside: whole(IPV4) }],
  ["ipv6", { inside: whole(IPV6) }],
  ["uri", { inside: whole(URI.absolute) }],
  ["uri-reference", { inside: whole(URI.reference) }],
  ["iri", { inside: whole(IRI.absolute) }],
  ["iri-reference", { inside: whole(IRI.reference) }],
  ["uri-template", { inside: whole(URI_TEMPLATE) }],
  ["uuid", { inside: whole("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}") }],
  ["json-pointer", { inside: whole(POINTER) }],
  ["relative-json-pointer", { inside: whole(`(?:0|[1-9]\\d*)(?:#|${POINTER})`) }],
  ["regex", { inside: lowerRegexFormat, atMost: "none" }],
]);

/**
 * The texts of a format, or those that are certainly not of it. A format that no regular language holds is narrowed, never widened.
 * @throws StructagError `lower-json-format`
 */
export function lowerFormat(arena: ExprArena, spelling: CharSpelling, { source, negated, path }: StringCheck): ExprId {
  const format = FORMATS.get(source);
  if (format === undefined || (negated && format.atMost === "none")) {
    const message =
      format === undefined ? `the format "${source}" is not known` : `texts that are not of the format "${source}" can't be told`;
    throw new StructagError({ code: "lower-json-format", path, message, hint: "use a pattern" });
  }
  if (!negated) return format.inside(arena, spelling);
  return arena.not((format.atMost === undefined ? format.inside : whole(format.atMost))(arena, spelling));
}
