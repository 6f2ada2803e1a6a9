/**
 * Patterns of JSON Schema's string formats, for values that are written as raw text; each matches the whole value.
 * Sources: RFC 3339 (dates, durations; no leap seconds), RFC 5321 and 1123 (mail, host names), RFC 4291 (IPv6), RFC 9562 (UUID),
 * RFC 3986 (URI; its characters, not its parts), RFC 6901.
 */
const LEAP_YEAR = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const LONG_MONTH = "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])";
const SHORT_MONTH = "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)";
const DATE = `(?:[0-9]{4}-(?:${LONG_MONTH}|${SHORT_MONTH}|02-(?:0[1-9]|1[0-9]|2[0-8]))|${LEAP_YEAR}-02-29)`;
const OFFSET = "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])";
const TIME = `(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?${OFFSET}`;

const COUNT = "[0-9]+";
const MINUTES = `${COUNT}M(?:${COUNT}S)?`;
const HOURS = `${COUNT}H(?:${MINUTES})?`;
const CLOCK = `T(?:${HOURS}|${MINUTES}|${COUNT}S)`;
const MONTHS = `${COUNT}M(?:${COUNT}D)?`;
const DURATION = `P(?:(?:${COUNT}Y(?:${MONTHS})?|${MONTHS}|${COUNT}D)(?:${CLOCK})?|${CLOCK}|${COUNT}W)`;

const BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`;
const GROUP = "[0-9A-Fa-f]{1,4}";
/** Eight groups, or fewer around one `::`; the last two may be an IPv4 address. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){6}${IPV4}`,
  `(?:${GROUP}:){1,7}:`,
  ...[6, 5, 4, 3, 2, 1].map((left) => `(?:${GROUP}:){1,${left}}(?::${GROUP}){1,${7 - left}}`),
  `:(?::${GROUP}){1,7}`,
  "::",
  ...[5, 4, 3, 2, 1].map((left) => `(?:${GROUP}:){1,${left}}(?::${GROUP}){0,${5 - left}}:${IPV4}`),
  `:(?::${GROUP}){0,5}:${IPV4}`,
].join("|");

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const HOSTNAME = `${LABEL}(?:\\.${LABEL})*`;
const MAIL_ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{}~-]+";
const URI_CHAR = "(?:[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";

export const STRING_FORMATS: ReadonlyMap<string, string> = new Map([
  ["date", DATE],
  ["time", TIME],
  ["date-time", `${DATE}[Tt]${TIME}`],
  ["duration", DURATION],
  ["email", `${MAIL_ATOM}(?:\\.${MAIL_ATOM})*@${HOSTNAME}`],
  ["hostname", HOSTNAME],
  ["ipv4", IPV4],
  ["ipv6", IPV6],
  ["uuid", "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}"],
  ["uri", `[A-Za-z][A-Za-z0-9+.-]*:${URI_CHAR}*`],
  ["uri-reference", `${URI_CHAR}*`],
  ["json-pointer", "(?:/(?:[^/~]|~[01])*)*"],
]);

/** Formats of the standard that have no pattern here. */
export const OTHER_FORMATS: ReadonlySet<string> = new Set([
  "idn-email",
  "idn-hostname",
  "iri",
  "iri-reference",
  "regex",
  "relative-json-pointer",
  "uri-template",
]);
