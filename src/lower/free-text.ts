import type { ExprArena } from "../expr/arena.ts";
import { byteRange } from "../expr/byte-set.ts";
import { EMPTY, type ExprId } from "../expr/kinds.ts";
import { utf8Spelling } from "./utf8.ts";

/**
 * Any text (whole UTF-8 characters) in which none of `excludes` ever completes; it may end in the middle of one. An empty string among them leaves the empty text alone.
 * Differs from XGrammar: bytes that are no UTF-8 are refused with excludes too.
 */
export function freeText(arena: ExprArena, excludes: readonly string[]): ExprId {
  return arena.lexeme(freeTextBody(arena, excludes));
}

function freeTextBody(arena: ExprArena, excludes: readonly string[]): ExprId {
  if (excludes.includes("")) return EMPTY;
  const text = arena.star(utf8Spelling(arena).any);
  if (excludes.length === 0) return text;
  return arena.and(text, arena.not(arena.seq(arena.all, anyOf(arena, excludes), arena.all)));
}

/** Few texts as an alternation, not as a literal set, so that equal lists give one expression and share their masks. */
function anyOf(arena: ExprArena, texts: readonly string[]): ExprId {
  return arena.alt(texts.map((text) => arena.literal(text)));
}

export interface DispatchRule {
  /** The bytes that start the rule where they complete in free text. Not empty. */
  readonly trigger: string;
  /** What must follow. */
  readonly body: ExprId;
}

export interface DispatchOptions {
  readonly rules: readonly DispatchRule[];
  /** Back to free text after a body. */
  readonly loop: boolean;
  readonly excludes: readonly string[];
  /** Spells a trigger: as bytes, or with special tokens of the vocabulary in it. Default: bytes. */
  readonly literal?: (text: string) => ExprId;
}

/**
 * Free text in which a trigger that completes must go on as one of its bodies, then free text again (with `loop`) or the end. The text may have no trigger at all. Where one trigger is a
 * prefix of another, both stay possible after the shorter one, but free text does not.
 */
export function dispatchLoop(arena: ExprArena, options: DispatchOptions): ExprId {
  const triggers = [...new Set(options.rules.map((rule) => rule.trigger))];
  const literal = options.literal ?? ((text: string) => arena.literal(text));
  const plain = plainText(arena, triggers, options.excludes);
  const started: ExprId[] = triggers.map((trigger) => {
    const bodies = arena.alt(options.rules.filter((rule) => rule.trigger === trigger).map((rule) => rule.body));
    const symbols = literal(trigger);
    // A trigger that holds a special token cannot be confused with text: it needs no look at where others complete.
    if (symbols !== arena.literal(trigger)) return arena.seq(plain, symbols, bodies);
    return arena.seq(textUpTo(arena, trigger, triggers, options.excludes), bodies);
  });
  if (!options.loop) return arena.alt([plain, ...started]);
  return arena.seq(arena.star(arena.alt(started)), plain);
}

/** The text of a dispatch in which no trigger and no exclude completes. */
export function plainText(arena: ExprArena, triggers: readonly string[], excludes: readonly string[]): ExprId {
  return freeText(arena, [...triggers, ...excludes]);
}

/**
 * The text of a dispatch up to the end of the first trigger, which is `trigger`: others that are no prefix of it, and excludes, do not complete before.
 */
export function textUpTo(arena: ExprArena, trigger: string, triggers: readonly string[], excludes: readonly string[]): ExprId {
  const earlier = [
    ...triggers.filter((other) => other === trigger || !trigger.startsWith(other)),
    ...excludes.filter((exclude) => exclude !== ""),
  ];
  const anyByte = arena.bytes(byteRange(0, 255));
  return arena.lexeme(
    arena.and(
      arena.seq(freeTextBody(arena, [...triggers, ...excludes]), arena.literal(trigger)),
      arena.not(arena.seq(arena.all, anyOf(arena, earlier), anyByte, arena.all)),
    ),
  );
}
