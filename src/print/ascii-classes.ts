import { fail } from "../core/errors.ts";
import type { CodePointRanges } from "../lower/char-spelling.ts";
import { ALL_CODE_POINTS, intersectRanges, rangesKey, subtractRanges } from "../lower/code-points.ts";
import { charsNode, type GrammarNode, type GrammarRules, textNode } from "./grammar.ts";

const ASCII: CodePointRanges = [[0, 0x7f]];
const BEYOND = subtractRanges(ALL_CODE_POINTS, ASCII);
/** Characters beyond ASCII that are written out one by one. */
const MAX_LISTED = 256;

/**
 * The rules with classes that have nothing beyond ASCII, or all of it less some of ASCII, for engines that take the bytes of other classes for characters.
 * @throws StructagError `print-class`
 */
export function withAsciiClasses(rules: GrammarRules, path: string): GrammarRules {
  return new Map(Array.from(rules, ([name, body]) => [name, rewritten(body, path)]));
}

function rewritten(node: GrammarNode, path: string): GrammarNode {
  switch (node.type) {
    case "text":
    case "ref":
      return node;
    case "chars":
      return asciiClass(node.ranges, path);
    case "seq":
      return { ...node, items: node.items.map((item) => rewritten(item, path)) };
    case "alt":
      return { ...node, options: node.options.map((option) => rewritten(option, path)) };
    case "repeat":
      return { ...node, body: rewritten(node.body, path) };
  }
}

function asciiClass(ranges: CodePointRanges, path: string): GrammarNode {
  const beyond = intersectRanges(ranges, BEYOND);
  if (beyond.length === 0) return { type: "chars", ranges };
  if (rangesKey(beyond) === rangesKey(BEYOND)) {
    if (rangesKey(ranges) !== rangesKey(ALL_CODE_POINTS)) return { type: "chars", ranges };
    // A class that leaves nothing out has no negated form.
    return { type: "alt", options: [{ type: "chars", ranges: subtractRanges(ranges, [[0, 0]]) }, textNode("\0")] };
  }
  const listed: GrammarNode[] = [];
  const ascii = intersectRanges(ranges, ASCII);
  if (ascii.length > 0) listed.push(charsNode(ascii));
  for (const [low, high] of beyond) {
    if (listed.length + high - low > MAX_LISTED) {
      fail(
        "print-class",
        path,
        "the grammar needs a class of characters beyond ASCII, which the target misreads",
        "allow it to be loosened, or leave characters beyond ASCII out of excludes, patterns and markers",
      );
    }
    for (let point = low; point <= high; point += 1) listed.push(charsNode([[point, point]]));
  }
  return listed.length === 1 ? listed[0] : { type: "alt", options: listed };
}
