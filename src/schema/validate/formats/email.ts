import { isHostname, isIdnHostname } from "./hostname.ts";
import { isIpv4, isIpv6 } from "./ip.ts";

const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const IDN_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+)*$/u;
const IDN_QUOTED = /^"(?:[ !#-[\]-~\u0080-\u{10ffff}]|\\[ -~])*"$/u;
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

/** RFC 5321 `Mailbox`: a dotted atom or quoted string, and a host name or an address literal. */
export function isEmail(text: string): boolean {
  return isMailbox(text, [ATOM, QUOTED], isHostname);
}

/** RFC 6531: the same with letters of every script. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, [IDN_ATOM, IDN_QUOTED], isIdnHostname);
}

function isMailbox(text: string, locals: readonly RegExp[], isHost: (text: string) => boolean): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1) return false;
  const local = text.slice(0, at);
  const host = text.slice(at + 1);
  if (!locals.some((pattern) => pattern.test(local))) return false;
  const literal = /^\[(.*)\]$/s.exec(host)?.[1];
  if (literal === undefined) return isHost(host);
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal);
}
