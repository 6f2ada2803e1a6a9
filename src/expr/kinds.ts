/** Kinds of expression nodes. The operands a, b, c of each are given beside it. */
export const NEVER_KIND = 0;
export const EMPTY_KIND = 1;
/** a = byte set index. */
export const BYTES_KIND = 2;
/** a = head (never a sequence itself), b = tail. */
export const SEQ_KIND = 3;
/** a = offset in the operand pool, b = number of operands, ascending and distinct. */
export const ALT_KIND = 4;
/** a = body, b = least count, c = greatest count or -1. */
export const REPEAT_KIND = 5;
/** Like ALT_KIND. */
export const AND_KIND = 6;
/** a = body. */
export const NOT_KIND = 7;
/** a = index of the rule, b = its state. */
export const RULE_KIND = 8;
/** a = body: a boundary for mask computation that never changes the language. */
export const LEXEME_KIND = 9;
/** a = index of the token set. */
export const TOKENS_KIND = 10;
/** a = index of the effect: takes no input. */
export const EFFECT_KIND = 11;
/** a = body, b = tokens that may still start inside it. */
export const BUDGET_KIND = 12;
/** a = body (nullable at every point), b = code points that may still start inside it. */
export const CHAR_LIMIT_KIND = 13;

/** The empty string is in the language. */
export const NULLABLE = 1;
/** An effect is reachable without input. */
export const FRONT_EFFECT = 2;
/** A token set is reachable without input. */
export const FRONT_TOKENS = 4;
/** A token budget is open at the front. */
export const FRONT_BUDGET = 8;
/** An intersection or complement occurs outside rules, so emptiness is not decided by the node's shape. */
export const BOOLEAN = 16;
/** A rule, token set, effect or budget occurs: such a node may not stand under an intersection or complement. */
export const IMPURE = 32;
/** A rule is reachable without input, so the FRONT bits are those of the visible part only. */
export const FRONT_RULE = 64;

/** The index of an expression in its arena. */
export type ExprId = number;

/** No text at all. */
export const NEVER: ExprId = 0;
/** The empty text alone. */
export const EMPTY: ExprId = 1;
