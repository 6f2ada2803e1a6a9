import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { Piece } from "../../schema/normal.ts";
import { freeText } from "../free-text.ts";
import { isWellFormed } from "../json/constants.ts";
import type { Level } from "../json/level.ts";
import { isUnconditional, type StringConditions, TextLowering } from "../json/strings.ts";
import { utf8Spelling } from "../utf8.ts";

const LINE_BREAK = "\n";

/** Strings that stand in the output as they are, up to a marker that they do not contain. */
export class BareText {
  readonly #arena: ExprArena;
  readonly #excludes: readonly string[];
  readonly #lowerings = new Map<string, TextLowering>();

  constructor(level: Level, excludes: readonly string[]) {
    this.#arena = level.arena;
    this.#excludes = excludes;
  }

  /** Keys that fit conditions. */
  key(conditions: StringConditions): ExprId {
    return this.#lowering([]).lower(conditions);
  }

  /** The strings of some pieces as keys. */
  keys(pieces: readonly Piece[]): ExprId {
    return this.#arena.alt(pieces.map((piece) => this.#content(piece, this.#lowering([]), [])));
  }

  /**
   * The strings of some pieces as bare texts. `framed`: readers take one line break off each end, so a text is written with one at both ends or none at either; where everything is
   * allowed that is no restriction.
   */
  lower(pieces: readonly Piece[], terminators: readonly string[], framed: boolean): ExprId {
    const arena = this.#arena;
    const excludes = [...this.#excludes, ...terminators];
    if (pieces.some((piece) => piece.type === "string" && isUnconditional(piece))) return freeText(arena, excludes);
    const lowering = this.#lowering(excludes);
    const text = arena.alt(pieces.map((piece) => this.#content(piece, lowering, excludes)));
    if (text === NEVER || !framed) return arena.lexeme(text);
    const lineBreak = arena.literal(LINE_BREAK);
    const all = lowering.any;
    const bare = arena.and(text, arena.not(arena.seq2(lineBreak, all)), arena.not(arena.seq2(all, lineBreak)));
    return arena.lexeme(arena.alt2(bare, arena.seq(lineBreak, text, lineBreak)));
  }

  #content(piece: Piece, lowering: TextLowering, excludes: readonly string[]): ExprId {
    if (piece.type === "string") return lowering.lower(piece);
    if (piece.type !== "literals") return NEVER;
    const texts: string[] = [];
    for (const value of piece.values) {
      if (typeof value === "string" && isWellFormed(value) && !excludes.some((text) => value.includes(text))) texts.push(value);
    }
    return this.#arena.literals(texts);
  }

  #lowering(excludes: readonly string[]): TextLowering {
    const key = JSON.stringify(excludes);
    let lowering = this.#lowerings.get(key);
    if (lowering === undefined) {
      lowering = new TextLowering(this.#arena, utf8Spelling(this.#arena), excludes);
      this.#lowerings.set(key, lowering);
    }
    return lowering;
  }
}
