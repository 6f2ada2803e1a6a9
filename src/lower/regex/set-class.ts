import type { CodePointRanges } from "../char-spelling.ts";
import { complementRanges, inRanges, intersectRanges, normalRanges, subtractRanges, uniteRanges } from "../code-points.ts";
import { readClassEscape } from "./char-class.ts";
import type { RegexFlags } from "./flags.ts";
import { altNode, type RegexNode, seqNode } from "./nodes.ts";
import type { PatternSource } from "./source.ts";
import { withCaseVariants } from "./unicode.ts";

const MAX_CLASS_DEPTH = 100;
const RESERVED_DOUBLE = "&!#$%*+,.:;<=>?@^`~";

/** What a class of the `v` flag matches: characters, and texts that are not one character. */
interface ClassValue {
  readonly set: CodePointRanges;
  readonly texts: ReadonlySet<string>;
}

/** Reads a class in the syntax of the `v` flag, `[` already taken. */
export function readSetClass(source: PatternSource, flags: RegexFlags): RegexNode {
  const { set, texts } = readNested(source, flags, 0);
  const options = [...texts].sort((x, y) => y.length - x.length).map((text) => textNode(text, flags));
  return altNode([{ type: "chars", set }, ...options]);
}

function textNode(text: string, flags: RegexFlags): RegexNode {
  return seqNode([...text].map((character) => ({ type: "chars", set: single(character.codePointAt(0)!, flags) })));
}

function single(codePoint: number, flags: RegexFlags): CodePointRanges {
  const set = normalRanges([[codePoint, codePoint]]);
  return flags.ignoreCase ? withCaseVariants(set) : set;
}

function readNested(source: PatternSource, flags: RegexFlags, depth: number): ClassValue {
  const start = source.at - 1;
  if (depth > MAX_CLASS_DEPTH) source.unsupported(`classes are nested deeper than ${MAX_CLASS_DEPTH} levels`, undefined, start);
  const negated = source.take("^");
  let value: ClassValue | undefined;
  let operator = "";
  while (!source.take("]")) {
    if (source.done) source.syntaxError("a class is not closed", "add ] or write \\[ for a bracket", start);
    if (value !== undefined) {
      const sign = source.take("&&") ? "&&" : source.take("--") ? "--" : "";
      if (operator !== "" && operator !== sign && operator !== "union")
        source.syntaxError("a class may not mix operators", "use nested classes");
      if (operator === "union" && sign !== "") source.syntaxError("a class may not mix operators", "use nested classes");
      operator = sign === "" ? "union" : sign;
    }
    const operand = readOperand(source, flags, depth, operator === "" || operator === "union");
    value = value === undefined ? operand : combine(value, operand, operator);
  }
  value ??= { set: [], texts: new Set() };
  if (!negated) return value;
  if (value.texts.size > 0) source.syntaxError("a negated class may hold single characters only", undefined, start);
  return { set: complementRanges(value.set), texts: new Set() };
}

function combine(x: ClassValue, y: ClassValue, operator: string): ClassValue {
  switch (operator) {
    case "&&":
      return { set: intersectRanges(x.set, y.set), texts: new Set([...x.texts].filter((text) => y.texts.has(text))) };
    case "--":
      return { set: subtractRanges(x.set, y.set), texts: new Set([...x.texts].filter((text) => !y.texts.has(text))) };
    default:
      return { set: uniteRanges(x.set, y.set), texts: new Set([...x.texts, ...y.texts]) };
  }
}

function readOperand(source: PatternSource, flags: RegexFlags, depth: number, mayRange: boolean): ClassValue {
  const none: ReadonlySet<string> = new Set();
  if (source.take("[")) return readNested(source, flags, depth + 1);
  if (source.take("\\q{")) return readTexts(source, flags);
  const from = readCharacter(source, flags);
  if ("set" in from) return { set: flags.ignoreCase ? withCaseVariants(from.set) : from.set, texts: none };
  if (!mayRange || source.peek() !== "-" || source.peek(1) === "-") return { set: single(from.codePoint, flags), texts: none };
  const at = source.at;
  source.next();
  const to = readCharacter(source, flags);
  if ("set" in to || from.codePoint > to.codePoint)
    return source.syntaxError("the ends of a class range are no ascending characters", undefined, at);
  const set = normalRanges([[from.codePoint, to.codePoint]]);
  return { set: flags.ignoreCase ? withCaseVariants(set) : set, texts: none };
}

function readCharacter(source: PatternSource, flags: RegexFlags): ReturnType<typeof readClassEscape> {
  const character = source.next();
  if (character === "\\") return readClassEscape(source, flags);
  if ("()[]{}/-|".includes(character) || (RESERVED_DOUBLE.includes(character) && source.peek() === character)) {
    source.syntaxError(`${character} must be escaped in a class of the v flag`, undefined, source.at - 1);
  }
  return { codePoint: character.codePointAt(0)! };
}

/** `\q{a|bc|}`: one-character texts count as characters. */
function readTexts(source: PatternSource, flags: RegexFlags): ClassValue {
  const texts = new Set<string>();
  let set: CodePointRanges = [];
  let text = "";
  for (;;) {
    if (source.done) source.syntaxError("\\q{…} is not closed");
    const end = source.take("}");
    if (end || source.take("|")) {
      const characters = [...text];
      if (characters.length === 1) set = uniteRanges(set, single(text.codePointAt(0)!, flags));
      else texts.add(flags.ignoreCase ? characters.map((character) => firstVariant(character, flags)).join("") : text);
      text = "";
      if (end) return { set, texts };
      continue;
    }
    const character = readCharacter(source, flags);
    if ("set" in character) source.syntaxError("\\q{…} holds characters only");
    else text += String.fromCodePoint(character.codePoint);
  }
}

/** One character for all its case variants, so that texts compare. */
function firstVariant(character: string, flags: RegexFlags): string {
  const set = single(character.codePointAt(0)!, flags);
  return set.length === 0 || inRanges(set, 0) ? character : String.fromCodePoint(set[0][0]);
}
