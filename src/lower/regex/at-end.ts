import { LINE_TERMINATORS } from "./char-sets.ts";
import type { RegexLowering } from "./lowering.ts";
import type { RegexNode } from "./nodes.ts";

/** Whether the node matches the empty text at the end of the whole text, in this context. */
export function holdsAtEnd(lowering: RegexLowering, node: RegexNode, context: number): boolean {
  const { contexts } = lowering;
  switch (node.type) {
    case "chars":
      return false;
    case "seq":
      return node.items.every((item) => holdsAtEnd(lowering, item, context));
    case "alt":
      return node.options.some((option) => holdsAtEnd(lowering, option, context));
    case "repeat":
      return node.min === 0 || holdsAtEnd(lowering, node.body, context);
    case "start":
      return contexts.holds({ atStart: true, after: node.multiline ? LINE_TERMINATORS : [] }, context);
    case "end":
      return true;
    case "boundary":
      return contexts.holds({ atStart: false, after: node.word }, context) !== node.negated;
    case "look":
      if (node.ahead) return holdsAtEnd(lowering, node.body, context) !== node.negated;
      return contexts.holds(lowering.narrowTest(node.body), context) !== node.negated;
  }
}
