import type { CodePointRanges } from "../char-spelling.ts";

/** A parsed regular expression. Flags are resolved while parsing: case variants are in the sets, `s` in the dot's set, `m` at the anchors. Captures leave no trace. */
export type RegexNode =
  /** One character of the set. No ranges: matches nothing. */
  | { readonly type: "chars"; readonly set: CodePointRanges }
  | { readonly type: "seq"; readonly items: readonly RegexNode[] }
  | { readonly type: "alt"; readonly options: readonly RegexNode[] }
  /** `max` -1: no bound. Lazy and greedy mean the same language. */
  | { readonly type: "repeat"; readonly body: RegexNode; readonly min: number; readonly max: number }
  | Assertion;

export type Assertion =
  | { readonly type: "start"; readonly multiline: boolean }
  | { readonly type: "end"; readonly multiline: boolean }
  /** `\b`, negated `\B`; `word` are the characters that count as word characters under the flags. */
  | { readonly type: "boundary"; readonly negated: boolean; readonly word: CodePointRanges }
  | { readonly type: "look"; readonly ahead: boolean; readonly negated: boolean; readonly body: RegexNode };

export const EMPTY_NODE: RegexNode = { type: "seq", items: [] };
const NEVER_NODE: RegexNode = { type: "chars", set: [] };

export function seqNode(items: readonly RegexNode[]): RegexNode {
  return items.length === 1 ? items[0] : { type: "seq", items };
}

export function altNode(options: readonly RegexNode[]): RegexNode {
  return options.length === 1 ? options[0] : { type: "alt", options };
}

const asserting = new WeakMap<RegexNode, boolean>();

/** Whether an anchor, boundary or lookaround occurs in the node. */
export function hasAssertion(node: RegexNode): boolean {
  let answer = asserting.get(node);
  if (answer === undefined) {
    answer =
      children(node).some(hasAssertion) || (node.type !== "chars" && node.type !== "seq" && node.type !== "alt" && node.type !== "repeat");
    asserting.set(node, answer);
  }
  return answer;
}

/** Whether a repetition of more than one round has assertions in its body. */
export function hasAssertedLoop(node: RegexNode): boolean {
  return (node.type === "repeat" && isLoop(node) && hasAssertion(node.body)) || children(node).some(hasAssertedLoop);
}

/** Whether a repetition may go around more than once. */
export function isLoop(node: RegexNode & { type: "repeat" }): boolean {
  return node.max === -1 || node.max > 1;
}

export function children(node: RegexNode): readonly RegexNode[] {
  switch (node.type) {
    case "seq":
      return node.items;
    case "alt":
      return node.options;
    case "repeat":
    case "look":
      return [node.body];
    case "chars":
    case "start":
    case "end":
    case "boundary":
      return [];
  }
}

/** Whether the node may match without taking a character (where its assertions hold). */
export function canBeEmpty(node: RegexNode): boolean {
  switch (node.type) {
    case "chars":
      return false;
    case "seq":
      return node.items.every(canBeEmpty);
    case "alt":
      return node.options.some(canBeEmpty);
    case "repeat":
      return node.min === 0 || canBeEmpty(node.body);
    default:
      return true;
  }
}

/** The matches of the node that take a character. */
export function nonEmptyPart(node: RegexNode): RegexNode {
  if (!canBeEmpty(node)) return node;
  switch (node.type) {
    case "seq": {
      // From the right: either this item takes a character, or it is empty and a later one does.
      let part: RegexNode = NEVER_NODE;
      for (let at = node.items.length - 1; at >= 0; at -= 1) {
        const item = node.items[at];
        const first = { type: "seq", items: [nonEmptyPart(item), ...node.items.slice(at + 1)] } as const;
        part = canBeEmpty(item) ? { type: "alt", options: [first, { type: "seq", items: [emptyPart(item), part] }] } : first;
      }
      return part;
    }
    case "alt":
      return { type: "alt", options: node.options.map(nonEmptyPart) };
    case "repeat": {
      const { body, min, max } = node;
      const taking = nonEmptyPart(body);
      const first: RegexNode = { type: "seq", items: [taking, atMost(body, Math.max(0, min - 1), max, 1)] };
      if (min < 2 || !canBeEmpty(body)) return first;
      // Or some of the required iterations take nothing, at the start; their assertions hold there.
      return { type: "alt", options: [first, { type: "seq", items: [emptyPart(body), taking, atMost(body, 0, max, 2)] }] };
    }
    default:
      return NEVER_NODE;
  }
}

/** What is left of a repetition after `used` rounds. */
function atMost(body: RegexNode, min: number, max: number, used: number): RegexNode {
  return max === used ? EMPTY_NODE : { type: "repeat", body, min, max: max === -1 ? -1 : max - used };
}

/** The matches of the node that take no character: its assertions alone. */
function emptyPart(node: RegexNode): RegexNode {
  switch (node.type) {
    case "chars":
      return NEVER_NODE;
    case "seq":
      return { type: "seq", items: node.items.map(emptyPart) };
    case "alt":
      return { type: "alt", options: node.options.map(emptyPart) };
    case "repeat":
      return node.min === 0 ? EMPTY_NODE : emptyPart(node.body);
    default:
      return node;
  }
}
