import type { GrammarNode, GrammarRules } from "./grammar.ts";
import { counter, grouped } from "./operators.ts";
import { hex, isPrintable, spellClass, spellText } from "./spelling.ts";

/** Rules as XGrammar's EBNF, which GBNF of llama.cpp shares as far as it is used here: no macros and no rule options. */
export function ebnfText(rules: GrammarRules): string {
  return `${Array.from(rules, ([name, body]) => `${name} ::= ${spell(body, LOOSE)}`).join("\n")}\n`;
}

/** How tightly a place binds. */
const LOOSE = 0;
const ITEM = 1;
const REPEATED = 2;

function spell(node: GrammarNode, place: number): string {
  switch (node.type) {
    case "text":
      return `"${spellText(node.text, (character) => isPrintable(character) && character !== '"' && character !== "\\", escaped)}"`;
    case "chars":
      return spellClass(node.ranges, member);
    case "ref":
      return node.name;
    case "seq":
      if (node.items.length === 0) return '""';
      return grouped(node.items.map((item) => spell(item, ITEM)).join(" "), place === REPEATED);
    case "alt":
      return grouped(node.options.map((option) => spell(option, LOOSE)).join(" | "), place !== LOOSE);
    case "repeat":
      return `${spell(node.body, REPEATED)}${counter(node.min, node.max)}`;
  }
}

const NAMED: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 92: "\\\\" };

function escaped(codePoint: number): string {
  return NAMED[codePoint] ?? (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`);
}

/** What is special in a class is escaped by its number: engines know different escapes. */
function member(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (codePoint > 0x20 && codePoint < 0x7f && !'\\]["^-'.includes(character)) return character;
  return codePoint === 0x20 ? " " : NAMED[codePoint] !== undefined && codePoint < 0x20 ? NAMED[codePoint] : escapeNumber(codePoint);
}

function escapeNumber(codePoint: number): string {
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
}
