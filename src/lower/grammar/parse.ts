import { ALL_CODE_POINTS } from "../code-points.ts";
import { EMPTY_BODY, type GrammarNode, type GrammarRule, MACRO_NAMES, type MacroName, type MacroValue } from "./nodes.ts";
import { readClass, readString } from "./spelling.ts";
import { GrammarText } from "./text.ts";

/** Most code units of a grammar. */
const MAX_LENGTH = 2_000_000;
/** Deepest nesting of groups and tuples. */
const MAX_DEPTH = 200;
/** Most elements of a grammar. */
const MAX_ELEMENTS = 250_000;
const MAX_REPEAT = 2 ** 31 - 1;

const NAME = /[A-Za-z_][A-Za-z0-9_.-]*/y;
/** The start of a rule, as far as it tells it from a reference: options are on one line. */
const RULE_HEAD = /[A-Za-z_][A-Za-z0-9_.-]*[ \t]*(?:\[[^\]\n]{0,500}\])?[ \t]*::=/y;

/** A grammar's rules in the order of the text. */
export interface Grammar {
  readonly text: GrammarText;
  readonly rules: ReadonlyMap<string, GrammarRule>;
}

/**
 * Reads XGrammar's EBNF, of which GBNF is a part; see `docs/grammar-text.md`. References are not looked up yet.
 *
 * @throws StructagError `grammar-syntax`, `grammar-duplicate-rule`, `grammar-too-deep`, `grammar-too-large`
 */
export function parseGrammar(source: string, path = ""): Grammar {
  const text = new GrammarText(source, path);
  if (source.length > MAX_LENGTH) text.fail("grammar-too-large", `the grammar has more than ${MAX_LENGTH} characters`, "split it", 0);
  const rules = new Map<string, GrammarRule>();
  const parser = new BodyParser(text);
  text.skipSpace();
  while (!text.done) {
    const rule = parser.rule();
    if (rules.has(rule.name)) text.fail("grammar-duplicate-rule", `the rule ${rule.name} is defined twice`, "join the two with |", rule.at);
    rules.set(rule.name, rule);
    text.skipSpace();
  }
  return { text, rules };
}

class BodyParser {
  readonly #text: GrammarText;
  #depth = 0;
  #elements = 0;

  constructor(text: GrammarText) {
    this.#text = text;
  }

  rule(): GrammarRule {
    const text = this.#text;
    const at = text.at;
    const [name] = text.match(NAME) ?? text.syntaxError("a rule must start here", "write name ::= body");
    text.skipSpace();
    const options = text.take("[") ? this.#options() : new Map<string, string | number | true>();
    text.skipSpace();
    if (!text.take("::=")) text.syntaxError(`the rule ${name} has no ::=`, "write name ::= body");
    const body = this.#alternatives();
    this.#hint();
    text.skipSpace();
    if (!text.done && !this.#atRule()) text.syntaxError("the rule can not go on here", "start the next rule on a new line");
    return { name, body, at, options };
  }

  /** `max_tokens=5, lazy]`, the bracket taken. */
  #options(): Map<string, string | number | true> {
    const text = this.#text;
    const options = new Map<string, string | number | true>();
    for (;;) {
      text.skipSpace();
      if (text.take("]")) return options;
      const name = text.match(NAME)?.[0];
      if (name === undefined || options.has(name))
        return text.syntaxError("the options of a rule are distinct names", "write name[max_tokens=5] ::= body");
      text.skipSpace();
      let value: string | number | true = true;
      if (text.take("=")) {
        text.skipSpace();
        if (text.take('"')) value = readString(text);
        else {
          const number = text.match(/-?[0-9]+(?:\.[0-9]+)?/y) ?? text.syntaxError("an option's value is a number or a string");
          value = Number(number[0]);
        }
      }
      options.set(name, value);
      text.skipSpace();
      if (!text.take(",") && text.peek() !== "]") text.syntaxError("options are separated by commas");
    }
  }

  /** `(=[a-z])` at the end of a rule: a hint of what must follow it, which the grammar says anyhow. */
  #hint(): void {
    const text = this.#text;
    text.skipSpace();
    if (!text.take("(")) return;
    text.skipSpace();
    text.take("=");
    this.#alternatives();
    text.skipSpace();
    if (!text.take(")")) text.syntaxError("the lookahead of a rule is not closed");
  }

  #alternatives(): GrammarNode {
    const text = this.#text;
    const options: GrammarNode[] = [];
    do {
      options.push(this.#sequence());
      text.skipSpace();
    } while (text.take("|"));
    return options.length === 1 ? options[0] : { type: "alt", options };
  }

  #sequence(): GrammarNode {
    const items: GrammarNode[] = [];
    for (;;) {
      this.#text.skipSpace();
      const item = this.#element();
      if (item === undefined) return items.length === 1 ? items[0] : { type: "seq", items };
      items.push(this.#quantified(item));
    }
  }

  /** The next element, or undefined where the sequence ends. */
  #element(): GrammarNode | undefined {
    const text = this.#text;
    const character = text.peek();
    if (character === "" || character === "|" || character === ")") return undefined;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS) text.fail("grammar-too-large", `the grammar has more than ${MAX_ELEMENTS} elements`, "split it");
    if (/^[A-Za-z_]$/.test(character)) return this.#atRule() ? undefined : this.#named();
    const start = text.at;
    if (character === "(") return /\([ \t]*=/y.test(text.text.slice(start, start + 20)) ? undefined : this.#group();
    text.at += 1;
    if (character === '"') return { type: "literal", text: readString(text) };
    if (character === "[") return { type: "chars", set: readClass(text) };
    if (character === ".") return { type: "chars", set: ALL_CODE_POINTS };
    if ("*+?{".includes(character))
      return text.syntaxError(`there is nothing that ${character} could repeat`, "stacked quantifiers need a group", start);
    return text.syntaxError(`${JSON.stringify(character)} starts no element`, 'elements are "text", [class], names and groups', start);
  }

  #group(): GrammarNode {
    const text = this.#text;
    const start = text.at;
    text.at += 1;
    this.#deeper(start);
    const body = this.#alternatives();
    this.#depth -= 1;
    if (!text.take(")")) text.syntaxError("a group is not closed", "add )", start);
    return body;
  }

  #deeper(at: number): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH)
      this.#text.fail("grammar-too-deep", `groups are nested deeper than ${MAX_DEPTH} levels`, "give inner groups names", at);
  }

  #atRule(): boolean {
    const { text, at } = this.#text;
    let start = at;
    while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start -= 1;
    if (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") return false;
    RULE_HEAD.lastIndex = at;
    return RULE_HEAD.test(text);
  }

  #named(): GrammarNode {
    const text = this.#text;
    const at = text.at;
    const name = text.match(NAME)![0];
    if (!(MACRO_NAMES as readonly string[]).includes(name) || !text.take("(")) return { type: "ref", name, at };
    const args: MacroValue[] = [];
    const named = new Map<string, MacroValue>();
    this.#list((key, value, valueAt) => {
      if (key === undefined && named.size === 0) args.push(value);
      else if (key === undefined || named.has(key)) text.syntaxError("named arguments are distinct and come last", undefined, valueAt);
      else named.set(key, value);
    });
    return { type: "macro", name: name as MacroName, args, named, at };
  }

  /** Arguments or tuple members up to the closing parenthesis. */
  #list(add: (key: string | undefined, value: MacroValue, at: number) => void): void {
    const text = this.#text;
    this.#deeper(text.at);
    for (;;) {
      text.skipSpace();
      if (text.take(")")) break;
      const at = text.at;
      const key = text.match(/([A-Za-z_][A-Za-z0-9_]*)[ \t\r\n]*=/y)?.[1];
      text.skipSpace();
      add(key, this.#value(), at);
      text.skipSpace();
      if (!text.take(",") && text.peek() !== ")") text.syntaxError("arguments are separated by commas and end with )");
    }
    this.#depth -= 1;
  }

  #value(): MacroValue {
    const text = this.#text;
    const at = text.at;
    if (text.take('"')) return readString(text);
    if (text.take("(")) {
      const members: MacroValue[] = [];
      this.#list((key, value, valueAt) => {
        if (key !== undefined) text.syntaxError("a tuple has no named members", undefined, valueAt);
        members.push(value);
      });
      return members;
    }
    const number = text.match(/-?[0-9]+/y);
    if (number !== undefined) return Number(number[0]);
    const name = text.match(NAME)?.[0];
    if (name === undefined) return text.syntaxError("an argument is a string, a number, true, false, a rule's name or a tuple");
    return name === "true" ? true : name === "false" ? false : { rule: name, at };
  }

  #quantified(item: GrammarNode): GrammarNode {
    const text = this.#text;
    text.match(/[ \t]+/y);
    const start = text.at;
    let repeated: GrammarNode;
    if (text.take("*")) repeated = { type: "repeat", body: item, min: 0, max: -1 };
    else if (text.take("+")) repeated = { type: "repeat", body: item, min: 1, max: -1 };
    else if (text.take("?")) repeated = { type: "repeat", body: item, min: 0, max: 1 };
    else if (text.peek() === "{") {
      const found =
        text.match(/\{\s*([0-9]+)\s*(,?)\s*(-1|[0-9]*)\s*\}/y) ??
        text.syntaxError("a repetition is {n}, {n,} or {n,m}", "the least count is required");
      const min = Number(found[1]);
      const max = found[2] === "" ? (found[3] === "" ? min : Number.NaN) : found[3] === "" ? -1 : Number(found[3]);
      if (Number.isNaN(max) || (max !== -1 && max < min))
        text.syntaxError("the counts of a repetition are in the wrong order", undefined, start);
      if (min > MAX_REPEAT || max > MAX_REPEAT) text.syntaxError(`a count is above ${MAX_REPEAT}`, undefined, start);
      repeated = max === 0 ? EMPTY_BODY : { type: "repeat", body: item, min, max };
    } else return item;
    text.match(/[ \t]+/y);
    if (/[*+?{]/.test(text.peek())) text.syntaxError("quantifiers can not be stacked", "use a group");
    return repeated;
  }
}
