import type { CodePointRanges } from "../lower/char-spelling.ts";
import { normalRanges } from "../lower/code-points.ts";

/** A body of a context-free grammar over characters: what all printed syntaxes have in common. */
export type GrammarNode =
  | { readonly type: "text"; readonly text: string }
  /** One character. */
  | { readonly type: "chars"; readonly ranges: CodePointRanges }
  | { readonly type: "seq"; readonly items: readonly GrammarNode[] }
  | { readonly type: "alt"; readonly options: readonly GrammarNode[] }
  /** `max` -1: no bound. */
  | { readonly type: "repeat"; readonly body: GrammarNode; readonly min: number; readonly max: number }
  | { readonly type: "ref"; readonly name: string };

/** Rules by name; the first one is the root. Names are lower-case letters, digits and `-`, and start with a letter. */
export type GrammarRules = ReadonlyMap<string, GrammarNode>;

export const ROOT = "root";
export const NOTHING: GrammarNode = { type: "seq", items: [] };

export function textNode(text: string): GrammarNode {
  return text === "" ? NOTHING : { type: "text", text };
}

export function charsNode(ranges: CodePointRanges): GrammarNode {
  if (ranges.length === 1 && ranges[0][0] === ranges[0][1]) return textNode(String.fromCodePoint(ranges[0][0]));
  return { type: "chars", ranges };
}

export function isNothing(node: GrammarNode): boolean {
  return node.type === "seq" && node.items.length === 0;
}

/** One after the other; texts that touch are joined. */
export function seqNode(parts: readonly GrammarNode[]): GrammarNode {
  const items: GrammarNode[] = [];
  const add = (part: GrammarNode): void => {
    if (part.type === "seq") {
      part.items.forEach(add);
      return;
    }
    const last = items.at(-1);
    if (part.type === "text" && last?.type === "text") items[items.length - 1] = { type: "text", text: last.text + part.text };
    else items.push(part);
  };
  parts.forEach(add);
  return items.length === 1 ? items[0] : { type: "seq", items };
}

/** Any one; flat, single characters united. An option that is empty makes the rest optional. */
export function altNode(parts: readonly GrammarNode[]): GrammarNode {
  const options: GrammarNode[] = [];
  const ranges: (readonly [number, number])[] = [];
  let singles = 0;
  let isOptional = false;
  const add = (part: GrammarNode): void => {
    if (part.type === "alt") part.options.forEach(add);
    else if (isNothing(part)) isOptional = true;
    else if (part.type === "repeat" && part.min === 0 && part.max === 1) {
      isOptional = true;
      add(part.body);
    } else if (part.type === "chars") {
      ranges.push(...part.ranges);
      singles += 1;
    } else if (part.type === "text" && part.text.length === (part.text.codePointAt(0)! > 0xffff ? 2 : 1)) {
      const point = part.text.codePointAt(0)!;
      ranges.push([point, point]);
      singles += 1;
    } else options.push(part);
  };
  parts.forEach(add);
  if (singles > 0) options.unshift(charsNode(normalRanges(ranges)));
  if (options.length === 0) return NOTHING;
  const choice: GrammarNode = options.length === 1 ? options[0] : { type: "alt", options };
  return isOptional ? repeatNode(choice, 0, 1) : choice;
}

export function repeatNode(body: GrammarNode, min: number, max: number): GrammarNode {
  if (max === 0 || isNothing(body)) return NOTHING;
  if (min === 1 && max === 1) return body;
  if (body.type === "repeat" && body.min <= 1 && body.max === -1 && min <= 1 && (max === 1 || max === -1))
    return { type: "repeat", body: body.body, min: Math.min(body.min, min), max: -1 };
  return { type: "repeat", body, min, max };
}

export function refNode(name: string): GrammarNode {
  return { type: "ref", name };
}

export function childNodes(node: GrammarNode): readonly GrammarNode[] {
  switch (node.type) {
    case "seq":
      return node.items;
    case "alt":
      return node.options;
    case "repeat":
      return [node.body];
    case "text":
    case "chars":
    case "ref":
      return [];
  }
}
