import type { ExprArena } from "../expr/arena.ts";
import { ALT_KIND, AND_KIND, type ExprId, LEXEME_KIND, NOT_KIND, REPEAT_KIND, RULE_KIND, SEQ_KIND } from "../expr/kinds.ts";

/** Nesting at which derivatives give up. */
const MAX_DEPTH = 1000;

/**
 * Expressions that one derivative of `e` looks at, shared ones counted each time: what the derivative costs. Infinite where it
 * is nested too deep. `known` remembers answers.
 */
export function frontSize(arena: ExprArena, e: ExprId, known: Map<ExprId, number>, depth = 0): number {
  const answer = known.get(e);
  if (answer !== undefined) return answer;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // A rule that is met again while it is open adds nothing; the derivative refuses left recursion.
  known.set(e, 1);
  const { kind, a, b } = arena.store;
  let size = 1;
  switch (kind[e]) {
    case SEQ_KIND:
      size += frontSize(arena, a[e], known, depth + 1);
      if (arena.isNullable(a[e])) size += frontSize(arena, b[e], known, depth + 1);
      break;
    case ALT_KIND:
    case AND_KIND:
      for (const part of arena.operands(e)) size += frontSize(arena, part, known, depth + 1);
      break;
    case REPEAT_KIND:
    case NOT_KIND:
    case LEXEME_KIND:
      size += frontSize(arena, a[e], known, depth + 1);
      break;
    case RULE_KIND:
      size += frontSize(arena, arena.unfold(e), known, depth + 1);
      break;
  }
  known.set(e, size);
  return size;
}
