import { fail } from "../../core/errors.ts";
import { ALL_CODE_POINTS, normalRanges } from "../code-points.ts";
import { readClass } from "./char-class.ts";
import { NOT_LINE_TERMINATOR } from "./char-sets.ts";
import { readEscape, readUnicodeEscape, wordCharacters } from "./escapes.ts";
import { type RegexFlags, readFlags } from "./flags.ts";
import { altNode, EMPTY_NODE, type RegexNode, seqNode } from "./nodes.ts";
import { readSetClass } from "./set-class.ts";
import { isDigit, PatternSource } from "./source.ts";
import { withCaseVariants } from "./unicode.ts";

/** Most code units of a pattern. */
const MAX_PATTERN_LENGTH = 100_000;
/** Deepest nesting of groups. */
const MAX_PATTERN_DEPTH = 200;
/** Greatest count of a repetition. */
export const MAX_REPEAT = 2 ** 31 - 1;

export interface ParseRegexOptions {
  /** ECMAScript flags; `u` is always on. Default none. */
  readonly flags?: string;
  /** Where the pattern stands, for errors. Default the root. */
  readonly path?: string;
}

/**
 * Reads an ECMAScript pattern over code points (`u`, with flag `v` its classes), and older spellings where they can mean one thing only; see `docs/regex.md`.
 *
 * @throws StructagError `regex-syntax`, `regex-unsupported`, `regex-ambiguous`, `regex-too-long`, `regex-too-deep`, `regex-repeat-too-large`, `regex-flags`
 */
export function parseRegex(pattern: string, options: ParseRegexOptions = {}): RegexNode {
  const path = options.path ?? "";
  if (pattern.length > MAX_PATTERN_LENGTH) {
    fail(
      "regex-too-long",
      path,
      `the pattern has ${pattern.length} characters, more than ${MAX_PATTERN_LENGTH}`,
      "split it or use an enum",
    );
  }
  return new RegexParser(new PatternSource(pattern, path)).parse(readFlags(options.flags ?? "", path));
}

class RegexParser {
  readonly #source: PatternSource;
  readonly #groupCount: number;
  readonly #groupNames: ReadonlySet<string>;
  /** Group names of the alternatives that are open, outermost first: a name may occur once in each. */
  readonly #names: Set<string>[] = [];
  #depth = 0;

  constructor(source: PatternSource) {
    this.#source = source;
    const { count, names } = countGroups(source.chars);
    this.#groupCount = count;
    this.#groupNames = names;
  }

  parse(flags: RegexFlags): RegexNode {
    const node = this.#alternatives(flags);
    if (!this.#source.done) this.#source.syntaxError("a parenthesis closes no group", "remove it or write \\)");
    return node;
  }

  #alternatives(flags: RegexFlags): RegexNode {
    const options: RegexNode[] = [];
    const all = new Set<string>();
    do {
      const names = new Set<string>();
      this.#names.push(names);
      options.push(this.#sequence(flags));
      this.#names.pop();
      for (const name of names) all.add(name);
    } while (this.#source.take("|"));
    for (const name of all) this.#names.at(-1)?.add(name);
    return altNode(options);
  }

  #sequence(flags: RegexFlags): RegexNode {
    const source = this.#source;
    const items: RegexNode[] = [];
    while (!source.done && source.peek() !== "|" && source.peek() !== ")") {
      const start = source.at;
      const atom = this.#atom(flags);
      items.push(this.#quantified(atom, start));
    }
    return seqNode(items);
  }

  #atom(flags: RegexFlags): RegexNode {
    const source = this.#source;
    const character = source.peek();
    if (this.#atQuantifier())
      source.syntaxError(`there is nothing that ${character} could repeat`, `write \\${character} for the character itself`);
    source.next();
    switch (character) {
      case "^":
        return { type: "start", multiline: flags.multiline };
      case "$":
        return { type: "end", multiline: flags.multiline };
      case ".":
        return { type: "chars", set: flags.dotAll ? ALL_CODE_POINTS : NOT_LINE_TERMINATOR };
      case "(":
        return this.#group(flags);
      case "[":
        return flags.unicodeSets ? readSetClass(source, flags) : { type: "chars", set: readClass(source, flags) };
      case "\\":
        return this.#escape(flags);
      default:
        return literal(character.codePointAt(0)!, flags);
    }
  }

  #escape(flags: RegexFlags): RegexNode {
    const source = this.#source;
    const start = source.at - 1;
    const character = source.peek();
    if (character === "b" || character === "B") {
      source.next();
      return { type: "boundary", negated: character === "B", word: wordCharacters(flags) };
    }
    if (isDigit(character) && character !== "0") {
      const at = source.at;
      const number = Number(source.takeWhile(isDigit));
      if (number <= this.#groupCount) refuseBackreference(source, start);
      source.at = at;
    }
    if (character === "k" && (this.#groupNames.size > 0 || source.peek(1) === "<")) refuseBackreference(source, start);
    const value = readEscape(source, flags);
    if ("codePoint" in value) return literal(value.codePoint, flags);
    return { type: "chars", set: flags.ignoreCase ? withCaseVariants(value.set) : value.set };
  }

  #group(flags: RegexFlags): RegexNode {
    const source = this.#source;
    const start = source.at - 1;
    if (++this.#depth > MAX_PATTERN_DEPTH) {
      fail(
        "regex-too-deep",
        source.path,
        `groups of the pattern are nested deeper than ${MAX_PATTERN_DEPTH} levels`,
        "flatten the pattern",
      );
    }
    let inner = flags;
    let look: { ahead: boolean; negated: boolean } | undefined;
    if (source.take("?")) {
      if (source.take("=")) look = { ahead: true, negated: false };
      else if (source.take("!")) look = { ahead: true, negated: true };
      else if (source.take("<=")) look = { ahead: false, negated: false };
      else if (source.take("<!")) look = { ahead: false, negated: true };
      else if (source.take("<")) this.#groupName(start);
      else if (!source.take(":")) inner = this.#modifiers(flags, start);
    }
    const body = this.#alternatives(inner);
    if (!source.take(")")) source.syntaxError("a group is not closed", "add ) or write \\( for a parenthesis", start);
    this.#depth -= 1;
    return look === undefined ? body : { type: "look", ...look, body };
  }

  #groupName(start: number): void {
    const source = this.#source;
    let name = "";
    while (!source.done && source.peek() !== ">") {
      const character = source.next();
      name += character === "\\" && source.take("u") ? String.fromCodePoint(readUnicodeEscape(source)) : character;
    }
    if (!source.take(">") || !/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name))
      source.syntaxError("a group's name is not valid", undefined, start);
    if (this.#names.some((names) => names.has(name))) source.syntaxError(`two groups are named ${name}`, undefined, start);
    this.#names.at(-1)?.add(name);
  }

  /** `(?i:`, `(?-s:`, `(?im-s:` */
  #modifiers(flags: RegexFlags, start: number): RegexFlags {
    const source = this.#source;
    const on = source.takeWhile((character) => /^[ims]$/.test(character));
    const off = source.take("-") ? source.takeWhile((character) => /^[ims]$/.test(character)) : "";
    const all = on + off;
    if (all === "" || new Set(all).size !== all.length || !source.take(":")) {
      const hint =
        source.peek() === "P" ? "write (?<name>…) for a named group" : "write (?:…) for a group, (?i:…) for a change of flags in a group";
      source.syntaxError("(? starts no group that ECMAScript knows", hint, start);
    }
    const value = (flag: string, before: boolean): boolean => on.includes(flag) || (before && !off.includes(flag));
    return {
      ...flags,
      ignoreCase: value("i", flags.ignoreCase),
      multiline: value("m", flags.multiline),
      dotAll: value("s", flags.dotAll),
    };
  }

  #quantified(atom: RegexNode, start: number): RegexNode {
    const source = this.#source;
    if (!this.#atQuantifier()) return atom;
    const sign = source.next();
    let min = sign === "+" ? 1 : 0;
    let max = sign === "?" ? 1 : -1;
    if (sign === "{") {
      min = this.#count();
      max = source.take(",") ? (isDigit(source.peek()) ? this.#count() : -1) : min;
      source.next();
      if (max !== -1 && max < min) source.syntaxError("the numbers of a repetition are in the wrong order");
    }
    source.take("?");
    // A group around an assertion may be repeated, and by the older grammar a lookahead.
    const grouped =
      source.chars[start] === "(" && !(atom.type === "look" && !atom.ahead && /^\?<[=!]/.test(source.slice(start + 1, start + 4)));
    if (!grouped && isAssertion(atom)) {
      source.syntaxError("an anchor, boundary or lookbehind can not be repeated", undefined, start);
    }
    if (max === 0) return EMPTY_NODE;
    return min === 1 && max === 1 ? atom : { type: "repeat", body: atom, min, max };
  }

  /** Whether a quantifier comes next. A brace that starts none is a plain character, as JavaScript reads it without the `u` flag. */
  #atQuantifier(): boolean {
    const source = this.#source;
    const character = source.peek();
    if (character === "*" || character === "+" || character === "?") return true;
    if (character !== "{") return false;
    let at = 1;
    const digits = (): boolean => {
      const from = at;
      while (isDigit(source.peek(at))) at += 1;
      return at > from;
    };
    const lower = digits();
    const comma = source.peek(at) === ",";
    if (comma) {
      at += 1;
      digits();
    }
    if (source.peek(at) !== "}" || (!lower && (!comma || at === 2))) return false;
    if (!lower)
      source.ambiguous("a repetition without a least count is plain text in ECMAScript", "write {0,…} for a repetition, \\{ for a brace");
    return true;
  }

  #count(): number {
    const source = this.#source;
    const count = Number(source.takeWhile(isDigit));
    if (count > MAX_REPEAT)
      fail(
        "regex-repeat-too-large",
        source.path,
        `the pattern repeats something more than ${MAX_REPEAT} times`,
        "use a smaller count or none",
      );
    return count;
  }
}

function isAssertion(node: RegexNode): boolean {
  return node.type === "start" || node.type === "end" || node.type === "boundary" || node.type === "look";
}

function literal(codePoint: number, flags: RegexFlags): RegexNode {
  const set = normalRanges([[codePoint, codePoint]]);
  return { type: "chars", set: flags.ignoreCase ? withCaseVariants(set) : set };
}

function refuseBackreference(source: PatternSource, at: number): never {
  return source.unsupported("a backreference can not be enforced", "write out what the group may match", at);
}

/** Capturing groups of a pattern, counted before it is parsed: whether `\3` is a backreference depends on groups to come. */
function countGroups(chars: readonly string[]): { count: number; names: ReadonlySet<string> } {
  const names = new Set<string>();
  let count = 0;
  let inClass = false;
  for (let at = 0; at < chars.length; at += 1) {
    const character = chars[at];
    if (character === "\\") at += 1;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(" && chars[at + 1] !== "?") count += 1;
    else if (character === "(" && chars[at + 2] === "<" && chars[at + 3] !== "=" && chars[at + 3] !== "!") {
      count += 1;
      const end = chars.indexOf(">", at);
      names.add(chars.slice(at + 3, end === -1 ? undefined : end).join(""));
    }
  }
  return { count, names };
}
