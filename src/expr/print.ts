import type { ExprArena } from "./arena.ts";
import { type ByteSet, bytesOfSet, complementSet, isFullSet, onlyByte, rangesOfSet } from "./byte-set.ts";
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
  NEVER_KIND,
  NOT_KIND,
  REPEAT_KIND,
  RULE_KIND,
  SEQ_KIND,
  TOKENS_KIND,
} from "./kinds.ts";

export interface PrintOptions {
  /** Levels of nesting that are shown; what lies deeper is `…`. Default 12. */
  readonly maxDepth?: number;
  /** Members of a sequence, alternation, intersection or token set that are shown. Default 24. */
  readonly maxMembers?: number;
}

/** How tightly an expression binds: members that bind less tightly get parentheses. */
const LOOSE = 0;
const MEMBER = 1;
const FACTOR = 2;
const ATOM = 3;

interface Printed {
  readonly text: string;
  readonly binds: number;
}

/**
 * An expression in textbook notation: `∅`, `ε`, `"literal"`, `[a-z]`, `Σ` (any byte), `x y`, `x | y`, `x*`, `x+`, `x?`, `x{2,5}`, `x ∩ y`, `¬x`. Rules are `name` or `name@state` and are not
 * unfolded; `⟦x⟧` is a lexeme, `token{…}` a token set, `!name` an effect, `x≤9t` and `x≤9c` a limit on tokens and characters. For people and tests, not to be read back.
 */
export function printExpr(arena: ExprArena, e: ExprId, options: PrintOptions = {}): string {
  return new Printer(arena, options.maxMembers ?? 24).print(e, options.maxDepth ?? 12).text;
}

class Printer {
  readonly #arena: ExprArena;
  readonly #maxMembers: number;

  constructor(arena: ExprArena, maxMembers: number) {
    this.#arena = arena;
    this.#maxMembers = maxMembers;
  }

  print(e: ExprId, depth: number): Printed {
    const { kind, a, b, c, sets, rules, tokenSets, effects } = this.#arena.store;
    switch (kind[e]) {
      case NEVER_KIND:
        return atom("∅");
      case EMPTY_KIND:
        return atom("ε");
      case BYTES_KIND:
        return atom(printSet(sets[a[e]]));
      case RULE_KIND:
        return atom(b[e] === 0 ? rules[a[e]].name : `${rules[a[e]].name}@${b[e]}`);
      case TOKENS_KIND: {
        const { ids, negated } = tokenSets[a[e]];
        const list = [...ids].slice(0, this.#maxMembers).join(",");
        return atom(`${negated ? "¬" : ""}token{${list}${ids.size > this.#maxMembers ? ",…" : ""}}`);
      }
      case EFFECT_KIND:
        return atom(`!${effects[a[e]].name}`);
    }
    if (depth <= 0) return atom("…");
    const inner = (part: ExprId, binds: number): string => {
      const printed = this.print(part, depth - 1);
      return printed.binds < binds ? `(${printed.text})` : printed.text;
    };
    switch (kind[e]) {
      case SEQ_KIND:
        return this.#sequence(e, inner);
      case ALT_KIND: {
        const parts = [...this.#arena.operands(e)];
        const others = parts.filter((part) => part !== EMPTY);
        if (others.length === parts.length) return { text: this.#members(parts, " | ", (part) => inner(part, MEMBER)), binds: LOOSE };
        if (others.length === 1) return { text: `${inner(others[0], ATOM)}?`, binds: FACTOR };
        return { text: `(${this.#members(others, " | ", (part) => inner(part, MEMBER))})?`, binds: FACTOR };
      }
      case AND_KIND:
        return { text: this.#members([...this.#arena.operands(e)], " ∩ ", (part) => inner(part, FACTOR)), binds: LOOSE };
      case NOT_KIND:
        return { text: `¬${inner(a[e], FACTOR)}`, binds: FACTOR };
      case REPEAT_KIND:
        return { text: inner(a[e], ATOM) + counter(b[e], c[e]), binds: FACTOR };
      case LEXEME_KIND:
        return atom(`⟦${inner(a[e], LOOSE)}⟧`);
      case BUDGET_KIND:
        return { text: `${inner(a[e], FACTOR)}≤${b[e]}t`, binds: FACTOR };
      case CHAR_LIMIT_KIND:
        return { text: `${inner(a[e], FACTOR)}≤${b[e]}c`, binds: FACTOR };
      default:
        throw new Error(`unknown expression kind ${kind[e]}`);
    }
  }

  #sequence(e: ExprId, inner: (part: ExprId, binds: number) => string): Printed {
    const { kind, a, b } = this.#arena.store;
    const parts: string[] = [];
    let literal: number[] = [];
    const flush = (): void => {
      if (literal.length > 0) parts.push(printLiteral(literal));
      literal = [];
    };
    let at = e;
    for (let more = true; more; ) {
      more = kind[at] === SEQ_KIND;
      const part = more ? a[at] : at;
      const byte = this.#singleByte(part);
      if (byte !== undefined) literal.push(byte);
      else {
        flush();
        if (parts.length >= this.#maxMembers) {
          parts.push("…");
          break;
        }
        parts.push(inner(part, FACTOR));
      }
      at = b[at];
    }
    flush();
    return { text: parts.join(" "), binds: parts.length === 1 ? ATOM : MEMBER };
  }

  #singleByte(e: ExprId): number | undefined {
    const { kind, a, sets } = this.#arena.store;
    if (kind[e] !== BYTES_KIND) return undefined;
    return onlyByte(sets[a[e]]);
  }

  #members(parts: readonly ExprId[], separator: string, print: (part: ExprId) => string): string {
    const shown = parts.slice(0, this.#maxMembers).map(print);
    if (parts.length > this.#maxMembers) shown.push(`… ${parts.length - this.#maxMembers} more`);
    return shown.join(separator);
  }
}

function atom(text: string): Printed {
  return { text, binds: ATOM };
}

function counter(min: number, max: number): string {
  if (max === -1) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** Bytes as a quoted text; what is no UTF-8, and control characters, as `\xHH`. */
function printLiteral(bytes: readonly number[]): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  if (!text.includes("\ufffd")) return JSON.stringify(text);
  return `"${bytes.map((byte) => (byte === 0x22 || byte === 0x5c ? `\\${String.fromCharCode(byte)}` : printByte(byte))).join("")}"`;
}

/** A byte set as a literal or a class; the smaller of itself and its complement. */
export function printSet(set: ByteSet): string {
  if (isFullSet(set)) return "Σ";
  const bytes = bytesOfSet(set);
  if (bytes.length === 1) return printLiteral(bytes);
  const ranges = rangesOfSet(set);
  const others = rangesOfSet(complementSet(set));
  return others.length < ranges.length && bytes.length > 128 ? `[^${printRanges(others)}]` : `[${printRanges(ranges)}]`;
}

function printRanges(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map(([low, high]) => classByte(low) + (high === low ? "" : (high > low + 1 ? "-" : "") + classByte(high))).join("");
}

function classByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return "\\]^-".includes(char) ? `\\${char}` : printByte(byte);
}

function printByte(byte: number): string {
  const named: Readonly<Record<number, string>> = { 9: "\\t", 10: "\\n", 13: "\\r" };
  return named[byte] ?? (byte < 0x20 || byte >= 0x7f ? `\\x${byte.toString(16).padStart(2, "0")}` : String.fromCharCode(byte));
}
