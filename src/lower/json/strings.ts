import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { StringCheck, StringPiece } from "../../schema/normal.ts";
import type { CharSpelling } from "../char-spelling.ts";
import { lowerRegex } from "../regex/lower.ts";
import { isWellFormed } from "./constants.ts";
import { lowerFormat } from "./formats/formats.ts";
import { OtherTexts } from "./other-texts.ts";

/** What a string must fit, by its decoded value. */
export interface StringConditions {
  readonly minLength?: number;
  readonly maxLength?: number | undefined;
  readonly patterns: readonly StringCheck[];
  readonly formats: readonly StringCheck[];
  readonly excluded: readonly string[];
}

/**
 * Texts by conditions on their decoded value: length in code points, patterns, formats, excluded values, and texts that no value may contain. For one arena, one spelling of characters
 * and one list of excludes; equal conditions give one expression.
 */
export class TextLowering {
  readonly #arena: ExprArena;
  readonly #spelling: CharSpelling;
  /** Any text. */
  readonly any: ExprId;
  readonly #bounded: boolean;
  readonly #others: OtherTexts;
  readonly #known = new Map<string, ExprId>();

  constructor(arena: ExprArena, spelling: CharSpelling, excludes: readonly string[]) {
    this.#arena = arena;
    this.#spelling = spelling;
    this.#others = new OtherTexts(arena, spelling);
    const all = arena.star(spelling.any);
    this.#bounded = excludes.length > 0;
    this.any = excludes.length === 0 ? all : arena.and(all, ...excludes.map((text) => arena.not(arena.seq(all, this.spelled(text), all))));
  }

  /** A text in every spelling; NEVER for one with a lone surrogate. */
  spelled(text: string): ExprId {
    if (!isWellFormed(text)) return NEVER;
    return this.#arena.seq(...Array.from(text, (character) => this.character(character)));
  }

  character(character: string): ExprId {
    const codePoint = character.codePointAt(0) as number;
    return this.#spelling.chars([[codePoint, codePoint]]);
  }

  /** All texts but these, where nothing else is excluded. */
  except(texts: Iterable<string>): ExprId {
    return this.#others.except(texts);
  }

  /**
   * The texts that fit, or NEVER where none does.
   * @throws StructagError the codes of the regular expressions, `lower-json-format`
   */
  lower(conditions: StringConditions): ExprId {
    const { minLength = 0, maxLength, patterns, formats, excluded } = conditions;
    if (minLength === 0 && maxLength === undefined && patterns.length === 0 && formats.length === 0 && excluded.length === 0)
      return this.any;
    const key = JSON.stringify([minLength, maxLength ?? -1, patterns.map(checkKey), formats.map(checkKey), excluded]);
    let e = this.#known.get(key);
    if (e === undefined) this.#known.set(key, (e = this.#build(conditions)));
    return e;
  }

  #build({ minLength = 0, maxLength, patterns, formats, excluded }: StringConditions): ExprId {
    const arena = this.#arena;
    if (maxLength !== undefined && maxLength < minLength) return NEVER;
    const parts: ExprId[] = [];
    for (const check of patterns) parts.push(this.#check(check, lowerRegex(arena, check.source, this.#regexOptions(check))));
    for (const check of formats) parts.push(lowerFormat(arena, this.#spelling, check));
    const positive = [...patterns, ...formats].some((check) => !check.negated);
    if (this.#bounded) parts.push(this.any);
    // A pattern or format stays inside the spelled texts by itself.
    if (minLength > 0 || maxLength !== undefined || (!positive && !this.#bounded) || parts.length === 0) {
      parts.push(arena.repeat(this.#spelling.any, minLength, maxLength ?? -1));
    }
    if (excluded.length > 0) parts.push(arena.not(arena.alt(excluded.map((text) => this.spelled(text)))));
    return arena.and(...parts);
  }

  #regexOptions({ path }: StringCheck): Parameters<typeof lowerRegex>[2] {
    return { spelling: this.#spelling, mode: "search", path };
  }

  #check(check: StringCheck, e: ExprId): ExprId {
    return check.negated ? this.#arena.not(e) : e;
  }
}

/** Whether conditions are none, so that every text fits. */
export function isUnconditional(piece: StringPiece): boolean {
  const { minLength, maxLength, patterns, formats, excluded } = piece;
  return minLength === 0 && maxLength === undefined && patterns.length === 0 && formats.length === 0 && excluded.length === 0;
}

function checkKey(check: StringCheck): string {
  return `${check.negated ? "!" : "="}${check.source}`;
}
