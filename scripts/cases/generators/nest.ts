import type { CompiledGrammar } from "../../../src/matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../../../src/matcher/compiler.ts";
import { tryCompile } from "../compile-expectation.ts";
import { byteCompiler } from "../engine-under-test.ts";
import { type Generator, numbers, texts } from "./sized.ts";

const MOST_MS = 2000;

type Nesting = (compiler: GrammarCompiler, depth: number) => CompiledGrammar;

function nested(depth: number, wrap: (inner: object) => object, core: object): object {
  let value = core;
  for (let at = 0; at < depth; at += 1) value = wrap(value);
  return value;
}

/** What a row names, and how it is nested. */
const NESTINGS: ReadonlyMap<string, Nesting> = new Map<string, Nesting>([
  ["array items", (compiler, depth) => compiler.compileJsonSchema(nested(depth, (items) => ({ type: "array", items }), {}))],
  ["anyOf", (compiler, depth) => compiler.compileJsonSchema(nested(depth, (inner) => ({ anyOf: [inner] }), { type: "null" }))],
  [
    "object property",
    (compiler, depth) => compiler.compileJsonSchema(nested(depth, (a) => ({ type: "object", properties: { a }, required: ["a"] }), {})),
  ],
  [
    "ebnf parentheses",
    (compiler, depth) =>
      compiler.compileStructuralTag({ type: "grammar", grammar: `root ::= ${"(".repeat(depth)}"a"${")".repeat(depth)}` }),
  ],
  ["regex parentheses", (compiler, depth) => compiler.compileRegex(`${"(".repeat(depth)}a${")".repeat(depth)}`)],
  [
    "tag content",
    (compiler, depth) =>
      compiler.compileStructuralTag(nested(depth, (content) => ({ type: "tag", begin: "<", content, end: ">" }), { type: "any_text" })),
  ],
  [
    "JSON text of the schema",
    (compiler, depth) => compiler.compileJsonSchema(`${'{"type":"array","items":'.repeat(depth)}{}${"}".repeat(depth)}`),
  ],
]);

/** Deep nesting ends in a grammar that works or in a coded error, in time. */
export const nest: Generator = ({ generator }) => {
  for (const kind of texts(generator, "of")) {
    const nesting = NESTINGS.get(kind);
    if (nesting === undefined) throw new TypeError(`unknown nesting: ${kind}`);
    for (const depth of numbers(generator, "depth")) {
      const compiler = new GrammarCompiler(byteCompiler.vocabulary);
      const start = performance.now();
      const compiled = tryCompile(() => nesting(compiler, depth));
      if (compiled.ok) tryCompile(() => worksAtStart(compiled.grammar));
      const ms = performance.now() - start;
      if (ms > MOST_MS) return `${kind} of depth ${depth} takes ${ms.toFixed(0)} ms`;
    }
  }
  return undefined;
};

function worksAtStart(grammar: CompiledGrammar): CompiledGrammar {
  const matcher = grammar.matcher();
  const mask = matcher.nextTokenMask();
  matcher.minTokensToComplete();
  for (const token of mask.toArray().slice(0, 3))
    if (!matcher.fork().acceptToken(token)) throw new Error(`token ${token} is open, but refused`);
  return grammar;
}
