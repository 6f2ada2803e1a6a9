import type { ExprArena } from "../../expr/arena.ts";
import { ALT_KIND, AND_KIND, type ExprId, LEXEME_KIND, NOT_KIND, REPEAT_KIND, RULE_KIND, SEQ_KIND } from "../../expr/kinds.ts";

/** Expressions that one derivative of `e` looks at, shared ones counted each time: what the derivative costs. `known` remembers answers. */
export function frontSize(arena: ExprArena, e: ExprId, known: Map<ExprId, number>): number {
  const answer = known.get(e);
  if (answer !== undefined) return answer;
  // A rule that is met again while it is open adds nothing; the derivative refuses left recursion.
  known.set(e, 1);
  const { kind, a, b } = arena.store;
  let size = 1;
  switch (kind[e]) {
    case SEQ_KIND:
      size += frontSize(arena, a[e], known);
      if (arena.isNullable(a[e])) size += frontSize(arena, b[e], known);
      break;
    case ALT_KIND:
    case AND_KIND:
      for (const part of arena.operands(e)) size += frontSize(arena, part, known);
      break;
    case REPEAT_KIND:
    case NOT_KIND:
    case LEXEME_KIND:
      size += frontSize(arena, a[e], known);
      break;
    case RULE_KIND:
      size += frontSize(arena, arena.unfold(e), known);
      break;
  }
  known.set(e, size);
  return size;
}
