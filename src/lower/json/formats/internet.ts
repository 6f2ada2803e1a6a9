/** RFC 2673 dotted quad, without leading zeros. */
export const IPV4 = ip4();

function ip4(): string {
  const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  return `${octet}(?:\\.${octet}){3}`;
}

/** RFC 4291 text form with at most one `::` and an IPv4 tail where it fits; no zone. */
export const IPV6 = ip6();

function ip6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const options = [`(?:${group}:){7}${group}`, `(?:${group}:){6}${IPV4}`];
  for (let left = 0; left <= 7; left += 1) {
    const before = left === 0 ? "" : `${group}(?::${group}){${left - 1}}`;
    const room = 7 - left;
    const after = [];
    if (room >= 1) after.push(`${group}(?::${group}){0,${room - 1}}`);
    if (room >= 2) after.push(`(?:${group}:){0,${room - 2}}${IPV4}`);
    options.push(`${before}::${after.length === 0 ? "" : `(?:${after.join("|")})?`}`);
  }
  return `(?:${options.join("|")})`;
}

const LABEL_END = "[A-Za-z0-9]";
const LABEL_CHAR = "[A-Za-z0-9-]";

/** RFC 1123 label of up to 63 characters whose third and fourth are not both hyphens: those are reserved, and only decoding tells whether an `xn--` label is right. */
const LABEL = label(LABEL_END, LABEL_CHAR);

function label(end: string, char: string): string {
  return `${end}(?:${char}{0,2}${end}|${char}(?:${end}${char}|-${end})${char}{0,58}${end})?`;
}

/** Host names without their limit of 253 characters. */
export const HOSTNAME = `${LABEL}(?:\\.${LABEL})*`;

/** A superset: every `xn--` label counts as right. */
const ANY_LABEL = `${LABEL_END}(?:${LABEL_CHAR}{0,61}${LABEL_END})?`;
export const HOSTNAME_AT_MOST = `${ANY_LABEL}(?:\\.${ANY_LABEL})*`;

/** Letters that RFC 5892 allows anywhere in a label and that normalisation never joins: the most used alphabets, ideographs and syllables. */
const IDN_LETTERS =
  "\\u{df}-\\u{f6}\\u{f8}-\\u{ff}\\u{101}\\u{103}\\u{105}\\u{107}\\u{109}\\u{10b}\\u{10d}\\u{10f}\\u{111}\\u{113}\\u{115}\\u{117}\\u{119}\\u{11b}\\u{11d}\\u{11f}" +
  "\\u{121}\\u{123}\\u{125}\\u{127}\\u{129}\\u{12b}\\u{12d}\\u{12f}\\u{131}\\u{135}\\u{137}\\u{13a}\\u{13c}\\u{13e}\\u{142}\\u{144}\\u{146}\\u{148}\\u{14b}\\u{14d}" +
  "\\u{14f}\\u{151}\\u{153}\\u{155}\\u{157}\\u{159}\\u{15b}\\u{15d}\\u{15f}\\u{161}\\u{163}\\u{165}\\u{167}\\u{169}\\u{16b}\\u{16d}\\u{16f}\\u{171}\\u{173}\\u{175}" +
  "\\u{177}\\u{17a}\\u{17c}\\u{17e}\\u{3ac}-\\u{3ce}\\u{430}-\\u{45f}\\u{561}-\\u{586}\\u{5d0}-\\u{5ea}\\u{621}-\\u{63a}\\u{641}-\\u{64a}\\u{905}-\\u{928}\\u{92a}-\\u{930}" +
  "\\u{e01}-\\u{e30}\\u{10d0}-\\u{10f0}\\u{3041}-\\u{3096}\\u{30a1}-\\u{30fa}\\u{4e00}-\\u{9fff}\\u{ac00}-\\u{d7a3}";
const IDN_LABEL = label(`[A-Za-z0-9${IDN_LETTERS}]`, `[A-Za-z0-9${IDN_LETTERS}-]`);

/** RFC 5890: a subset, since the full rules need normalisation and context. */
export const IDN_HOSTNAME = `${IDN_LABEL}(?:[.\\u{3002}\\u{ff0e}\\u{ff61}]${IDN_LABEL})*`;
/** A superset. */
export const IDN_HOSTNAME_AT_MOST = "[A-Za-z0-9.\\-\\u{80}-\\u{10ffff}]*";

const ATOM = "[A-Za-z0-9!#$%&'*+\\/=?^_`{|}~\\-]+";
const LOCAL = `(?:${ATOM}(?:\\.${ATOM})*|"(?:[ !#-\\[\\]-~]|\\\\[ -~])*")`;
const IDN_ATOM = "[A-Za-z0-9!#$%&'*+\\/=?^_`{|}~\\u{80}-\\u{10ffff}\\-]+";
const IDN_LOCAL = `(?:${IDN_ATOM}(?:\\.${IDN_ATOM})*|"(?:[ !#-\\[\\]-~\\u{80}-\\u{10ffff}]|\\\\[ -~])*")`;
const ADDRESS_LITERAL = `\\[(?:${IPV4}|[Ii][Pp][Vv]6:${IPV6})\\]`;

/** RFC 5321 `Mailbox`: what stands before the host, and hosts that are addresses. */
export const EMAIL_LOCAL = `${LOCAL}@`;
/** RFC 6531. */
export const IDN_EMAIL_LOCAL = `${IDN_LOCAL}@`;
export const EMAIL_LITERAL = ADDRESS_LITERAL;
export const EMAIL_AT_MOST = `${LOCAL}@(?:${HOSTNAME_AT_MOST}|${ADDRESS_LITERAL})`;
export const IDN_EMAIL_AT_MOST = "[^]+@[^]+";
