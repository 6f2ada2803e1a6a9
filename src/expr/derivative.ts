import { StructagError } from "../core/errors.ts";
import type { Algebra } from "./algebra.ts";
import type { ByteSet } from "./byte-set.ts";
import {
  ALT_KIND,
  AND_KIND,
  BUDGET_KIND,
  BYTES_KIND,
  CHAR_LIMIT_KIND,
  EFFECT_KIND,
  EMPTY,
  EMPTY_KIND,
  type ExprId,
  LEXEME_KIND,
  NEVER,
  NEVER_KIND,
  NOT_KIND,
  NULLABLE,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "./kinds.ts";

/** Nesting that one derivative may follow: heads within heads, rules that start with rules. */
const MAX_DEPTH = 1500;

/**
 * What may follow `byte` in `e`. `same` must come in as the set of all bytes; it is narrowed to bytes that have the same derivative (among them `byte`), so that a caller can
 * fill a whole class at once.
 * @throws StructagError `expr-depth` where rules start with each other without end
 */
export function derivative(arena: Algebra, e: ExprId, byte: number, same: ByteSet, depth = 0): ExprId {
  if (depth > MAX_DEPTH) throw tooDeep();
  arena.store.meter.spend(1);
  const { kind, a, b, c, flags, sets } = arena.store;
  switch (kind[e]) {
    case NEVER_KIND:
    case EMPTY_KIND:
    case TOKENS_KIND:
      return NEVER;
    case BYTES_KIND: {
      const set = sets[a[e]];
      const inside = ((set[byte >>> 5] >>> (byte & 31)) & 1) === 1;
      for (let word = 0; word < 8; word += 1) same[word] &= inside ? set[word] : ~set[word];
      return inside ? EMPTY : NEVER;
    }
    case SEQ_KIND: {
      const head = a[e];
      const tail = b[e];
      const first = arena.seq2(derivative(arena, head, byte, same, depth + 1), tail);
      return (flags[head] & NULLABLE) === 0 ? first : arena.alt2(first, derivative(arena, tail, byte, same, depth + 1));
    }
    case ALT_KIND: {
      const parts: ExprId[] = [];
      const end = a[e] + b[e];
      for (let at = a[e]; at < end; at += 1) {
        const part = derivative(arena, arena.store.pool[at], byte, same, depth + 1);
        if (part !== NEVER) parts.push(part);
      }
      return parts.length === 0 ? NEVER : arena.alt(parts);
    }
    case AND_KIND: {
      const parts: ExprId[] = [];
      const end = a[e] + b[e];
      for (let at = a[e]; at < end; at += 1) {
        const part = derivative(arena, arena.store.pool[at], byte, same, depth + 1);
        if (part === NEVER) return NEVER;
        parts.push(part);
      }
      return arena.and(...parts);
    }
    case NOT_KIND:
      return arena.not(derivative(arena, a[e], byte, same, depth + 1));
    case REPEAT_KIND: {
      const body = a[e];
      const min = b[e];
      const max = c[e];
      const first = derivative(arena, body, byte, same, depth + 1);
      return first === NEVER ? NEVER : arena.seq2(first, arena.repeat(body, min === 0 ? 0 : min - 1, max === -1 ? -1 : max - 1));
    }
    case RULE_KIND: {
      const rule = arena.store.rules[a[e]];
      if (rule.step === undefined) return derivative(arena, arena.unfold(e), byte, same, depth + 1);
      return rule.step(b[e], byte, same);
    }
    case LEXEME_KIND:
      return arena.lexeme(derivative(arena, a[e], byte, same, depth + 1));
    case BUDGET_KIND:
      return arena.tokenBudget(derivative(arena, a[e], byte, same, depth + 1), b[e]);
    case CHAR_LIMIT_KIND: {
      const starts = byte < 0x80 || byte >= 0xc0;
      for (let word = 0; word < 8; word += 1) same[word] &= (word === 4 || word === 5) === starts ? 0 : 0xffffffff;
      if (starts && b[e] === 0) return NEVER;
      return arena.charLimit(derivative(arena, a[e], byte, same, depth + 1), starts ? b[e] - 1 : b[e]);
    }
    case EFFECT_KIND:
      throw new Error("effects must be applied before the next byte");
    default:
      throw new Error(`unknown expression kind ${kind[e]}`);
  }
}

/** What may follow the vocabulary entry `token` in `e`, taken as one symbol. A set of all but some entries holds text tokens only: `isText` says whether `token` is one. */
export function tokenDerivative(arena: Algebra, e: ExprId, token: number, isText: boolean, depth = 0): ExprId {
  if (depth > MAX_DEPTH) throw tooDeep();
  const { kind, a, b, c, flags, tokenSets } = arena.store;
  switch (kind[e]) {
    case TOKENS_KIND: {
      const set = tokenSets[a[e]];
      return (set.negated ? isText && !set.ids.has(token) : set.ids.has(token)) ? EMPTY : NEVER;
    }
    case SEQ_KIND: {
      const head = a[e];
      const tail = b[e];
      const first = arena.seq2(tokenDerivative(arena, head, token, isText, depth + 1), tail);
      return (flags[head] & NULLABLE) === 0 ? first : arena.alt2(first, tokenDerivative(arena, tail, token, isText, depth + 1));
    }
    case ALT_KIND: {
      const parts = Array.from(arena.operands(e), (part) => tokenDerivative(arena, part, token, isText, depth + 1));
      return arena.alt(parts);
    }
    case REPEAT_KIND: {
      const first = tokenDerivative(arena, a[e], token, isText, depth + 1);
      return arena.seq2(first, arena.repeat(a[e], Math.max(0, b[e] - 1), c[e] === -1 ? -1 : c[e] - 1));
    }
    case RULE_KIND:
      return tokenDerivative(arena, arena.unfold(e), token, isText, depth + 1);
    case BUDGET_KIND:
      return arena.tokenBudget(tokenDerivative(arena, a[e], token, isText, depth + 1), b[e]);
    case EFFECT_KIND:
      throw new Error("effects must be applied before the next token");
    default:
      return NEVER;
  }
}

function tooDeep(): StructagError {
  return new StructagError({
    code: "expr-depth",
    path: "",
    message: `the expression is nested deeper than ${MAX_DEPTH} levels at one place, or its rules start with each other without end`,
    hint: "flatten the nesting, or rewrite left recursion with a repetition",
  });
}
