import { type Diagnostic, fail } from "../core/errors.ts";
import type { ExprArena } from "../expr/arena.ts";
import { rangesOfSet } from "../expr/byte-set.ts";
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
  NOT_KIND,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "../expr/kinds.ts";
import type { CodePointRanges } from "../lower/char-spelling.ts";
import { utf8Spelling } from "../lower/utf8.ts";
import { type CharacterStep, type CharacterSteps, characterSteps } from "./character-steps.ts";
import { StringSteps } from "./string-steps.ts";

/** How an expression is put together of others, over whole characters. */
export type Shape =
  | { readonly type: "empty" }
  | { readonly type: "chars"; readonly ranges: CodePointRanges }
  | { readonly type: "seq"; readonly head: ExprId; readonly tail: ExprId }
  | { readonly type: "repeat"; readonly body: ExprId; readonly min: number; readonly max: number }
  | { readonly type: "same"; readonly as: ExprId }
  /** One of the steps, or of the parts. */
  | { readonly type: "choice"; readonly steps: readonly CharacterStep[]; readonly parts: readonly ExprId[] };

const NONE: Shape = { type: "empty" };

export interface ShapeOptions {
  /** Leaves out what no context-free grammar can hold. Each is reported. */
  readonly loosen: boolean;
  readonly report: (finding: Diagnostic) => void;
}

/** Takes expressions apart: sequences, alternations, repetitions and rules as they are; intersections and complements by their derivatives, which become the states of an automaton. */
export class ExpressionShapes {
  readonly #arena: ExprArena;
  readonly #options: ShapeOptions;
  readonly #steps: CharacterSteps;
  readonly #strings: StringSteps;

  constructor(arena: ExprArena, options: ShapeOptions) {
    this.#arena = arena;
    this.#options = options;
    this.#steps = characterSteps(arena);
    this.#strings = new StringSteps(arena, this.#steps);
  }

  /** Makes texts known that strings may exclude. */
  know(texts: readonly string[]): void {
    this.#strings.know(texts);
  }

  /** @throws StructagError `print-not-text`, `print-token`, and without `loosen` `print-text-check`, `print-token-budget` */
  of(e: ExprId, path: string): Shape {
    const arena = this.#arena;
    if (e < 0) return { type: "choice", ...this.#strings.counted(e) };
    const { kind, a, b, c } = arena.store;
    switch (kind[e]) {
      case EMPTY_KIND:
        return NONE;
      case BYTES_KIND:
        return this.#isAscii(e) ? { type: "chars", ranges: rangesOfSet(arena.store.sets[a[e]]) } : this.#automaton(e, path);
      case SEQ_KIND:
        if (kind[a[e]] === BYTES_KIND && !this.#isAscii(a[e])) return this.#automaton(e, path);
        return { type: "seq", head: a[e], tail: b[e] };
      case ALT_KIND: {
        const parts = Array.from(arena.operands(e));
        // Parts that begin in the same character are only told apart by all of its bytes.
        const wide = parts.filter((part) => {
          const first = kind[part] === SEQ_KIND ? a[part] : part;
          return kind[first] === BYTES_KIND && !this.#isAscii(first);
        });
        if (wide.length === 0) return { type: "choice", steps: [], parts };
        const steps = this.#steps.of(arena.alt(wide), path);
        return { type: "choice", steps, parts: parts.filter((part) => !wide.includes(part)) };
      }
      case REPEAT_KIND:
        return { type: "repeat", body: a[e], min: b[e], max: c[e] };
      case AND_KIND:
      case NOT_KIND:
        return this.#automaton(e, path);
      case RULE_KIND:
        return { type: "same", as: arena.unfold(e) };
      case LEXEME_KIND:
        return { type: "same", as: a[e] };
      case CHAR_LIMIT_KIND: {
        const text = kind[a[e]] === LEXEME_KIND ? a[a[e]] : a[e];
        const isAny = kind[text] === REPEAT_KIND && b[text] === 0 && c[text] === -1 && a[text] === utf8Spelling(arena).any;
        return isAny ? { type: "repeat", body: a[text], min: 0, max: b[e] } : this.#automaton(e, path);
      }
      case EFFECT_KIND: {
        const effect = arena.store.effects[a[e]];
        if (effect.mayRefuse !== undefined) this.#loosen("print-text-check", path, "keys or items are compared with each other");
        return NONE;
      }
      case BUDGET_KIND:
        this.#loosen("print-token-budget", path, "a bound on tokens is held by masks alone");
        return { type: "same", as: a[e] };
      case TOKENS_KIND:
        return fail("print-token", path, "a printed grammar has no tokens by id", "use text in place of token formats");
      default:
        throw new Error("the empty language is no part of an expression");
    }
  }

  #automaton(e: ExprId, path: string): Shape {
    const isContent = this.#strings.isContent(e);
    const excluding = isContent ? this.#strings.excluding(e) : undefined;
    if (excluding !== undefined) return { type: "same", as: excluding };
    const steps = isContent ? this.#strings.of(e, path) : this.#steps.of(e, path);
    return { type: "choice", steps, parts: this.#arena.isNullable(e) ? [EMPTY] : [] };
  }

  #loosen(code: string, path: string, why: string): void {
    if (!this.#options.loosen)
      fail(code, path, `${why}, which no context-free grammar can hold`, "allow it to be loosened, or use the engine");
    this.#options.report({ kind: "loosened", code, path, message: `${why}; the printed grammar leaves that out` });
  }

  #isAscii(bytes: ExprId): boolean {
    const set = this.#arena.store.sets[this.#arena.store.a[bytes]];
    return (set[4] | set[5] | set[6] | set[7]) === 0;
  }
}
