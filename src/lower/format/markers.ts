import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { LiteralSpelling } from "../literal-spelling.ts";

/**
 * How the special tokens of the vocabulary that occur in a literal of the grammar are matched.
 * - `special`: by id alone (the default).
 * - `text`: spelled with text tokens alone.
 * - `either`: both.
 */
export type MarkerMode = "special" | "text" | "either";

/** Spells literals of a format tree, with the vocabulary's special tokens in them. */
export class Markers implements LiteralSpelling {
  readonly #arena: ExprArena;
  readonly #mode: MarkerMode;
  readonly #tokens: ReadonlyMap<string, number>;
  /** Finds the next special token; undefined where there is none to find. */
  readonly #pattern: RegExp | undefined;
  readonly #spelled = new Map<string, ExprId>();

  constructor(arena: ExprArena, specialTokens: ReadonlyMap<string, number>, mode: MarkerMode) {
    this.#arena = arena;
    this.#mode = mode;
    this.#tokens = specialTokens;
    const texts = [...specialTokens.keys()].filter((text) => text !== "").sort((x, y) => y.length - x.length);
    if (texts.length > 0 && mode !== "text") this.#pattern = new RegExp(texts.map((text) => escapeForRegExp(text)).join("|"), "gu");
  }

  /** The expression of a literal. */
  literal(text: string): ExprId {
    let e = this.#spelled.get(text);
    if (e === undefined) {
      e = this.#spell(text);
      this.#spelled.set(text, e);
    }
    return e;
  }

  isPlain(text: string): boolean {
    return this.#pattern === undefined || text.search(this.#pattern) === -1;
  }

  #spell(text: string): ExprId {
    const arena = this.#arena;
    if (this.#pattern === undefined) return arena.literal(text);
    const parts: ExprId[] = [];
    let at = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const marker = match[0];
      parts.push(arena.literal(text.slice(at, match.index)));
      const symbol = arena.tokens({ ids: new Set([this.#tokens.get(marker)!]), negated: false });
      parts.push(arena.alt2(symbol, this.#mode === "either" ? arena.literal(marker) : NEVER));
      at = match.index + marker.length;
    }
    parts.push(arena.literal(text.slice(at)));
    return arena.seq(...parts);
  }
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
