import { IPV6 } from "./internet.ts";

const UNRESERVED = "A-Za-z0-9._~\\-";
const SUB_DELIMS = "!$&'()*+,;=";
const IRI_CHARS = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{efffd}";
const PRIVATE_USE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";
const SCHEME = "[A-Za-z][A-Za-z0-9+.\\-]*:";

interface Reference {
  readonly absolute: string;
  readonly reference: string;
}

/** RFC 3986 `URI` and `URI-reference`; with more characters RFC 3987's. */
function reference(more: string, privateUse: string): Reference {
  const chars = (extra: string): string => `(?:[${UNRESERVED}${SUB_DELIMS}${more}${extra}]|%[0-9A-Fa-f]{2})`;
  const segment = chars(":@");
  const host = `(?:\\[(?:${IPV6}|[vV][0-9A-Fa-f]+\\.[${UNRESERVED}${SUB_DELIMS}:]+)\\]|${chars("")}*)`;
  const authority = `\\/\\/(?:${chars(":")}*@)?${host}(?::\\d*)?`;
  const path = chars(":@\\/");
  const rooted = `${authority}(?:\\/${path}*)?|\\/(?:${segment}${path}*)?`;
  const tail = `(?:\\?${chars(`:@\\/?${privateUse}`)}*)?(?:#${chars(":@\\/?")}*)?`;
  const absolute = `${SCHEME}(?:${rooted}|${segment}${path}*|)${tail}`;
  return { absolute, reference: `(?:${absolute}|(?:${rooted}|${chars("@")}+(?:\\/${path}*)?|)${tail})` };
}

export const URI = reference("", "");
export const IRI = reference(IRI_CHARS, PRIVATE_USE);

const VARIABLE = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?";

/** RFC 6570. */
export const URI_TEMPLATE = `(?:[!#$&-;=?-\\[\\]_a-z~${IRI_CHARS}${PRIVATE_USE}]|%[0-9A-Fa-f]{2}|\\{[+#.\\/;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*`;
