import {
  type GrammarCompiler,
  readGgufMetadata,
  readVocabulary,
  vocabularyFromTiktoken,
  vocabularyFromTokenizerJson,
} from "../../src/engine.ts";
import { buildOutputGrammar, readStructuralTag, resolveFamily } from "../../src/index.ts";

/** One nasty input: what is done with it. A grammar that comes back is then used. */
export interface HostileRow {
  readonly name: string;
  readonly run: (compiler: GrammarCompiler) => unknown;
}

const schema =
  (make: () => unknown) =>
  (compiler: GrammarCompiler): unknown =>
    compiler.compileJsonSchema(make());
const regex =
  (make: () => string) =>
  (compiler: GrammarCompiler): unknown =>
    compiler.compileRegex(make());
const grammar =
  (make: () => string) =>
  (compiler: GrammarCompiler): unknown =>
    compiler.compileFormat({ type: "grammar", grammar: make() });
const tag =
  (make: () => unknown) =>
  (compiler: GrammarCompiler): unknown =>
    compiler.compileStructuralTag(make());

/** `depth` times `wrap` around `core`. */
function nested<T>(depth: number, core: T, wrap: (inner: T) => T): T {
  let value = core;
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function object(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

const DEEP = 5_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Inputs that someone who wants to stop a server would send. */
export const ROWS: readonly HostileRow[] = [
  // Depth.
  { name: "schema: nested properties", run: schema(() => nested<unknown>(DEEP, true, (inner) => ({ properties: { a: inner } }))) },
  { name: "schema: nested items", run: schema(() => nested<unknown>(DEEP, true, (inner) => ({ items: inner }))) },
  { name: "schema: nested anyOf", run: schema(() => nested<unknown>(DEEP, true, (inner) => ({ anyOf: [inner, { type: "null" }] }))) },
  { name: "schema: nested allOf", run: schema(() => nested<unknown>(DEEP, true, (inner) => ({ allOf: [inner] }))) },
  { name: "schema: nested not", run: schema(() => nested<unknown>(DEEP, true, (inner) => ({ not: inner }))) },
  // biome-ignore lint/suspicious/noThenProperty: it is the keyword
  { name: "schema: nested if", run: schema(() => nested<unknown>(300, true, (inner) => ({ if: inner, then: inner }))) },
  { name: "schema: deep text", run: schema(() => `${'{"items":'.repeat(100_000)}true${"}".repeat(100_000)}`) },
  { name: "schema: deep const", run: schema(() => ({ const: nested<unknown>(DEEP, 1, (inner) => [inner]) })) },
  { name: "schema: unclosed text", run: schema(() => "[".repeat(1_000_000)) },
  { name: "regex: nested groups", run: regex(() => `${"(".repeat(20_000)}a${")".repeat(20_000)}`) },
  { name: "regex: nested quantifiers", run: regex(() => `${"(".repeat(200)}a${"*)".repeat(199)})*`) },
  { name: "regex: nested lookaheads", run: regex(() => `${"(?=".repeat(500)}a${")".repeat(500)}a`) },
  { name: "grammar: nested parentheses", run: grammar(() => `root ::= ${"(".repeat(20_000)}"a"${")".repeat(20_000)}`) },
  {
    name: "grammar: long chain of rules",
    run: grammar(() => range(20_000, (at) => `${at === 0 ? "root" : `r${at}`} ::= ${at === 19_999 ? '"a"' : `r${at + 1}`}`).join("\n")),
  },
  {
    name: "tag: nested tags",
    run: tag(() => nested<unknown>(DEEP, { type: "any_text" }, (content) => ({ type: "tag", begin: "<", content, end: ">" }))),
  },
  {
    name: "tag: nested optional",
    run: tag(() => nested<unknown>(2_000, { type: "const_string", value: "a" }, (content) => ({ type: "optional", content }))),
  },
  // Doubling.
  {
    name: "schema: doubling references",
    run: schema(() => ({
      $ref: "#/$defs/d0",
      $defs: object(
        range(40, (at) => [
          `d${at}`,
          at === 39 ? { type: "string" } : { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { items: { $ref: `#/$defs/d${at + 1}` } }] },
        ]),
      ),
    })),
  },
  {
    name: "schema: doubling allOf",
    run: schema(() => ({
      $ref: "#/$defs/d0",
      $defs: object(
        range(40, (at) => [
          `d${at}`,
          at === 39 ? { type: "object" } : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
        ]),
      ),
    })),
  },
  {
    name: "schema: doubling properties",
    run: schema(() => nested<unknown>(18, { type: "integer" }, (inner) => ({ properties: { a: inner, b: inner } }))),
  },
  {
    name: "schema: product of anyOf",
    run: schema(() => ({ allOf: range(12, (at) => ({ anyOf: range(8, (other) => ({ properties: { [`p${at}`]: { const: other } } })) })) })),
  },
  {
    name: "schema: explosive oneOf",
    run: schema(() => ({ oneOf: range(40, (at) => ({ properties: { [`p${at}`]: { type: "string" } } })) })),
  },
  {
    name: "schema: oneOf of overlapping ranges",
    run: schema(() => ({ oneOf: range(300, (at) => ({ type: "integer", minimum: at, maximum: at * 2 + 50 })) })),
  },
  {
    name: "regex: doubling alternations",
    run: regex(() => nested(24, "a", (inner) => `(?:${inner.length > 4_000 ? "x" : inner}|${inner.length > 4_000 ? "y" : inner}b)`)),
  },
  {
    name: "grammar: doubling rules",
    run: grammar(() => range(60, (at) => `${at === 0 ? "root" : `r${at}`} ::= ${at === 59 ? '"a"' : `r${at + 1} r${at + 1}`}`).join("\n")),
  },
  // Repeats.
  { name: "regex: a{1000000}", run: regex(() => "a{1000000}") },
  { name: "regex: nested repeats", run: regex(() => "((a{1000}){1000}){1000}") },
  { name: "regex: huge bounds", run: regex(() => "a{1,99999999999999999999}") },
  { name: "regex: repeats of optional", run: regex(() => "(a?){5000}b") },
  { name: "regex: counter behind a star", run: regex(() => "[ab]*a[ab]{400}") },
  { name: "regex: two counters behind a star", run: regex(() => ".*a.{200}b.{200}") },
  { name: "schema: maxLength 2^53", run: schema(() => ({ type: "string", minLength: 1, maxLength: 2 ** 53 })) },
  { name: "schema: minLength 10^12", run: schema(() => ({ type: "string", minLength: 1e12 })) },
  { name: "schema: minItems 10^9", run: schema(() => ({ type: "array", minItems: 1e9 })) },
  { name: "schema: minProperties 10^6", run: schema(() => ({ type: "object", minProperties: 1e6 })) },
  {
    name: "schema: nested counts",
    run: schema(() => nested<unknown>(20, { type: "null" }, (items) => ({ type: "array", items, minItems: 1_000, maxItems: 100_000 }))),
  },
  {
    name: "tag: repeat a million times",
    run: tag(() => ({ type: "repeat", min: 1_000_000, max: 2_000_000, content: { type: "const_string", value: "a" } })),
  },
  { name: "grammar: repeats in braces", run: grammar(() => 'root ::= ("a"{100000}){100000}') },
  // Catastrophes.
  { name: "regex: (a+)+$", run: regex(() => "^(a+)+$") },
  { name: "regex: (a|a|ab)*", run: regex(() => "(a|a|ab|b|ba)*c") },
  { name: "regex: product of lookaheads", run: regex(() => "(?=.*a.{12}$)(?=.*b.{12}$)(?!.*[ab].{12}$)^.*$") },
  { name: "regex: many lookaheads", run: regex(() => `${range(26, (at) => `(?=.*${String.fromCharCode(97 + at)})`).join("")}.*`) },
  { name: "regex: many negative lookaheads", run: regex(() => `${range(60, (at) => `(?!.*x${at}y.*z${at})`).join("")}.*`) },
  { name: "regex: lookbehinds", run: regex(() => `.*${"(?<=a.{3})".repeat(30)}b`) },
  { name: "regex: backreference", run: regex(() => "(a+)\\1") },
  { name: "regex: all of Unicode", run: regex(() => `[${"\\p{L}\\p{N}".repeat(2_000)}]+`) },
  { name: "regex: big class, case-insensitive", run: (compiler) => compiler.compileRegex("[\\p{L}--[a-z]]{1,50}", { flags: "vi" }) },
  { name: "regex: 200,000 alternatives", run: regex(() => range(200_000, (at) => `k${at}`).join("|")) },
  { name: "regex: unclosed", run: regex(() => "[".repeat(10_000)) },
  {
    name: "schema: patterns that meet",
    run: schema(() => ({ allOf: range(12, (at) => ({ type: "string", pattern: `a.{${at}}b.{${at}}c` })) })),
  },
  {
    name: "schema: patterns that exclude each other",
    run: schema(() => ({ type: "string", allOf: range(10, (at) => ({ not: { pattern: `^.{${at * 3}}x.*y$` } })) })),
  },
  {
    name: "schema: 300 pattern properties",
    run: schema(() => ({ patternProperties: object(range(300, (at) => [`^p${at}.*[0-9]{${(at % 9) + 1}}$`, { type: "integer" }])) })),
  },
  // Cycles.
  { name: "schema: reference to itself", run: schema(() => ({ $ref: "#" })) },
  {
    name: "schema: ring of references",
    run: schema(() => ({ $ref: "#/$defs/d0", $defs: object(range(1_000, (at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % 1_000}` }])) })),
  },
  {
    name: "schema: recursion without an end",
    run: schema(() => ({ $ref: "#/$defs/a", $defs: { a: { type: "object", required: ["a"], properties: { a: { $ref: "#/$defs/a" } } } } })),
  },
  { name: "schema: recursion through not", run: schema(() => ({ $defs: { a: { not: { $ref: "#/$defs/a" } } }, $ref: "#/$defs/a" })) },
  { name: "grammar: left recursion", run: grammar(() => 'root ::= root "a" | "b"') },
  { name: "grammar: hidden left recursion", run: grammar(() => 'root ::= e root "a" | "b"\ne ::= "" | "c"') },
  { name: "grammar: rules that only call each other", run: grammar(() => "root ::= a\na ::= b\nb ::= a") },
  // Size.
  { name: "schema: enum of 100,000", run: schema(() => ({ enum: range(100_000, (at) => `value-${at * 7919}`) })) },
  { name: "schema: enum of long strings", run: schema(() => ({ enum: range(50, (at) => `${at}${"x".repeat(20_000)}`) })) },
  {
    name: "schema: 16,000 properties",
    run: schema(() => ({ properties: object(range(16_000, (at) => [`p${at}`, { type: "integer" }])), additionalProperties: false })),
  },
  {
    name: "schema: 5,000 required, any order",
    run: (compiler) =>
      compiler.compileJsonSchema(
        { properties: object(range(5_000, (at) => [`p${at}`, true])), required: range(5_000, (at) => `p${at}`) },
        { writing: { anyOrder: true } },
      ),
  },
  {
    name: "schema: anyOf of 5,000",
    run: schema(() => ({ anyOf: range(5_000, (at) => ({ properties: { kind: { const: `k${at}` } }, required: ["kind"] })) })),
  },
  {
    name: "schema: 3,000 dependencies",
    run: schema(() => ({ dependentRequired: object(range(3_000, (at) => [`p${at}`, [`p${at + 1}`]])) })),
  },
  { name: "schema: multipleOf tiny", run: schema(() => ({ type: "number", multipleOf: 1e-30 })) },
  { name: "schema: multipleOf huge prime", run: schema(() => '{"type":"integer","multipleOf":1000000000000000000000007}') },
  {
    name: "schema: many multiples",
    run: schema(() => ({ type: "integer", allOf: [97, 89, 83, 79, 73, 71].map((multipleOf) => ({ multipleOf })) })),
  },
  { name: "schema: number of 100,000 digits", run: schema(() => `{"maximum":${"9".repeat(100_000)},"type":"integer"}`) },
  { name: "schema: exponent 10^9", run: schema(() => '{"type":"number","minimum":1e1000000000}') },
  {
    name: "schema: distinct items of a wide range",
    run: schema(() => ({ type: "array", uniqueItems: true, items: { type: "integer", minimum: 0, maximum: 100_000 }, minItems: 5_000 })),
  },
  {
    name: "schema: contains many times",
    run: schema(() => ({
      type: "array",
      contains: { type: "string" },
      minContains: 1_000,
      maxContains: 1e6,
      items: { anyOf: [{ type: "string" }, { type: "null" }] },
    })),
  },
  { name: "grammar: 10 MB", run: grammar(() => `root ::= ${range(400_000, (at) => `"literal ${at}"`).join(" | ")}`) },
  { name: "grammar: a literal of 5 MB", run: grammar(() => `root ::= "${"a".repeat(5_000_000)}"`) },
  {
    name: "tag: 10 MB of JSON",
    run: tag(() =>
      JSON.stringify({
        type: "structural_tag",
        format: { type: "or", elements: range(150_000, (at) => ({ type: "const_string", value: `v${at}` })) },
      }),
    ),
  },
  {
    name: "tag: 5,000 tags with schemas",
    run: tag(() => ({
      type: "triggered_tags",
      triggers: ["<f"],
      tags: range(5_000, (at) => ({ begin: `<f${at}>`, content: { type: "json_schema", json_schema: { type: "object" } }, end: "</f>" })),
    })),
  },
  { name: "tag: 2,000 excludes", run: tag(() => ({ type: "any_text", excludes: range(2_000, (at) => `stop-${at}-here`) })) },
  {
    name: "tag: excludes that overlap",
    run: tag(() => ({ type: "sequence", elements: range(30, (at) => ({ type: "any_text", excludes: ["ab".repeat(at + 1)] })) })),
  },
  // What is no text, and odd names.
  { name: "schema: lone surrogates", run: schema(() => ({ properties: { "\ud800": true }, required: ["\ud800"] })) },
  { name: "schema: lone surrogate constants", run: schema(() => ({ enum: ["\udfff", "a"] })) },
  {
    name: "schema: names of Object.prototype",
    run: schema(() =>
      JSON.parse('{"properties":{"__proto__":{"type":"integer"},"constructor":{"type":"null"},"toString":true},"required":["__proto__"]}'),
    ),
  },
  { name: "schema: NUL in names", run: schema(() => ({ properties: { "a\u0000b": { const: "\u0000" } }, required: ["a\u0000b"] })) },
  {
    name: "schema: wrong types everywhere",
    run: schema(() => ({ type: 7, properties: [], items: "x", required: "a", minLength: -1, enum: {}, pattern: 5 })),
  },
  { name: "schema: undefined", run: schema(() => undefined) },
  {
    name: "schema: an object that contains itself",
    run: schema(() => {
      const loop: Record<string, unknown> = {};
      loop.items = loop;
      return loop;
    }),
  },
  { name: "regex: lone surrogate", run: regex(() => "\ud800+") },
  { name: "tag: null", run: tag(() => null) },
  { name: "tag: wrong types", run: tag(() => ({ type: "tag", begin: 1, content: [], end: {} })) },
  {
    name: "matcher: invalid UTF-8 and odd values",
    run: (compiler) => {
      const matcher = compiler.compileStructuralTag({ type: "any_text" }).matcher();
      return [
        matcher.acceptString(Uint8Array.of(0xff, 0xc0, 0x80)),
        matcher.acceptToken(-1),
        matcher.acceptToken(Number.NaN),
        matcher.acceptToken(1e9),
      ];
    },
  },
  {
    name: "vocabulary: random bytes",
    run: () => readVocabulary(Uint8Array.from({ length: 100_000 }, (_, at) => (at * 2_654_435_761) >>> 24)),
  },
  {
    name: "vocabulary: GGUF cut off",
    run: () => readGgufMetadata(Uint8Array.from([0x47, 0x47, 0x55, 0x46, 3, 0, 0, 0, ...Array.from({ length: 16 }, () => 0xff)])),
  },
  { name: "vocabulary: ranks out of order", run: () => vocabularyFromTiktoken(bytes("YQ== 5\nYQ== 5\nYg== -1\n")) },
  { name: "vocabulary: tokenizer.json without a model", run: () => vocabularyFromTokenizerJson("{}") },
  {
    name: "vocabulary: tokenizer.json with odd ids",
    run: () => vocabularyFromTokenizerJson(JSON.stringify({ model: { type: "BPE", vocab: { a: 1e15, b: -1, c: 0.5 } } })),
  },
  { name: "vocabulary: JSON cut off", run: () => readVocabulary(bytes('["a", "b')) },
  {
    name: "request: 2,000 tools",
    run: () =>
      buildOutputGrammar({
        model: "kimi-k3",
        tools: range(2_000, (at) => ({ name: `tool_${at}`, parameters: { type: "object", properties: { a: { type: "string" } } } })),
      }),
  },
  {
    name: "request: tool named like markers",
    run: () => buildOutputGrammar({ model: "kimi-k3", tools: [{ name: '<|close|>"&<|sep|>', parameters: { type: "object" } }] }),
  },
  { name: "request: tools that are no tools", run: () => buildOutputGrammar({ model: "kimi-k3", tools: [null, 1, "x", {}] }) },
  {
    name: "request: a name of 1 MB",
    run: () => buildOutputGrammar({ model: "kimi-k3", tools: [{ name: "n".repeat(1_000_000), parameters: { type: "object" } }] }),
  },
  { name: "tag text: 2 MB of brackets", run: () => readStructuralTag(`{"format":${'{"type":"optional","content":'.repeat(70_000)}`) },
  {
    name: "reader: 5 MB of markers",
    run: () => {
      const reader = resolveFamily("kimi-k3").reader({});
      const events = [...reader.push("<|open|>call<|sep|><|close|>".repeat(150_000)), ...reader.finish()];
      return events.length;
    },
  },
];
