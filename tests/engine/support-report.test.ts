import { describe, expect, it } from "vitest";
import { GrammarCompiler, type KeywordSupport, StructagError, type SupportOptions, supportReport } from "../../src/engine.ts";
import { type Json, readJson, writeJson } from "../../src/index.ts";
import { byteVocabulary } from "../support/byte-vocabulary.ts";
import { SeededRandom } from "../support/random.ts";
import { readRows, sharedPath } from "../support/shared-data.ts";

const compiler = new GrammarCompiler(byteVocabulary());

const rows = (schema: unknown, options: SupportOptions = {}): string[] =>
  supportReport(schema, options).keywords.map(
    ({ path, status, code, message }) => `${status} ${path}${code === undefined ? "" : ` ${code}`}${message === undefined ? "" : " …"}`,
  );

describe("supportReport", () => {
  it("has a row for each keyword, in the order of the schema", () => {
    const schema = { title: "t", type: "object", properties: { "a/b": { type: "string", format: "no-such" } }, $defs: {}, unheard: 1 };
    expect(rows(schema)).toEqual([
      "annotation /title",
      "enforced /type",
      "enforced /properties",
      "enforced /properties/a~1b/type",
      "unenforced /properties/a~1b/format schema-format-unknown …",
      "annotation /$defs",
      "unknown /unheard",
    ]);
  });

  it("finds all faults of a schema, not only the first", () => {
    const { verdict, keywords } = supportReport({
      type: "strin",
      properties: { a: { type: "string", pattern: "(a)\\1" }, b: { $ref: "#/nope" }, c: { anyOf: [{ enum: 5 }, { minLength: -1 }] } },
      required: ["a", 5],
    });
    expect(verdict).toBe("refused");
    expect(keywords.filter(({ status }) => status === "refused").map(({ path }) => path)).toEqual([
      "/type",
      "/properties/a/pattern",
      "/properties/b/$ref",
      "/properties/c/anyOf/0/enum",
      "/properties/c/anyOf/1/minLength",
      "/required",
    ]);
  });

  it("says where a keyword says nothing", () => {
    const idle = (schema: unknown, options: SupportOptions = {}): string[] =>
      supportReport(schema, options)
        .keywords.filter(({ status }) => status === "idle")
        .map(({ path }) => path);
    expect(idle({ type: ["integer", "null"], minLength: 2, minimum: 1 })).toEqual(["/minLength"]);
    expect(idle('{"then":{"minLength":2},"minContains":1,"items":{},"additionalItems":false}')).toEqual([
      "/then",
      "/then/minLength",
      "/minContains",
      "/additionalItems",
    ]);
    const draft7 = "http://json-schema.org/draft-07/schema#";
    const referring = { $ref: "#/definitions/a", minLength: 2, definitions: { a: { type: "string" }, b: { type: "null" } } };
    expect(idle({ $schema: draft7, ...referring })).toEqual(["/minLength", "/definitions/b/type"]);
    expect(idle(referring)).toEqual(["/definitions/b/type"]);
    expect(idle(referring, { schema: { draft: "draft7" } })).toEqual(["/minLength", "/definitions/b/type"]);
    expect(idle({ $schema: draft7, prefixItems: [{ type: "null" }], dependentRequired: { a: ["b"] } })).toEqual([
      "/prefixItems",
      "/prefixItems/0/type",
      "/dependentRequired",
    ]);
  });

  it("follows references by pointer, anchor and dynamic anchor, also out of the schema and back", () => {
    const schema = {
      $id: "https://example.test/root",
      $ref: "https://example.test/other#/$defs/list",
      $defs: {
        anchored: { $anchor: "here", type: "string" },
        node: { $dynamicAnchor: "node", type: "integer" },
        unused: { type: "null" },
      },
    };
    const other = {
      $defs: {
        list: {
          items: { $dynamicRef: "#node" },
          contains: { $ref: "https://example.test/root#here" },
        },
        fallback: { $dynamicAnchor: "node" },
      },
    };
    const documents = new Map([["https://example.test/other", toJson(other)]]);
    const report = supportReport(schema, { schema: { documents, draft: "2020-12" } });
    expect(report.keywords.filter(({ keyword }) => keyword === "type").map(({ path, status }) => `${status} ${path}`)).toEqual([
      "enforced /$defs/anchored/type",
      "enforced /$defs/node/type",
      "idle /$defs/unused/type",
    ]);
  });

  it("asks after the keyword that was meant", () => {
    const { keywords } = supportReport({ maxLenght: 1, min_items: 2, "x-order": 3 });
    expect(keywords.map(({ message }) => message)).toEqual(["is maxLength meant?", "is minItems meant?", undefined]);
  });

  it("looks at the writing that a style has", () => {
    const schema = { type: "object", properties: { "a<b": { type: "string" } }, required: ["a<b"], additionalProperties: false };
    expect(supportReport(schema).verdict).toBe("enforced");
    expect(supportReport(schema, { style: "qwen_xml" })).toMatchObject({
      verdict: "refused",
      keywords: [{ path: "", keyword: "", code: "lower-style-unwritable" }, {}, {}, {}, {}, {}],
    });
  });

  it("shows what is loosened past a limit", () => {
    const alternative = (at: number) => ({
      properties: Object.fromEntries([0, 1, 2, 3, 4, 5].map((key) => [`k${at}_${key}`, { minimum: at }])),
    });
    const schema = { type: "object", oneOf: Array.from({ length: 9 }, (_, at) => alternative(at)) };
    expect(supportReport(schema).verdict).toBe("refused");
    const report = supportReport(schema, { schema: { onLimit: "loosen" } });
    expect(report.verdict).toBe("loosened");
    expect(report.keywords.filter(({ status }) => status === "loosened").map(({ path, code }) => `${code} ${path}`)).toEqual([
      "schema-loosened /oneOf",
    ]);
  });
});

const maskbench = sharedPath("data/maskbench.jsonl.gz");

describe.skipIf(maskbench === undefined)("supportReport on MaskBench", () => {
  const all = maskbench === undefined ? [] : readRows(maskbench);
  const random = new SeededRandom(5);
  const sampled = Array.from({ length: 80 }, () => all[random.below(all.length)]);

  it.each(sampled.map((row) => [String(row.get("id")), row] as const))("%s", (_, row) => {
    const schema = writeJson(row.get("schema")!);
    const { verdict, keywords } = supportReport(schema);
    const found = (statuses: readonly string[]) =>
      keywords.filter(({ status }) => statuses.includes(status)).map(({ path, code }) => `${code} ${path}`);
    try {
      const { diagnostics } = compiler.compileJsonSchema(schema);
      expect(verdict).not.toBe("refused");
      expect(found(["loosened", "narrowed", "unenforced"]).sort()).toEqual(diagnostics.map(({ code, path }) => `${code} ${path}`).sort());
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      expect(verdict).toBe("refused");
      const refused = found(["refused"]);
      for (const { code, path } of error.issues) expect(refused).toContain(`${code} ${path}`);
      return;
    }
    // What is idle can go, and nothing changes.
    const slim = JSON.stringify(withoutIdle(JSON.parse(schema), keywords));
    for (const test of row.get("tests") as readonly Json[]) {
      const text = writeJson((test as ReadonlyMap<string, Json>).get("data")!);
      expect(accepts(slim, text)).toBe(accepts(schema, text));
    }
  });
});

function accepts(schema: string, text: string): boolean {
  const matcher = compiler.compileJsonSchema(schema).matcher();
  return matcher.acceptString(text) && matcher.isCompleted();
}

function withoutIdle(schema: unknown, keywords: readonly KeywordSupport[]): unknown {
  for (const { path, status } of [...keywords].reverse()) {
    if (status !== "idle") continue;
    const tokens = path.split("/").slice(1);
    const last = tokens.pop()!.replaceAll("~1", "/").replaceAll("~0", "~");
    let at = schema as Record<string, unknown>;
    for (const token of tokens) at = at[token.replaceAll("~1", "/").replaceAll("~0", "~")] as Record<string, unknown>;
    delete at[last];
  }
  return schema;
}

function toJson(value: unknown): Json {
  return readJson(JSON.stringify(value));
}
