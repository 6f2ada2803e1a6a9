import fc from "fast-check";
import type { ExprArena } from "../../src/expr/arena.ts";
import type { ExprId } from "../../src/expr/kinds.ts";

/** Letters of the texts in tests of expressions. */
export const EXPRESSION_LETTERS = ["a", "b", "c"] as const;

/** An expression as it was written down, before any law is applied to it. */
export type NaiveExpression =
  | { readonly op: "letters"; readonly letters: readonly string[] }
  | { readonly op: "texts"; readonly texts: readonly string[] }
  | { readonly op: "seq" | "alt" | "and"; readonly parts: readonly NaiveExpression[] }
  | { readonly op: "not" | "lexeme"; readonly part: NaiveExpression }
  /** `max` -1: no bound. */
  | { readonly op: "repeat"; readonly part: NaiveExpression; readonly min: number; readonly max: number };

/** Whether a text is in the language, by trying every split: nothing is shared with the engine. */
export function naiveMatches(expression: NaiveExpression, text: string): boolean {
  return ends(expression, text, 0).has(text.length);
}

function ends(expression: NaiveExpression, text: string, at: number): ReadonlySet<number> {
  switch (expression.op) {
    case "letters":
      return new Set(at < text.length && expression.letters.includes(text[at]) ? [at + 1] : []);
    case "texts":
      return new Set(expression.texts.filter((candidate) => text.startsWith(candidate, at)).map((candidate) => at + candidate.length));
    case "seq":
      return expression.parts.reduce<ReadonlySet<number>>((places, part) => after(places, part, text), new Set([at]));
    case "alt":
      return new Set(expression.parts.flatMap((part) => [...ends(part, text, at)]));
    case "and": {
      const [first, ...others] = expression.parts.map((part) => ends(part, text, at));
      return new Set([...first].filter((place) => others.every((places) => places.has(place))));
    }
    case "not": {
      const excluded = ends(expression.part, text, at);
      return new Set(Array.from({ length: text.length - at + 1 }, (_, length) => at + length).filter((place) => !excluded.has(place)));
    }
    case "lexeme":
      return ends(expression.part, text, at);
    case "repeat": {
      const { part, min, max } = expression;
      const found = new Set<number>();
      let places: ReadonlySet<number> = new Set([at]);
      // More rounds than letters find nothing new beyond the least number.
      const rounds = max === -1 ? min + text.length : max;
      for (let round = 0; round <= rounds; round += 1) {
        if (round >= min) for (const place of places) found.add(place);
        places = after(places, part, text);
      }
      return found;
    }
  }
}

function after(places: ReadonlySet<number>, part: NaiveExpression, text: string): ReadonlySet<number> {
  return new Set([...places].flatMap((place) => [...ends(part, text, place)]));
}

/** The same in the engine's algebra. */
export function buildExpression(arena: ExprArena, expression: NaiveExpression): ExprId {
  switch (expression.op) {
    case "letters":
      return arena.alt(expression.letters.map((letter) => arena.literal(letter)));
    case "texts":
      return arena.literals(expression.texts);
    case "seq":
      return arena.seq(...expression.parts.map((part) => buildExpression(arena, part)));
    case "alt":
      return arena.alt(expression.parts.map((part) => buildExpression(arena, part)));
    case "and":
      return arena.and(...expression.parts.map((part) => buildExpression(arena, part)));
    case "not":
      return arena.not(buildExpression(arena, expression.part));
    case "lexeme":
      return arena.lexeme(buildExpression(arena, expression.part));
    case "repeat":
      return arena.repeat(buildExpression(arena, expression.part), expression.min, expression.max);
  }
}

const word = fc.array(fc.constantFrom(...EXPRESSION_LETTERS), { maxLength: 3 }).map((letters) => letters.join(""));

/** Trees in which intersections and complements stand at every place. */
export const randomExpression: fc.Arbitrary<NaiveExpression> = fc.letrec<{ expression: NaiveExpression }>((tie) => {
  const part = tie("expression");
  return {
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.subarray([...EXPRESSION_LETTERS], { minLength: 1 }).map((letters): NaiveExpression => ({ op: "letters", letters })),
      fc.array(word, { minLength: 1, maxLength: 3 }).map((texts): NaiveExpression => ({ op: "texts", texts })),
      fc.record({
        op: fc.constantFrom("seq" as const, "alt" as const, "and" as const),
        parts: fc.array(part, { minLength: 2, maxLength: 3 }),
      }),
      fc.record({ op: fc.constantFrom("not" as const, "not" as const, "lexeme" as const), part }),
      fc
        .record({ part, min: fc.nat(3), more: fc.integer({ min: -1, max: 3 }) })
        .map(({ part: body, min, more }): NaiveExpression => ({ op: "repeat", part: body, min, max: more < 0 ? -1 : min + more })),
    ),
  };
}).expression;
