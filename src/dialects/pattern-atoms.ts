import type { Pattern } from "./pattern.ts";

const tests = new Map<string, RegExp | undefined>();
const MAX_TESTS = 2000;

/** Whether an atom takes a character, by ECMAScript itself. */
export function takes(source: string, char: string): boolean {
  let test = tests.get(source);
  if (test === undefined) {
    if (tests.size >= MAX_TESTS) tests.clear();
    test = compile(source);
    tests.set(source, test);
  }
  return test.test(char);
}

function compile(source: string): RegExp {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(`^${source}$`, flags);
    } catch {
      // Spellings such as `\-` outside a class are only valid without Unicode rules.
    }
  }
  return /^[\s\S]$/u;
}

/** The pattern with one character taken out of every class that takes others as well; `undefined` where a class cannot be narrowed. */
export function withoutChar(pattern: Pattern, char: string): Pattern | undefined {
  switch (pattern.kind) {
    case "atom": {
      if (!takes(pattern.source, char) || isSingle(pattern.source)) return pattern;
      const source = narrowClass(pattern.source, char);
      return source === undefined ? undefined : { kind: "atom", source };
    }
    case "repeat": {
      const item = withoutChar(pattern.item, char);
      return item === undefined ? undefined : { ...pattern, item };
    }
    case "sequence":
    case "either": {
      const items: Pattern[] = [];
      for (const item of pattern.items) {
        const narrowed = withoutChar(item, char);
        if (narrowed === undefined) return undefined;
        items.push(narrowed);
      }
      return { kind: pattern.kind, items };
    }
  }
}

function isSingle(source: string): boolean {
  return source !== "." && !source.startsWith("[") && !/^\\[dDwWsSpP]/.test(source);
}

const COMPLEMENTS: ReadonlyMap<string, string> = new Map([
  [".", "\\n\\r\\u2028\\u2029"],
  ["\\D", "\\d"],
  ["\\W", "\\w"],
  ["\\S", "\\s"],
]);

/** `char` is punctuation, so that it needs no escape in a class. */
function narrowClass(source: string, char: string): string | undefined {
  const complement = COMPLEMENTS.get(source);
  if (complement !== undefined) return `[^${char}${complement}]`;
  if (source.startsWith("[^")) return `[^${char}${source.slice(2)}`;
  if (!source.startsWith("[")) return undefined;
  const items = classItems(source.slice(1, -1));
  if (items === undefined) return undefined;
  const texts = items.map((item) => item.text);
  for (const [a, b] of [
    ["\\s", "\\S"],
    ["\\d", "\\D"],
    ["\\w", "\\W"],
  ]) {
    if (texts.includes(a) && texts.includes(b)) return `[^${char}]`;
  }
  const code = char.codePointAt(0)!;
  const kept = items.flatMap((item): string[] => {
    if (!takes(`[${item.text}]`, char)) return [item.text];
    if (item.first === undefined || item.last === undefined) return ["?"];
    const below = item.first < code ? [range(item.first, code - 1)] : [];
    return item.last > code ? [...below, range(code + 1, item.last)] : below;
  });
  if (kept.includes("?") || kept.length === 0) return undefined;
  return `[${kept.join("")}]`;
}

interface ClassItem {
  readonly text: string;
  /** Code points of the ends; absent for `\d` and its like. */
  readonly first?: number;
  readonly last?: number;
}

function classItems(body: string): ClassItem[] | undefined {
  const unit = /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[\s\S])|[\s\S]/uy;
  const items: ClassItem[] = [];
  const next = (): string | undefined => unit.exec(body)?.[0];
  for (let text = next(); text !== undefined; ) {
    const first = codeOf(text);
    const after = next();
    if (after === "-" && first !== undefined) {
      const end = next();
      if (end === undefined) return [...items, { text, first, last: first }, { text: "\\-", first: 45, last: 45 }];
      const last = codeOf(end);
      if (last === undefined) return undefined;
      items.push({ text: `${text}-${end}`, first, last });
      text = next();
    } else {
      items.push(first === undefined ? { text } : { text, first, last: first });
      text = after;
    }
  }
  return items;
}

const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, v: 11, f: 12, b: 8, "0": 0 };

function codeOf(unit: string): number | undefined {
  if (!unit.startsWith("\\")) return unit.codePointAt(0);
  const hex = /^\\(?:u\{([0-9a-fA-F]+)\}|[ux]([0-9a-fA-F]+))$/.exec(unit);
  if (hex !== null) return Number.parseInt(hex[1] ?? hex[2], 16);
  const name = unit[1];
  if (/[dDwWsSpP]/.test(name)) return undefined;
  if (name === "c") return unit.charCodeAt(2) % 32;
  return CONTROLS[name] ?? unit.codePointAt(1);
}

function range(first: number, last: number): string {
  return first === last ? spell(first) : `${spell(first)}-${spell(last)}`;
}

function spell(code: number): string {
  const char = String.fromCodePoint(code);
  if (/^[A-Za-z0-9]$/.test(char)) return char;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : char;
}
