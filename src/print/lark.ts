import { type GrammarNode, type GrammarRules, ROOT } from "./grammar.ts";
import { counter, grouped } from "./operators.ts";
import { hex, isPrintable, spellClass } from "./spelling.ts";

/**
 * Rules as llguidance's Lark. Every terminal is one character: its lexer takes the longest match, so a longer terminal beside others could change the language, a single character can't.
 */
export function larkText(rules: GrammarRules): string {
  return `${Array.from(rules, ([name, body]) => `${nameOf(name)}: ${spell(body, LOOSE)}`).join("\n")}\n`;
}

const LOOSE = 0;
const ITEM = 1;
const REPEATED = 2;

function nameOf(name: string): string {
  return name === ROOT ? "start" : name.replaceAll("-", "_");
}

function spell(node: GrammarNode, place: number): string {
  switch (node.type) {
    case "text": {
      const characters = Array.from(node.text, terminal);
      return grouped(characters.join(" "), place === REPEATED && characters.length > 1);
    }
    case "chars":
      return `/${spellClass(node.ranges, member)}/`;
    case "ref":
      return nameOf(node.name);
    case "seq":
      if (node.items.length === 0) return '""';
      return grouped(node.items.map((item) => spell(item, ITEM)).join(" "), place === REPEATED);
    case "alt":
      return grouped(node.options.map((option) => spell(option, LOOSE)).join(" | "), place !== LOOSE);
    case "repeat":
      return `${spell(node.body, REPEATED)}${counter(node.min, node.max)}`;
  }
}

/** Strings have the escapes of JSON. */
function terminal(character: string): string {
  if (isPrintable(character) || character.codePointAt(0)! < 0x20) return JSON.stringify(character);
  return `/[${member(character.codePointAt(0)!)}]/`;
}

function member(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/^[A-Za-z0-9 ]$/.test(character)) return character;
  return `\\x{${hex(codePoint, 2)}}`;
}
