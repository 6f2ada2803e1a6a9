import type { ExprArena } from "../../src/expr/arena.ts";
import { type ExprId, NEVER } from "../../src/expr/kinds.ts";
import { Transitions } from "../../src/expr/transitions.ts";
import type { RegexNode } from "../../src/lower/regex/nodes.ts";

/** Random numbers from a seed, so that a disagreement can be seen again. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text that the pattern's characters, taken without its assertions, may match. */
function sampleText(node: RegexNode, random: () => number): string {
  switch (node.type) {
    case "chars": {
      if (node.set.length === 0) return "";
      const [low, high] = node.set[Math.floor(random() * Math.min(node.set.length, 5))];
      return String.fromCodePoint(low + Math.floor(random() * Math.min(high - low + 1, 100)));
    }
    case "seq":
      return node.items.map((item) => sampleText(item, random)).join("");
    case "alt":
      return sampleText(node.options[Math.floor(random() * node.options.length)], random);
    case "repeat": {
      const most = node.max === -1 ? node.min + 3 : Math.min(node.max, node.min + 3);
      const count = Math.min(60, node.min + Math.floor(random() * (most - node.min + 1)));
      let text = "";
      for (let done = 0; done < count && text.length < 300; done += 1) text += sampleText(node.body, random);
      return text;
    }
    case "look":
      return node.negated || random() < 0.7 ? "" : sampleText(node.body, random);
    default:
      return "";
  }
}

/** Most characters of a text. */
const MAX_TEXT = 80;
const ODD_CHARACTERS = [..." \n\t_-.,:/\\\"'{}[]()aZ09éßſK\u2028\u00a0中😀"];

/** The text with a few characters removed, doubled, exchanged or put in. */
function mutateText(text: string, random: () => number): string {
  const characters = [...text];
  const changes = 1 + Math.floor(random() * 2);
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor(random() * (characters.length + 1));
    const odd = ODD_CHARACTERS[Math.floor(random() * ODD_CHARACTERS.length)];
    const kind = random();
    if (kind < 0.3) characters.splice(at, 1);
    else if (kind < 0.6) characters.splice(at, 0, odd);
    else if (kind < 0.8) characters.splice(at, 1, odd);
    else characters.splice(at, 0, ...characters.slice(0, Math.min(at, 3)));
  }
  return characters.join("");
}

const encoder = new TextEncoder();

/** Whether `e` accepts exactly this text as UTF-8. */
export function acceptsText(transitions: Transitions, e: ExprId, text: string): boolean {
  let state = e;
  for (const byte of encoder.encode(text)) {
    state = transitions.step(state, byte);
    if (state === NEVER) return false;
  }
  return transitions.arena.isNullable(state);
}

/** Texts on which the expression and the host's regular expression disagree about a search. The host answers undefined where it takes too long: that ends the comparison. */
export function disagreements(
  arena: ExprArena,
  e: ExprId,
  host: (text: string) => boolean | undefined,
  node: RegexNode,
  count: number,
  random: () => number,
): string[] {
  const transitions = new Transitions(arena);
  const found: string[] = [];
  let text = "";
  for (let round = 0; round < count; round += 1) {
    const kind = random();
    if (kind < 0.5) text = sampleText(node, random);
    else if (kind < 0.9) text = mutateText(text, random);
    else text = `${text}${sampleText(node, random)}`;
    if (text.length > MAX_TEXT) text = text.slice(0, MAX_TEXT);
    text = text.replace(/\p{Cs}/gu, "");
    const expected = host(text);
    if (expected === undefined) break;
    if (acceptsText(transitions, e, text) !== expected) found.push(text);
  }
  return found;
}
