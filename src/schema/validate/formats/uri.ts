import { isIpv6 } from "./ip.ts";

// The character classes of RFC 3986 and, with every other script, of RFC 3987.
const UNRESERVED = "A-Za-z0-9._~\\-";
const SUB_DELIMS = "!$&'()*+,;=";
const IRI_CHARS = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}\\u{30000}-\\u{efffd}";
const PRIVATE_USE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

interface Classes {
  readonly userInfo: RegExp;
  readonly host: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

const URI = classes("", "");
const IRI = classes(IRI_CHARS, PRIVATE_USE);

function classes(more: string, privateUse: string): Classes {
  const of = (extra: string): RegExp => new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}${more}${extra}]|%[0-9A-Fa-f]{2})*$`, "u");
  return { userInfo: of(":"), host: of(""), path: of(":@/"), query: of(`:@/?${privateUse}`), fragment: of(":@/?") };
}

export function isUri(text: string): boolean {
  return isReference(text, URI, true);
}

export function isUriReference(text: string): boolean {
  return isReference(text, URI, false);
}

export function isIri(text: string): boolean {
  return isReference(text, IRI, true);
}

export function isIriReference(text: string): boolean {
  return isReference(text, IRI, false);
}

function isReference(text: string, allowed: Classes, absolute: boolean): boolean {
  const match = PARTS.exec(text);
  if (match === null) return false;
  const [, scheme, authority, path, query, fragment] = match;
  if (scheme === undefined && (absolute || (authority === undefined && /^[^/]*:/.test(path)))) return false;
  if (authority !== undefined && !isAuthority(authority, allowed)) return false;
  return allowed.path.test(path) && allowed.query.test(query ?? "") && allowed.fragment.test(fragment ?? "");
}

function isAuthority(authority: string, allowed: Classes): boolean {
  const at = authority.lastIndexOf("@");
  if (at >= 0 && !allowed.userInfo.test(authority.slice(0, at))) return false;
  const match = /^(\[[^\]]*\]|[^:[\]]*)(?::\d*)?$/.exec(authority.slice(at + 1));
  if (match === null) return false;
  const host = match[1];
  if (!host.startsWith("[")) return allowed.host.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || /^[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+$/.test(literal);
}

const VARIABLE = "(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\\d{0,3}|\\*)?";
const LITERAL = `[!#$&-;=?-[\\]_a-z~${IRI_CHARS}${PRIVATE_USE}]|%[0-9A-Fa-f]{2}`;
const TEMPLATE = new RegExp(`^(?:${LITERAL}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`, "u");

/** RFC 6570. */
export function isUriTemplate(text: string): boolean {
  return TEMPLATE.test(text);
}
