import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../core/errors.ts";
import { fromNative } from "../core/json.ts";
import { constString, sequence, tag } from "../format/builders.ts";
import { outline } from "../format/outline.ts";
import { Findings } from "./findings.ts";
import { type ArgumentOptions, keyedParameters, type ParameterSyntax } from "./keyed-parameters.ts";

/** `<parameter=KEY>` on lines of their own, without types. */
const UNTYPED: ParameterSyntax = {
  separator: constString("\n"),
  terminators: ["</parameter>"],
  label: () => "",
  declared: (key, _, content) => tag(`<parameter=${key}>`, content, "</parameter>"),
  unwritableKey: (key) => (key.includes(">") ? "it holds >" : undefined),
};
/** `<arg k="KEY" t="TYPE">` without separators, with free keys. */
const TYPED: ParameterSyntax = {
  terminators: ["</arg>"],
  label: (type) => (type === "integer" ? "number" : type),
  declared: (key, type, content) => tag(`<arg k="${key}" t="${type}">`, content, "</arg>"),
  unwritableKey: () => undefined,
  free: {
    spelling: { stops: ['"', "<"] },
    parameter: (pattern, type, content) =>
      sequence([constString('<arg k="'), { type: "regex", pattern }, constString(`" t="${type}">`), content, constString("</arg>")]),
  },
};

interface Written {
  readonly text: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly errors: readonly string[];
}

function write(schema: unknown, syntax: ParameterSyntax, options: ArgumentOptions = {}): Written {
  const findings = new Findings("t", "");
  const format = keyedParameters(fromNative(schema), syntax, options, findings);
  return {
    text: format === undefined ? undefined : outline(format),
    diagnostics: findings.diagnostics,
    errors: findings.issues.map((issue) => `${issue.code} ${issue.path}`),
  };
}

const lines = (...text: string[]): string => `${text.join("\n")}\n`;
const count = (text: string | undefined, part: string): number => (text ?? "").split(part).length - 1;

describe("parameters in order", () => {
  const three = { type: "object", properties: { b: { type: "string" }, a: { type: "integer" }, c: { type: "boolean" } }, required: ["a"] };

  it("come in declared order, with the separator behind each", () => {
    expect(write(three, UNTYPED).text).toBe(
      lines(
        "sequence",
        "  `\\n`",
        "  optional",
        "    sequence",
        "      tag `<parameter=b>` text excluding [`</parameter>`] `</parameter>`",
        "      `\\n`",
        "  sequence",
        "    tag `<parameter=a>` json(integer) `</parameter>`",
        "    `\\n`",
        "  optional",
        "    sequence",
        "      tag `<parameter=c>` json(boolean) `</parameter>`",
        "      `\\n`",
      ),
    );
  });

  it("may come in any order, which is reported", () => {
    const { text, diagnostics } = write(three, TYPED, { anyOrder: true });
    expect(text).toBe(
      lines(
        "plus",
        "  or",
        '    tag `<arg k="b" t="string">` text excluding [`</arg>`] `</arg>`',
        '    tag `<arg k="a" t="number">` json(integer) any_order `</arg>`',
        '    tag `<arg k="c" t="boolean">` json(boolean) any_order `</arg>`',
      ),
    );
    expect(diagnostics.map((item) => item.code)).toEqual(["arguments-any-order"]);
  });

  it("are nothing where the schema is false or empty", () => {
    expect(write({ properties: {} }, TYPED).text).toBe("``\n");
    expect(write({ properties: {} }, UNTYPED).text).toBe("`\\n`\n");
    expect(write(false, TYPED).errors).toEqual(["arguments-not-object "]);
  });
});

describe("values", () => {
  it("are grouped by type in order of first appearance", () => {
    const schema = {
      properties: {
        v: { anyOf: [{ type: ["integer", "string"], minimum: 0 }, { enum: [true, "x", 2.5] }, { type: "string", pattern: "^a$" }] },
      },
    };
    expect(write(schema, TYPED).text).toBe(
      lines(
        "optional",
        "  or",
        '    tag `<arg k="v" t="number">` .. `</arg>`',
        "      or",
        "        json(integer(minimum=0))",
        "        json(2.5)",
        '    tag `<arg k="v" t="string">` .. `</arg>`',
        "      or",
        "        text excluding [`</arg>`]",
        "        `x`",
        "        /^a$/",
        '    tag `<arg k="v" t="boolean">` json(true) `</arg>`',
      ),
    );
  });

  it("leave out enumerated texts that hold a marker, and say so", () => {
    const schema = { properties: { v: { enum: ["ok", "a</call>b", "c</arg>d"] } } };
    const { text, diagnostics } = write(schema, TYPED, { excludes: ["</call>"] });
    expect(text).toBe(lines('optional tag `<arg k="v" t="string">` `ok` `</arg>`'));
    expect(diagnostics.map((item) => `${item.kind} ${item.code} ${item.path}`)).toEqual([
      "dropped arguments-value-marker /properties/v",
      "dropped arguments-value-marker /properties/v",
    ]);
  });

  it("expand a shared definition once, however often it is referred to", () => {
    const $defs: Record<string, unknown> = { d12: { type: "string" } };
    for (let level = 0; level < 12; level += 1) $defs[`d${level}`] = { anyOf: Array(4).fill({ $ref: `#/$defs/d${level + 1}` }) };
    expect(write({ properties: { v: { $ref: "#/$defs/d0" } }, $defs }, TYPED).text).toBe(
      lines('optional tag `<arg k="v" t="string">` text excluding [`</arg>`] `</arg>`'),
    );
    const root = { ...($defs.d0 as object), $defs: { ...$defs, d12: { properties: { a: { type: "string" } } } } };
    expect(count(write(root, TYPED).text, "tag ")).toBe(1);
  });

  it("take anything where references only lead to each other", () => {
    const schema = { properties: { v: { $ref: "#/$defs/a" } }, $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } } };
    const { text, diagnostics } = write(schema, TYPED);
    expect(count(text, "where a = b, b = a")).toBe(5);
    expect(diagnostics).toMatchObject([{ kind: "loosened", code: "arguments-reference-cycle", path: "/properties/v" }]);
  });

  it("carry the definitions that they reach, under their names, and other places under new ones", () => {
    const schema = {
      properties: { child: { $ref: "#" }, own: { $ref: "#/$defs/a/properties/x" }, plain: { type: "integer" } },
      $defs: { unused: {}, a: { properties: { x: { type: "array", items: { $ref: "#/$defs/b" } } } }, b: { type: "integer" } },
    };
    const { text } = write(schema, TYPED);
    expect(text).toContain("json(integer)");
    expect(text).toContain("json(b[] where a = { x?: b[] }, b = integer)");
    expect(text).toMatch(/json\(\{ child\?: root, .* where a = .*, b = integer, root = \{ child\?: root/);
  });

  it("keep keywords beside alternatives, and look through allOf", () => {
    const properties = {
      a: { type: "string", anyOf: [{ enum: ["x", "yy"] }, { minLength: 3 }], maxLength: 5 },
      b: { allOf: [{ type: "integer" }, { minimum: 1 }, { minimum: 3, maximum: 9 }] },
      c: { enum: ["a", "bbb", 7], maxLength: 2 },
    };
    const { text } = write({ properties }, TYPED);
    expect(text).toContain("json(integer(minimum=3, maximum=9))");
    expect(text).toContain("`yy`");
    expect(text).not.toContain("bbb");
    expect(text).toContain("max_chars=2");
  });

  it("hold oneOf in JSON, and report it in text", () => {
    const properties = {
      n: { oneOf: [{ type: "integer" }, { type: "number", minimum: 3 }] },
      s: { oneOf: [{ type: "string", maxLength: 3 }, { type: "string" }] },
      m: { oneOf: [{ type: "string" }, { type: "null" }] },
    };
    const { text, diagnostics } = write({ properties }, TYPED);
    expect(text).toContain("oneOf(integer, number(minimum=3))");
    expect(diagnostics.map((item) => item.path)).toEqual(["/properties/s/oneOf"]);
  });

  it("are of the type that keywords imply, unless that leaves none", () => {
    expect(write({ properties: { v: { properties: {} } } }, TYPED).text).toContain('t="object"');
    const both = { properties: { v: { type: "number" } }, patternProperties: { "^.+$": { properties: { x: true } } }, required: ["v"] };
    expect(write(both, TYPED)).toMatchObject({ errors: [] });
    expect(write(both, TYPED).text).toContain('tag `<arg k="v" t="number">`');
  });

  it("may be null where nullable says so", () => {
    expect(count(write({ properties: { v: { type: "string", nullable: true } } }, TYPED).text, 't="null"')).toBe(1);
  });

  it("are an error where a reference leads nowhere", () => {
    expect(write({ properties: { v: { $ref: "#/$defs/zz" } } }, TYPED).errors).toEqual(["arguments-reference /properties/v/$ref"]);
  });
});

describe("keys", () => {
  it("that are required and impossible are an error, optional ones are left out", () => {
    expect(write({ properties: { a: false, b: { type: "null" } } }, TYPED).text).toBe(
      lines('optional tag `<arg k="b" t="null">` json(null) `</arg>`'),
    );
    expect(write({ properties: { a: false }, required: ["a"] }, TYPED).errors).toEqual(["arguments-impossible /properties/a"]);
    expect(write({ properties: { b: true }, required: ["a"], additionalProperties: false }, TYPED).errors).toEqual([
      "arguments-impossible /required/0",
    ]);
    expect(write({ properties: { "a>": true } }, UNTYPED).errors).toEqual(["arguments-key /properties/a>"]);
  });

  it("that are required and not declared take any value, or what the schema says of them", () => {
    expect(count(write({ properties: {}, required: ["a"] }, TYPED).text, 'tag `<arg k="a"')).toBe(6);
    expect(write({ required: ["a"], additionalProperties: { type: "null" }, properties: {} }, TYPED).text).toContain(
      'tag `<arg k="a" t="null">`',
    );
    const patterned = { patternProperties: { "^l[0-9]$": { type: "null" } }, additionalProperties: false, required: ["l1"] };
    expect(write(patterned, TYPED).text).toContain('tag `<arg k="l1" t="null">`');
  });

  it("that are free come last, and are never declared ones", () => {
    const { text, diagnostics } = write(
      { properties: { ab: { type: "null" }, a: { type: "null" } }, additionalProperties: { type: "integer" } },
      TYPED,
    );
    expect(diagnostics).toEqual([]);
    const pattern = new RegExp(`^(?:${/\/(.*)\//.exec(text!)![1]})$`, "u");
    for (const key of ["a", "ab", "", 'x"', "<x"]) expect(pattern.test(key), key).toBe(false);
    for (const key of ["b", "abc", "aa", "x-foo", "城市", "ba", "a&b"]) expect(pattern.test(key), key).toBe(true);
    expect(write(true, TYPED).text?.startsWith("star\n  or\n    sequence")).toBe(true);
  });

  it("that cannot be written free leave the whole to another form", () => {
    expect(write(true, UNTYPED)).toEqual({ text: undefined, diagnostics: [], errors: [] });
  });

  it("of patterns and of lists of names are held", () => {
    const { text } = write({ patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false }, TYPED);
    expect(text).toContain('/x-[^"<]*/');
    const record = { propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "number" }, required: ["a"] };
    expect(write(record, TYPED).text).toBe(
      lines(
        "sequence",
        '  tag `<arg k="a" t="number">` json(number) `</arg>`',
        '  optional tag `<arg k="b" t="number">` json(number) `</arg>`',
      ),
    );
  });

  it("are counted and bound to each other in the JSON form only, which is reported", () => {
    const schema = {
      properties: { a: true, b: true },
      minProperties: 1,
      maxProperties: 2,
      dependentRequired: { a: ["b"] },
      not: {},
      if: {},
    };
    expect(write(schema, TYPED).diagnostics.map((item) => item.path)).toEqual(["/minProperties", "/dependentRequired", "/if", "/not"]);
  });
});

describe("alternatives at the root", () => {
  it("are alternatives of the parameters", () => {
    const schema = { properties: { a: { type: "null" }, b: { type: "null" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    const { text, diagnostics } = write(schema, TYPED);
    expect(count(text, "optional")).toBe(2);
    expect(text?.startsWith("or\n  sequence")).toBe(true);
    expect(diagnostics).toEqual([]);
  });

  it("of oneOf are fine where a key tells them apart", () => {
    const one = (kind: string): object => ({ properties: { kind: { const: kind } }, required: ["kind"] });
    expect(write({ oneOf: [one("a"), one("b")] }, TYPED).diagnostics).toEqual([]);
    expect(write({ oneOf: [one("a"), one("a")] }, TYPED).diagnostics).toMatchObject([{ code: "arguments-one-of", path: "/oneOf" }]);
  });

  it("that no arguments fit are left out", () => {
    const schema = {
      properties: { a: { enum: ["x"] } },
      required: ["a"],
      oneOf: [{ properties: { a: { enum: ["y"] } } }, { properties: { a: { enum: ["x"] } } }],
    };
    expect(write(schema, TYPED)).toMatchObject({ errors: [], text: lines('tag `<arg k="a" t="string">` `x` `</arg>`') });
  });

  it("of allOf add up, and what one closes the others cannot open", () => {
    const schema = {
      allOf: [{ properties: { a: { type: "null" } }, additionalProperties: false }, { properties: { b: { type: "null" } } }],
    };
    expect(write(schema, TYPED).text).toBe(lines('optional tag `<arg k="a" t="null">` json(null) `</arg>`'));
  });

  it.each([
    [{ type: "string" }],
    [{ type: ["array", "null"] }],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }],
    [{ const: 1 }],
    [{ enum: [[], "x"] }],
  ])("must be objects: %j", (schema) => expect(write(schema, TYPED).errors).toEqual(["arguments-not-object "]));

  it("end on hostile schemas", () => {
    const many = {
      allOf: Array.from({ length: 20 }, (_, i) => ({ anyOf: Array.from({ length: 10 }, (_, j) => ({ required: [`k${i}${j}`] })) })),
    };
    expect(write(many, TYPED).diagnostics[0].code).toBe("arguments-too-many-alternatives");
    let deep: object = { type: "object" };
    for (let level = 0; level < 200; level += 1) deep = { allOf: [deep] };
    expect(write(deep, TYPED).diagnostics[0].code).toBe("arguments-too-deep");
  });
});
