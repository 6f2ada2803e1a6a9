const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;

/** The text that a punycode label stands for (RFC 3492 §6.2); `undefined` where it is malformed. */
export function decodePunycode(input: string): string | undefined {
  const delimiter = input.lastIndexOf("-");
  const output = delimiter > 0 ? [...input.slice(0, delimiter)].map((char) => char.codePointAt(0)!) : [];
  let at = delimiter > 0 ? delimiter + 1 : 0;
  let code = 128;
  let index = 0;
  let bias = 72;
  while (at < input.length) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(input[at]);
      at += 1;
      if (digit === undefined) return undefined;
      index += digit * weight;
      if (index > 0x7fffffff) return undefined;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    output.splice(index, 0, code);
    index += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(char: string | undefined): number | undefined {
  if (char === undefined) return undefined;
  if (/[a-z]/i.test(char)) return char.toLowerCase().charCodeAt(0) - 97;
  return /\d/.test(char) ? Number(char) + 26 : undefined;
}

function adapt(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(first ? delta / 700 : delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + 38));
}
