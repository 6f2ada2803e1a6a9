import { describe, expect, it } from "vitest";
import { fitsNormal } from "../../tests/support/normal-evaluator.ts";
import { StructagError } from "../core/errors.ts";
import { readJson } from "../core/json-read.ts";
import type { ArrayPiece, NormalSchema, ObjectPiece } from "./normal.ts";
import { type NormalizeOptions, normalizeSchema, safeNormalizeSchema } from "./normalize.ts";

function normalized(schema: string, options?: NormalizeOptions): NormalSchema {
  return normalizeSchema(readJson(schema), options);
}

/** Of the values, given as one JSON array, those that fit. */
function accepted(schema: string, values: string, options?: NormalizeOptions): string {
  const normal = normalized(schema, options);
  const list = readJson(values) as readonly ReturnType<typeof readJson>[];
  return list.map((value) => (fitsNormal(normal, value) ? "1" : "0")).join("");
}

function failure(schema: string, options?: NormalizeOptions): { code: string; path: string; message: string } {
  const result = safeNormalizeSchema(readJson(schema), options);
  if (result.ok) throw new Error("the schema was accepted");
  return result.error.issues[0];
}

function objectOf(schema: NormalSchema): ObjectPiece {
  const piece = schema.nodes[schema.root].pieces.find((candidate) => candidate.type === "object");
  if (piece === undefined) throw new Error("no object");
  return piece;
}

describe("values by type", () => {
  it.each([
    ['{"type":["integer","null"]}', '[1,1.0,1.5,null,"1"]', "11010"],
    ['{"minimum":1,"exclusiveMaximum":3,"multipleOf":0.5}', '[1,2.5,3,1.2,0.5,"x"]', "110001"],
    ['{"type":"integer","minimum":9007199254740993}', "[9007199254740992,9007199254740993,1e30]", "011"],
    ['{"minLength":2,"maxLength":2}', '["😀😀","😀","abc",7]', "1001"],
    ['{"enum":[1,"1",{"a":[1]}],"not":{"const":1.0}}', '[1,1.0,"1",{"a":[1.0]},{"a":[2]}]', "00110"],
    ['{"const":{"a":1},"required":["a"]}', '[{"a":1},{"a":1,"b":2},{}]', "100"],
    ['{"type":"string","not":{"enum":["a","b"]}}', '["a","b","c"]', "001"],
    ['{"type":"number","not":{"type":"integer"}}', "[1,1.0,1.5]", "001"],
    ['{"not":{"minimum":2,"maximum":4}}', '[1,3,5,"x"]', "1010"],
    ['{"type":"string","format":"date","pattern":"^2"}', '["2024-02-29","2023-02-29","1999-01-01"]', "100"],
    ['{"not":{"const":true}}', "[true,false,null]", "011"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values)).toBe(verdicts);
  });
});

describe("arrays", () => {
  it.each([
    ['{"prefixItems":[{"type":"integer"}],"items":{"type":"string"}}', '[[],[1],[1,"a"],["a"],[1,2]]', "11100"],
    ['{"items":[{"type":"integer"}],"additionalItems":false}', '[[],[1],[1,2],["a"]]', "1100"],
    ['{"contains":{"type":"integer"},"minContains":2,"maxContains":2}', '[[1],[1,2],[1,"a",2],[1,2,3]]', "0110"],
    ['{"type":"array","not":{"contains":{"const":1}}}', "[[],[1],[2],[2,1]]", "1010"],
    ['{"type":"array","not":{"prefixItems":[{"type":"integer"}],"items":{"type":"integer"}}}', '[[],[1],["a"],[1,"a"],[1,2]]', "00110"],
    ['{"uniqueItems":true,"items":{"type":"boolean"}}', "[[],[true,false],[true,true]]", "110"],
    ['{"type":"array","not":{"uniqueItems":true}}', "[[],[1],[1,1.0],[1,2]]", "0010"],
    ['{"prefixItems":[true],"unevaluatedItems":{"type":"string"},"contains":{"const":3}}', '[[1,3],[1,3,"a"],[1,3,4],[1,"a"]]', "1100"],
    ['{"type":"array","not":{"const":[1,2]}}', "[[1,2],[1],[1,3],[1,2,3]]", "0111"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values)).toBe(verdicts);
  });

  it("says how items may count for contains", () => {
    const normal = normalized('{"type":"array","items":{"type":"integer"},"contains":{"minimum":5},"maxContains":1}');
    const piece = normal.nodes[normal.root].pieces[0] as ArrayPiece;
    expect(piece.counted?.rest.map((way) => way.counts)).toEqual([[0], []]);
    const [counting, other] = piece.counted!.rest;
    expect(fitsNormal(normal, readJson("7"), counting.value)).toBe(true);
    expect(fitsNormal(normal, readJson("7"), other.value)).toBe(false);
  });

  it("knows that an array can have no more items than its place allows", () => {
    expect(failure('{"type":"array","uniqueItems":true,"items":{"enum":[1,2]},"minItems":3}').code).toBe("schema-unsatisfiable");
  });
});

describe("objects", () => {
  it.each([
    [
      '{"patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":10}},"additionalProperties":false}',
      '[{"a":1},{"ab":12},{"ab":5},{"c":1},{"xb":"s"}]',
      "11001",
    ],
    ['{"properties":{"ab":{"maximum":20}},"patternProperties":{"^a":{"minimum":10}}}', '[{"ab":15},{"ab":5},{"ab":25},{"b":1}]', "1001"],
    ['{"propertyNames":{"pattern":"^[a-z]+$"},"properties":{"Bad":true}}', '[{},{"ok":1},{"Bad":1},{"Zed":1}]', "1100"],
    ['{"propertyNames":{"enum":["a","b"]},"minProperties":1}', '[{},{"a":1},{"a":1,"b":2},{"c":1}]', "0110"],
    ['{"dependentRequired":{"a":["b"]},"properties":{"b":{"type":"integer"}}}', '[{},{"a":1},{"a":1,"b":2},{"b":"x"}]', "1010"],
    ['{"dependencies":{"a":["b"],"c":{"required":["d"]}}}', '[{"a":1},{"a":1,"b":1},{"c":1},{"c":1,"d":1},{"b":1}]', "01011"],
    ['{"type":"object","not":{"required":["a"],"properties":{"a":{"const":1}}}}', '[{},{"a":1},{"a":2}]', "101"],
    ['{"type":"object","not":{"additionalProperties":{"type":"string"}}}', '[{},{"a":"x"},{"a":1},{"a":"x","b":2}]', "0011"],
    ['{"type":"object","not":{"propertyNames":{"maxLength":1}}}', '[{},{"a":1},{"ab":1}]', "001"],
    ['{"type":"object","not":{"minProperties":2}}', '[{},{"a":1},{"a":1,"b":1}]', "110"],
    ['{"type":"object","not":{"const":{"a":1}}}', '[{"a":1},{"a":2},{},{"a":1,"b":1}]', "0111"],
    [
      '{"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false}',
      '[{"a":1},{"b":1},{"a":1,"b":1},{"a":1,"c":1}]',
      "1110",
    ],
    ['{"not":{"properties":{"a":true},"unevaluatedProperties":false},"type":"object"}', '[{},{"a":1},{"b":1}]', "001"],
    ['{"enum":[{"a":1},{"b":1}],"properties":{"a":true},"unevaluatedProperties":false}', '[{"a":1},{"b":1}]', "10"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values)).toBe(verdicts);
  });

  it("keeps the order of the source, of what is referred to first where it stands first", () => {
    const piece = objectOf(
      normalized(
        '{"allOf":[{"$ref":"#/$defs/base"}],"properties":{"c":{}},"required":["z"],"$defs":{"base":{"type":"object","properties":{"b":{},"a":{}}}}}',
      ),
    );
    expect([...piece.properties.keys()]).toEqual(["b", "a", "c", "z"]);
    expect(piece.required).toEqual(["z"]);
  });

  it("divides undeclared keys into classes that do not overlap", () => {
    const piece = objectOf(
      normalized('{"type":"object","patternProperties":{"^a":{"type":"integer"},"b$":{"minimum":10}},"additionalProperties":false}'),
    );
    expect(
      piece.keyClasses.map(({ matching, notMatching }) => [
        matching.map((check) => check.source),
        notMatching.map((check) => check.source),
      ]),
    ).toEqual([
      [["^a", "b$"], []],
      [["^a"], ["b$"]],
      [["b$"], ["^a"]],
    ]);
  });

  it("tells patterns apart that begin differently, so many of them stay few classes", () => {
    const patterns = Array.from({ length: 20 }, (_, index) => `"^p${String.fromCharCode(97 + index)}_":{"const":${index}}`);
    const piece = objectOf(normalized(`{"type":"object","patternProperties":{${patterns.join()}},"additionalProperties":false}`));
    expect(piece.keyClasses.length).toBe(20);
  });

  it("has no class for keys that may not occur", () => {
    expect(objectOf(normalized('{"type":"object","properties":{"a":{}},"additionalProperties":false}')).keyClasses).toEqual([]);
  });
});

describe("combinators", () => {
  it.each([
    [
      '{"type":"object","properties":{"m":{"type":"string"}},"additionalProperties":false,"anyOf":[{"required":["m"]}]}',
      '[{"m":"a"},{},42]',
      "100",
    ],
    ['{"oneOf":[{"type":"integer","minimum":0},{"type":"integer","maximum":10}]}', "[-3,5,11,1.5]", "1010"],
    ['{"oneOf":[{"type":"integer"},{"type":"number"}]}', "[1,1.5]", "01"],
    ['{"oneOf":[{"type":"string"},{"const":"a"}]}', '["a","b"]', "01"],
    ['{"oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object"}', '[{},{"a":1},{"b":1},{"a":1,"b":1}]', "0110"],
    ['{"not":{"oneOf":[{"minimum":1},{"minimum":5}]}}', '[0,3,6,"x"]', "1011"],
    [
      '{"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["v"]},"else":{"maxProperties":1}}',
      '[{"k":"a"},{"k":"a","v":1},{"k":"b"},{"k":"b","v":1},{}]',
      "01100",
    ],
    ['{"not":{"if":{"type":"integer"},"then":{"minimum":5},"else":false}}', '[1,7,"a"]', "101"],
    ['{"not":{"not":{"not":{"type":"string"}}}}', '["a",1]', "01"],
    ['{"allOf":[{"minimum":2},{"maximum":3},{"not":{"const":3}}],"type":"integer"}', "[1,2,3]", "010"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values)).toBe(verdicts);
  });

  it("keeps alternatives with a discriminator as they are", () => {
    const branch = (kind: string): string =>
      `{"type":"object","properties":{"kind":{"const":"${kind}"},"v":{"type":"integer"}},"required":["kind"]}`;
    const normal = normalized(`{"oneOf":[${Array.from({ length: 40 }, (_, index) => branch(`k${index}`)).join()}]}`);
    expect(normal.nodes[normal.root].pieces.length).toBe(40);
  });

  it("does not multiply references that double", () => {
    const definitions = Array.from(
      { length: 40 },
      (_, index) => `"d${index}":{"allOf":[{"$ref":"#/$defs/d${index + 1}"},{"$ref":"#/$defs/d${index + 1}"}]}`,
    );
    expect(accepted(`{"$ref":"#/$defs/d0","$defs":{${definitions.join()},"d40":{"type":"integer"}}}`, '[1,"a"]')).toBe("10");
  });
});

describe("references and drafts", () => {
  it.each([
    ['{"properties":{"a":{"$ref":"#/$defs/a~1b%25"}},"$defs":{"a/b%":{"type":"integer"}}}', '[{"a":1},{"a":"x"}]', "10"],
    ['{"$ref":"#/$defs/s","minLength":3,"$defs":{"s":{"type":"string"}}}', '["abc","ab",3]', "100"],
    [
      '{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/s","minLength":3,"definitions":{"s":{"type":"string"}}}',
      '["abc","ab",3]',
      "110",
    ],
    ['{"type":"array","items":{"$ref":"#"}}', "[[],[[],[[]]],[1]]", "110"],
    ['{"$anchor":"top","properties":{"n":{"$ref":"#top"}},"type":"object"}', '[{"n":{}},{"n":1}]', "10"],
    ['{"$schema":"http://json-schema.org/draft-04/schema#","minimum":3,"exclusiveMinimum":true}', "[3,4]", "01"],
    ['{"minimum":3,"exclusiveMinimum":true}', "[3,4]", "01"],
    ['{"type":"string","nullable":true}', '["a",null,1]', "110"],
    ['{"$id":"https://e.test/root","$ref":"item","$defs":{"i":{"$id":"item","type":"integer"}}}', '[1,"a"]', "10"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values)).toBe(verdicts);
  });

  it("resolves dynamic references by the outermost schema", () => {
    const documents = new Map([
      [
        "https://e.test/list",
        readJson('{"$id":"https://e.test/list","type":"array","items":{"$dynamicRef":"#item"},"$defs":{"i":{"$dynamicAnchor":"item"}}}'),
      ],
    ]);
    const schema = '{"$id":"https://e.test/numbers","$ref":"list","$defs":{"i":{"$dynamicAnchor":"item","type":"number"}}}';
    expect(accepted(schema, '[[1],["a"]]', { documents })).toBe("10");
  });

  it("says where a draft passes over a keyword", () => {
    const { diagnostics } = normalized('{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"const":1}}}');
    expect(diagnostics).toMatchObject([{ kind: "unenforced", code: "schema-keyword-of-later-draft", path: "/properties/a/const" }]);
  });

  it("reports formats and content keywords that are annotations", () => {
    const { diagnostics } = normalized('{"properties":{"a":{"format":"x-y"},"b":{"format":"x-y","contentEncoding":"base64"}}}');
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "schema-format-unknown /properties/a/format",
      "schema-format-unknown /properties/b/format",
      "schema-content-unenforced /properties/b/contentEncoding",
    ]);
  });
});

describe("closed", () => {
  it.each([
    ['{"type":"object","properties":{"a":{"type":"integer"}}}', '[{"a":1},{"a":1,"b":2},{}]', "101"],
    ['{"type":"object"}', '[{},{"a":1}]', "11"],
    ['{"type":"object","properties":{}}', '[{},{"a":1}]', "10"],
    ['{"allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}],"type":"object"}', '[{"a":1,"b":2},{"c":1}]', "10"],
    ['{"properties":{"a":{}},"additionalProperties":true,"type":"object"}', '[{"b":1}]', "1"],
    ['{"type":"array","prefixItems":[{"type":"integer"}]}', "[[],[1],[1,2]]", "110"],
    ['{"type":"array","uniqueItems":true}', "[[1],[1,1]]", "10"],
  ])("%s", (schema, values, verdicts) => {
    expect(accepted(schema, values, { closed: true })).toBe(verdicts);
  });
});

describe("schemas that can't be", () => {
  it.each([
    ['{"properties":{"foo":"bar"}}', "schema-not-a-schema", "/properties/foo"],
    ['{"type":"object","properties":[]}', "schema-keyword-value", "/properties"],
    ['{"type":"object","required":"a"}', "schema-keyword-value", "/required"],
    ['{"enum":[]}', "schema-unsatisfiable", ""],
    ['{"type":"array","items":[1]}', "schema-not-a-schema", "/items/0"],
    ['{"minLength":-1}', "schema-keyword-value", "/minLength"],
    ['{"maxLength":"5"}', "schema-keyword-value", "/maxLength"],
    ['{"type":"float"}', "schema-type-unknown", "/type"],
    ['{"multipleOf":0}', "schema-keyword-value", "/multipleOf"],
    ['{"$ref":"#/$defs/F"}', "schema-ref-unresolved", "/$ref"],
    ['{"$ref":"https://e.test/x"}', "schema-ref-unresolved", "/$ref"],
    ['{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}', "schema-ref-cycle", "/$defs/A"],
    [
      '{"$ref":"#/$defs/A","$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}',
      "schema-ref-cycle",
      "/$defs/B",
    ],
    ['{"patternProperties":{"(":{}},"properties":{"a":{}}}', "schema-pattern-invalid", "/patternProperties/("],
    ['{"type":"integer","minimum":5,"maximum":3}', "schema-unsatisfiable", ""],
    ["false", "schema-unsatisfiable", ""],
    ['{"type":"object","properties":{"a":{"type":"string","const":1}},"required":["a"]}', "schema-unsatisfiable", "/properties/a"],
  ])("%s", (schema, code, path) => {
    expect(failure(schema)).toMatchObject({ code, path });
  });

  it("names the keywords and the reference of what has no value", () => {
    expect(failure('{"type":"integer","minimum":5,"maximum":3}').message).toContain("minimum");
    const endless = failure(
      '{"$ref":"#/$defs/A","$defs":{"A":{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"]}}}',
    );
    expect(endless).toMatchObject({ code: "schema-unsatisfiable" });
    expect(endless.message).toContain("#/$defs/A");
  });

  it("leaves out branches and members without a value", () => {
    expect(accepted('{"anyOf":[false,{"type":"null"}]}', "[null,1]")).toBe("10");
    const piece = objectOf(
      normalized(
        '{"type":"object","properties":{"a":false},"patternProperties":{"^x":{"type":"string","minLength":3,"maxLength":2,"not":{}}}}',
      ),
    );
    expect(piece.keyClasses.map((keyClass) => keyClass.matching.length)).toEqual([0]);
    const list =
      '{"$ref":"#/$defs/l","$defs":{"l":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/e"},{"type":"null"}]}},"required":["next"]},"e":{"type":"object","properties":{"e":{"$ref":"#/$defs/e"}},"required":["e"]}}}';
    expect(accepted(list, '[{"next":null},{"next":{}}]')).toBe("10");
  });

  it("stops at limits with a code, or says what it loosens", () => {
    const wide = `{"type":"object","oneOf":[${Array.from({ length: 9 }, (_, at) => `{"properties":{${Array.from({ length: 6 }, (__, key) => `"k${at}_${key}":{"minimum":${at}}`).join()}}}`).join()}]}`;
    expect(failure(wide).code).toMatch(/^schema-limit-/);
    const loosened = normalized(wide, { onLimit: "loosen" });
    expect(loosened.diagnostics).toMatchObject([{ kind: "loosened", code: "schema-loosened", path: "/oneOf" }]);
    expect(fitsNormal(loosened, readJson("{}"))).toBe(true);
    const deep = `${'{"items":'.repeat(600)}true${"}".repeat(600)}`;
    expect(() => normalizeSchema(readJson(deep, { maxDepth: 1000 }))).toThrow(StructagError);
    const chain = Array.from({ length: 1000 }, (_, at) => `"d${at}":{"allOf":[{"$ref":"#/$defs/d${at + 1}"},{"minimum":${at}}]}`);
    expect(failure(`{"$ref":"#/$defs/d0","$defs":{${chain.join()},"d1000":{}}}`).code).toBe("schema-limit-depth");
  });
});
