import type { ByteSet } from "./byte-set.ts";
import type { ExprId } from "./kinds.ts";

/**
 * A named expression that is unfolded when it is first needed, so recursion and large constructions cost nothing up front. `state` is a small non-negative
 * integer of the rule's own: an index into whatever the rule remembers (a trie node, an interned set of seen keys …).
 */
export interface Rule {
  readonly name: string;
  /** The expression of a state. Called at most once for each state of an arena; must be the same on every call, and never {@link NEVER}. */
  unfold(state: number): ExprId;
  /** Whether a state accepts the empty text. Default: no state does. */
  nullable?(state: number): boolean;
  /**
   * What may follow `byte` in a state, in place of the derivative of the unfolding: for rules with many alternatives of which one is taken. Must agree with {@link unfold}. Narrows
   * `same` to bytes, `byte` among them, that have the same answer.
   */
  step?(state: number, byte: number, same: ByteSet): ExprId;
  /**
   * An expression whose language is a part of the state's and which leads to a short completion. It is what shortest completions are computed from, so rules that are recursive or large
   * should have it. Default: the unfolding.
   */
  cheapest?(state: number): ExprId;
}

/** A set of vocabulary entries: exactly `ids`, or every text token but `ids`. */
export interface TokenSet {
  readonly ids: ReadonlySet<number>;
  readonly negated: boolean;
}

/** What a matcher remembers beside its expression: an immutable value of the effects' own. `null` at the start. */
export type Register = object | null;

/** The bytes that were matched so far. */
export interface MatchedText {
  readonly length: number;
  /** A copy of the bytes from `start` (inclusive) to `end` (exclusive). */
  slice(start: number, end: number): Uint8Array;
}

/**
 * A check or note at a point of the text, for constraints that depend on what was written (unique keys, unique items). It takes no input. It may stand only where it is reached
 * directly after a byte or at the start: behind something that can be empty, the arena refuses it.
 */
export interface Effect {
  readonly name: string;
  /** The register after this point, or `undefined` where the text so far is refused. */
  apply(register: Register, text: MatchedText): Register | undefined;
  /** Whether any text can be refused here with this register, if no other effect comes before it; masks need a check then. Left out where nothing is ever refused. */
  mayRefuse?(register: Register): boolean;
  /** For a check that compares one piece of the text with what was seen: finds what would be refused without a look at each text. */
  readonly subject?: EffectSubject;
}

/** The piece of the text that an effect compares. Bytes stand as a character each. */
export interface EffectSubject {
  /** The piece's end in `head`, what a token has up to the effect; `whole`: all of the piece is there. Undefined where it takes the whole text to tell. */
  in(head: string): { readonly end: string; readonly whole: boolean } | undefined;
  /** Whether a piece would be refused, and how those could end that have begun in `text`; undefined where that is too hard to tell. */
  refused(register: Register, text: MatchedText): { hasPiece(piece: string): boolean; readonly ends: readonly string[] } | undefined;
}
