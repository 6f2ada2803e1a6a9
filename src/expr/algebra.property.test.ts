import fc from "fast-check";
import { expect, it } from "vitest";
import {
  buildExpression,
  EXPRESSION_LETTERS,
  type NaiveExpression,
  naiveMatches,
  randomExpression,
} from "../../tests/support/naive-expression.ts";
import { SeededRandom } from "../core/random.ts";
import { ExprArena } from "./arena.ts";
import { Completion } from "./completion.ts";
import { type ExprId, NEVER } from "./kinds.ts";
import { Transitions } from "./transitions.ts";

/** One seed for all runs, so that a failure is the same everywhere. */
const SEED = Number(process.env.EXPR_SEED ?? 20263);
const RUNS = Number(process.env.EXPR_RUNS ?? 400);

const TEXTS = allTexts(5);

function allTexts(length: number): string[] {
  const texts = [""];
  for (let at = 0; at < texts.length; at += 1) {
    if (texts[at].length < length) texts.push(...EXPRESSION_LETTERS.map((letter) => texts[at] + letter));
  }
  return texts;
}

interface World {
  readonly arena: ExprArena;
  readonly e: ExprId;
  /** Whether the memoised derivatives accept a text. */
  readonly accepts: (text: string) => boolean;
}

function check(name: string, property: (world: World, expression: NaiveExpression, seed: number) => void): void {
  it(name, () => {
    const run = fc.property(randomExpression, fc.nat(1e6), (expression, seed) => {
      const arena = new ExprArena();
      const e = buildExpression(arena, expression);
      const transitions = new Transitions(arena);
      const accepts = (text: string): boolean => {
        let state = e;
        for (const byte of new TextEncoder().encode(text)) state = transitions.step(state, byte);
        return arena.isNullable(state);
      };
      expect(arena.undecided).toBe(0);
      property({ arena, e, accepts }, expression, seed);
    });
    fc.assert(run, { numRuns: RUNS, seed: SEED });
  });
}

check("derivatives accept what a naive matcher accepts", ({ arena, e, accepts }, expression) => {
  for (const text of TEXTS) {
    if (accepts(text) !== naiveMatches(expression, text)) expect.fail(`${JSON.stringify(text)} by ${JSON.stringify(expression)}`);
  }
  // What is empty is known to be: an expression that is not NEVER has a text.
  if (e === NEVER) expect(TEXTS.filter((text) => naiveMatches(expression, text))).toEqual([]);
  else expect(arena.isNullable(e) || firstBytes(arena, e).length > 0).toBe(true);
});

check("the shortest completion is accepted, and no text is shorter", ({ arena, e: open }, expression) => {
  // Complements also hold bytes that no text of this test has.
  const e = arena.and(open, arena.star(arena.range(97, 99)));
  const completion = new Completion(arena, () => undefined);
  const shortest = TEXTS.find((text) => naiveMatches(expression, text));
  if (e === NEVER) {
    expect([completion.length(e), shortest]).toEqual([Number.POSITIVE_INFINITY, undefined]);
    return;
  }
  const text = String.fromCharCode(...completion.of(e)!);
  expect(naiveMatches(expression, text)).toBe(true);
  // Longer ones are past the texts that are listed.
  if (shortest === undefined) expect(text.length).toBeGreaterThan(5);
  else expect(text.length).toBe(shortest.length);
});

check("sampled texts are accepted, and changed ones as the naive matcher says", ({ arena, e, accepts }, expression, seed) => {
  if (e === NEVER) return;
  const random = new SeededRandom(seed);
  const completion = new Completion(arena, () => undefined);
  let [state, text] = [e, ""];
  for (let steps = random.below(7); steps > 0; steps -= 1) {
    const bytes = firstBytes(arena, state).filter((byte) => byte >= 97 && byte <= 99);
    if (bytes.length === 0) break;
    const byte = random.pick(bytes);
    state = arena.derivative(state, byte, new Uint32Array(8));
    text += String.fromCharCode(byte);
  }
  text += String.fromCharCode(...completion.of(state)!);
  expect([accepts(text), naiveMatches(expression, text)]).toEqual([true, true]);
  for (let change = 0; change < 6; change += 1) {
    const at = random.below(text.length + 1);
    const changed = text.slice(0, at) + random.pick(["", ...EXPRESSION_LETTERS]) + text.slice(at + random.below(2));
    if (accepts(changed) !== naiveMatches(expression, changed)) {
      expect.fail(`${JSON.stringify(changed)} by ${JSON.stringify(expression)}`);
    }
  }
});

/** The bytes that lead anywhere. */
function firstBytes(arena: ExprArena, e: ExprId): number[] {
  return Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => arena.derivative(e, byte, new Uint32Array(8)) !== NEVER);
}
