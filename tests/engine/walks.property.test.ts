import fc from "fast-check";
import { expect, it } from "vitest";
import type { CompiledGrammar, GrammarMatcher } from "../../src/engine.ts";
import { findJumpForwardBytes, GrammarCompiler, StructagError } from "../../src/engine.ts";
import { bruteForceDifference, pickToken } from "../support/brute-force.ts";
import { byteVocabulary } from "../support/byte-vocabulary.ts";
import { SeededRandom } from "../support/random.ts";
import { randomFormat, shortText } from "../support/random-format.ts";

const WORDS = ["ab", "a<", "<b", "bb", "aab", "<<", "b<a", '{"', '":', '","', "12", "tr", "ue"];
const vocabulary = byteVocabulary(WORDS, ["<|m|>", "<|n|>"]);
const [M, N] = [256 + WORDS.length, 257 + WORDS.length];
const SEED = Number(process.env.ENGINE_SEED ?? 20262);
const RUNS = Number(process.env.ENGINE_RUNS ?? 250);

const compiler = new GrammarCompiler(vocabulary);
/** Starts anew for every matcher. */
const forgetful = new GrammarCompiler(vocabulary, { memoryBudget: 1 });

const leaf = fc.oneof(
  fc.nat(4).map((max_tokens) => ({ type: "any_text", max_tokens })),
  fc.record({ type: fc.constant("any_text"), max_tokens: fc.nat(3), max_chars: fc.nat(4), excludes: fc.constant(["ab"]) }),
  fc.constantFrom(
    { type: "const_string", value: "<|m|>" },
    { type: "const_string", value: "a<|m|>b<|n|>" },
    { type: "tag", begin: "<|m|>", content: { type: "any_text" }, end: "<|n|>" },
    { type: "tag", begin: { type: "token", token: M }, content: { type: "any_tokens", max_tokens: 3 }, end: { type: "token", token: N } },
    { type: "token", token: N },
    { type: "exclude_token", exclude_tokens: [M, 97] },
    { type: "any_tokens", exclude_tokens: [N, 97], max_tokens: 2 },
    { type: "token_dispatch", rules: [[M, { type: "const_string", value: "ab" }]] },
    { type: "regex", pattern: "(a|bb)+<?|[ab]{2,5}" },
    { type: "regex", pattern: "[^a]{0,3}" },
    { type: "json_schema", json_schema: true },
    { type: "json_schema", json_schema: { type: "array", items: { enum: [1, 2, "ab"] }, uniqueItems: true } },
    {
      type: "json_schema",
      json_schema: { type: "object", properties: { a: { type: "boolean" } }, additionalProperties: { type: "integer" } },
    },
    {
      type: "json_schema",
      any_order: true,
      json_schema: { type: "object", properties: { a: { const: 1 }, b: { type: "string" } }, required: ["a", "b"] },
    },
  ),
);

const anyFormat = fc.oneof(
  randomFormat,
  leaf,
  fc.record({ type: fc.constantFrom("sequence", "or"), elements: fc.array(fc.oneof(randomFormat, leaf), { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constantFrom("star", "plus", "optional"), content: fc.oneof(randomFormat, leaf) }),
  fc.record({ type: fc.constant("tag"), begin: shortText(0, 1), content: leaf, end: fc.constantFrom("<", "b", "<|n|>") }),
);

function compiled(by: GrammarCompiler, format: unknown): CompiledGrammar | undefined {
  try {
    return by.compileStructuralTag(format);
  } catch (error) {
    if (error instanceof StructagError) return undefined;
    throw error;
  }
}

const bitmask = new Int32Array((vocabulary.size + 31) >>> 5);
const maskOf = (matcher: GrammarMatcher): string => matcher.nextTokenMask().toArray().join();

function check(name: string, property: (grammar: CompiledGrammar, random: SeededRandom, format: unknown) => void): void {
  it(name, () => {
    let judged = 0;
    const run = fc.property(anyFormat, fc.nat(1e6), (format, seed) => {
      const grammar = compiled(compiler, format);
      if (grammar === undefined) return;
      judged += 1;
      property(grammar, new SeededRandom(seed), format);
    });
    fc.assert(run, { numRuns: RUNS, seed: SEED });
    expect(judged).toBeGreaterThan(RUNS / 2);
  });
}

/** Steps of a walk under masks; `each` sees the matcher before each of them. */
function walk(matcher: GrammarMatcher, random: SeededRandom, length: number, each: () => void): number {
  let steps = 0;
  while (steps < length && !matcher.isTerminated()) {
    each();
    const token = pickToken(matcher, random);
    if (token === undefined) expect.fail(`the mask is empty after ${steps} tokens`);
    if (!matcher.acceptToken(token)) expect.fail(`token ${token} is open, but refused after ${steps} tokens`);
    steps += 1;
  }
  return steps;
}

check("masks are what accepting says, and never empty before the end", (grammar, random) => {
  const matcher = grammar.matcher();
  walk(matcher, random, 8, () => expect(bruteForceDifference(matcher, bitmask)).toBeUndefined());
});

check("rolling back and forking restore every state", (grammar, random) => {
  const matcher = grammar.matcher();
  const masks: string[] = [];
  const remember = (): void => {
    const before = matcher.fork();
    masks.push(maskOf(matcher));
    // What a fork does stays its own.
    walk(before, random, 2, () => {});
    expect(maskOf(matcher)).toBe(masks[masks.length - 1]);
  };
  const steps = walk(matcher, random, 8, remember);
  for (let left = steps; left > 0; ) {
    const back = 1 + random.below(left);
    matcher.rollback(back);
    left -= back;
    expect(matcher.historyLength).toBe(left);
    expect(maskOf(matcher)).toBe(masks[left]);
  }
  matcher.reset();
  expect(maskOf(matcher)).toBe(maskOf(grammar.matcher()));
});

check("masks are the same cold, warm and in a new generation, whatever matchers run between", (grammar, random, format) => {
  const fresh = compiled(new GrammarCompiler(vocabulary), format)!.matcher();
  const moved = compiled(forgetful, format)!.matcher();
  const matcher = grammar.matcher();
  for (let step = 0; step < 6 && !matcher.isTerminated(); step += 1) {
    const mask = maskOf(matcher);
    expect([maskOf(fresh), maskOf(moved), maskOf(matcher)]).toEqual([mask, mask, mask]);
    const token = pickToken(matcher, random)!;
    for (const other of [matcher, fresh, moved]) expect(other.acceptToken(token)).toBe(true);
  }
});

check("bytes to jump over are the only way on", (grammar, random) => {
  const matcher = grammar.matcher();
  walk(matcher, random, 6, () => {
    const forced = findJumpForwardBytes(matcher);
    if (forced.length === 0) return;
    for (const token of matcher.nextTokenMask().toArray()) {
      if (!vocabulary.isText(token)) expect.fail(`the special token ${token} is open beside forced bytes`);
      const bytes = vocabulary.bytesOf(token);
      const common = Math.min(bytes.length, forced.length);
      expect([...bytes.subarray(0, common)]).toEqual([...forced.subarray(0, common)]);
    }
    expect(matcher.fork().acceptString(forced)).toBe(true);
  });
});

check("a walk with a limit of tokens ends in time", (grammar, random) => {
  const start = grammar.matcher();
  const least = start.minTokensToComplete();
  expect(least).toBeLessThan(Number.POSITIVE_INFINITY);
  for (const spare of [0, 1, 2, 5]) {
    const matcher = grammar.matcher();
    let tokensLeft = least + spare;
    while (!matcher.isTerminated()) {
      const tokens = matcher.nextTokenMask({ tokensLeft }).toArray();
      if (tokens.length === 0) expect.fail(`the mask is empty with ${tokensLeft} tokens left`);
      const token = tokens[random.below(tokens.length)];
      if (!matcher.acceptToken(token)) expect.fail(`token ${token} is open, but refused`);
      if (!matcher.isTerminated()) tokensLeft -= 1;
      if (tokensLeft < 0) expect.fail("more tokens than were left");
    }
  }
});
