import { readFileSync } from "node:fs";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../../src/matcher/compiler.ts";
import type { GrammarMatcher } from "../../src/matcher/matcher.ts";
import { deserializeVocabulary, serializeVocabulary } from "../../src/vocab/serialize.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import type { BenchCase } from "../cases/bench-case.ts";
import { since } from "../timer.ts";
import type { Compiled, Engine, Matcher, Session } from "./engine.ts";

/** Calls that one measurement by reference spans: a single one is shorter than the clock's step. */
const REPEATS = 16;

export function structag(vocabulary: Vocabulary): Engine {
  const saved = serializeVocabulary(vocabulary);
  let loaded = vocabulary;
  return {
    name: "structag",
    version: JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version,
    sharesWork: true,
    load() {
      loaded = deserializeVocabulary(saved);
    },
    session: () => session(loaded),
  };
}

function session(vocabulary: Vocabulary): Session {
  const compiler = new GrammarCompiler(vocabulary);
  return {
    prepare: (benchCase) => () => compiled(compile(compiler, benchCase)),
    dispose() {},
  };
}

function compile(compiler: GrammarCompiler, { kind, schema }: BenchCase): CompiledGrammar {
  if (kind === "structural_tag") return compiler.compileStructuralTag(schema);
  return compiler.compileJsonSchema(kind === "builtin" ? true : schema);
}

function compiled(grammar: CompiledGrammar): Compiled {
  return {
    matcher: () => matcher(grammar.matcher(), new Int32Array((grammar.vocabulary.size + 31) >>> 5)),
    byReference: (tokens, overhead) => byReference(grammar.matcher(), tokens, overhead),
    dispose() {},
  };
}

function matcher(of: GrammarMatcher, bitmask: Int32Array): Matcher {
  return {
    fill() {
      of.fillNextTokenBitmask(bitmask);
      return bitmask;
    },
    accept: (token) => of.acceptToken(token),
    dispose() {},
  };
}

function byReference(of: GrammarMatcher, tokens: readonly number[], overhead: number): number[] {
  const times: number[] = [];
  let mask = of.nextTokenMask();
  for (const token of tokens) {
    const start = performance.now();
    for (let repeat = 0; repeat < REPEATS; repeat += 1) mask = of.nextTokenMask();
    times.push(since(start, overhead) / REPEATS);
    if (!mask.has(token) || !of.acceptToken(token)) throw new Error(`token ${token} is refused by reference`);
  }
  return times;
}
