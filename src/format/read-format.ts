import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import * as build from "./builders.ts";
import { MAX_INT32 } from "./integers.ts";
import { asObject, asString, asToken, Fields, type Findings } from "./read-fields.ts";
import {
  FORMAT_TYPES,
  type Format,
  type FormatType,
  JSON_SCHEMA_STYLES,
  type JsonSchemaStyle,
  type TagFormat,
  type TokenBoundary,
} from "./types.ts";
import { failDepth, MAX_FORMAT_DEPTH } from "./visit.ts";

/** How one format type stands on the wire. */
interface Shape {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  read(fields: FormatFields): Format;
}

/** {@link Fields} with those that hold formats. */
class FormatFields extends Fields {
  readonly depth: number;

  constructor(object: JsonObject, path: string, findings: Findings, depth: number) {
    super(object, path, findings);
    this.depth = depth;
  }

  format(name: string): Format {
    const value = this.required(name);
    return value === undefined ? STAND_IN : readFormat(value, this.at(name), this.findings, this.depth + 1);
  }

  formats(name: string): Format[] {
    return this.list(name, (value, path) => readFormat(value, path, this.findings, this.depth + 1));
  }

  tags(): TagFormat[] {
    return this.list("tags", (value, path) => readTag(value, path, this.findings, this.depth + 1));
  }

  rules<T>(start: (value: Json, path: string, findings: Findings) => T): [T, Format][] {
    return this.list("rules", (value, path): [T, Format] => {
      const pair = isJsonArray(value) && value.length === 2 ? value : undefined;
      if (pair === undefined) this.findings.error("format-rule-shape", path, "a rule must be a list of two: what starts it, and a format");
      const [first, body] = pair ?? ["", STAND_IN_JSON];
      return [start(first, `${path}/0`, this.findings), readFormat(body, `${path}/1`, this.findings, this.depth + 1)];
    });
  }
}

/** What stands for a format that could not be read; an error has been reported by then. */
const STAND_IN: Format = build.constString("");
const STAND_IN_JSON: Json = new Map([["value", ""]]);

const TAG_FLAGS = ["at_least_one", "stop_after_first"];

const SHAPES: Readonly<Record<FormatType, Shape>> = {
  const_string: { required: ["value"], read: (fields) => build.constString(fields.string("value")) },
  json_schema: {
    required: ["json_schema"],
    optional: ["style", "any_order", "max_whitespace_cnt", "excludes"],
    read: (fields) => readJsonSchema(fields, readStyle(fields)),
  },
  regex: { required: ["pattern"], read: (fields) => build.regex(fields.string("pattern")) },
  grammar: { required: ["grammar"], read: (fields) => build.grammar(fields.string("grammar")) },
  any_text: {
    required: [],
    optional: ["excludes", "max_tokens", "max_chars"],
    read: (fields) =>
      build.anyText({
        excludes: fields.optionalStrings("excludes"),
        maxTokens: fields.limit("max_tokens"),
        maxChars: fields.limit("max_chars"),
      }),
  },
  token: { required: ["token"], read: (fields) => build.token(fields.token("token")) },
  exclude_token: {
    required: [],
    optional: ["exclude_tokens"],
    read: (fields) => build.excludeToken(fields.optionalTokens("exclude_tokens")),
  },
  any_tokens: {
    required: [],
    optional: ["exclude_tokens", "max_tokens"],
    read: (fields) => build.anyTokens({ excludeTokens: fields.optionalTokens("exclude_tokens"), maxTokens: fields.limit("max_tokens") }),
  },
  sequence: { required: ["elements"], read: (fields) => build.sequence(fields.formats("elements")) },
  or: { required: ["elements"], read: (fields) => build.or(fields.formats("elements")) },
  optional: { required: ["content"], read: (fields) => build.optional(fields.format("content")) },
  plus: { required: ["content"], read: (fields) => build.plus(fields.format("content")) },
  star: { required: ["content"], read: (fields) => build.star(fields.format("content")) },
  repeat: { required: ["min", "max", "content"], read: readRepeat },
  tag: { required: ["begin", "content", "end"], read: readTagFields },
  triggered_tags: {
    required: ["triggers", "tags"],
    optional: [...TAG_FLAGS, "excludes"],
    read: (fields) =>
      build.triggeredTags(fields.strings("triggers"), fields.tags(), { ...tagFlags(fields), excludes: fields.optionalStrings("excludes") }),
  },
  token_triggered_tags: {
    required: ["trigger_tokens", "tags"],
    optional: [...TAG_FLAGS, "exclude_tokens"],
    read: (fields) =>
      build.tokenTriggeredTags(fields.tokens("trigger_tokens"), fields.tags(), {
        ...tagFlags(fields),
        excludeTokens: fields.optionalTokens("exclude_tokens"),
      }),
  },
  tags_with_separator: {
    required: ["tags", "separator"],
    optional: TAG_FLAGS,
    read: (fields) => build.tagsWithSeparator(fields.tags(), fields.string("separator"), tagFlags(fields)),
  },
  dispatch: {
    required: ["rules"],
    optional: ["loop", "excludes"],
    read: (fields) =>
      build.dispatch(fields.rules(asString), { loop: fields.boolean("loop"), excludes: fields.optionalStrings("excludes") }),
  },
  token_dispatch: {
    required: ["rules"],
    optional: ["loop", "exclude_tokens"],
    read: (fields) =>
      build.tokenDispatch(fields.rules(asToken), { loop: fields.boolean("loop"), excludeTokens: fields.optionalTokens("exclude_tokens") }),
  },
};

/** The shapes that a format without `type` may have, in the order in which XGrammar tries them. `any_text` needs its `excludes` there. */
const UNTYPED: readonly (readonly [type: FormatType, needs: readonly string[]])[] = [
  ["tag", SHAPES.tag.required],
  ["const_string", SHAPES.const_string.required],
  ["json_schema", SHAPES.json_schema.required],
  ["any_text", ["excludes"]],
  ["sequence", SHAPES.sequence.required],
  ["triggered_tags", SHAPES.triggered_tags.required],
  ["tags_with_separator", SHAPES.tags_with_separator.required],
  ["optional", SHAPES.optional.required],
  ["repeat", SHAPES.repeat.required],
  ["dispatch", SHAPES.dispatch.required],
];

/**
 * Reads the wire JSON of one format; what is wrong goes to `findings`.
 * @throws StructagError `format-depth`
 */
export function readFormat(value: Json, path: string, findings: Findings, depth = 0): Format {
  if (depth >= MAX_FORMAT_DEPTH) failDepth(path);
  const object = asObject(value, path, "a format (an object)", findings);
  if (object === undefined) return STAND_IN;
  const fields = new FormatFields(object, path, findings, depth);
  const type = object.get("type");
  if (type === undefined) return readUntyped(fields);
  if (typeof type !== "string") {
    findings.wrongType(fields.at("type"), "the name of a format type", type);
    return STAND_IN;
  }
  if (isFormatType(type)) return readShape(type, fields);
  if (type === "qwen_xml_parameter") return readQwenParameter(fields);
  findings.error(
    "format-unknown-type",
    fields.at("type"),
    `there is no format type ${JSON.stringify(type)}`,
    `format types are ${FORMAT_TYPES.join(", ")}`,
  );
  return STAND_IN;
}

function readShape(type: FormatType, fields: FormatFields): Format {
  const { required, optional = [], read } = SHAPES[type];
  fields.refuseUnknown([...required, ...optional]);
  return read(fields);
}

/**
 * Without `type` the fields decide: the first shape that has all it needs. Where unknown fields are errors, a shape that knows every field
 * goes before one that does not, so that `{min, max, content}` is a repeat; XGrammar, which ignores what it does not know, reads an
 * optional there.
 */
function readUntyped(fields: FormatFields): Format {
  const names = [...fields.object.keys()];
  const candidates = UNTYPED.filter(([, needs]) => needs.every((name) => fields.object.has(name))).map(([type]) => type);
  const knowsAll = (type: FormatType): boolean => {
    const { required, optional = [] } = SHAPES[type];
    return names.every((name) => required.includes(name) || optional.includes(name));
  };
  const chosen = (fields.findings.unknownFields === "error" ? candidates.find(knowsAll) : undefined) ?? candidates[0];
  if (chosen !== undefined) return readShape(chosen, fields);
  const found = names.length === 0 ? "no field" : `the fields ${names.join(", ")}`;
  fields.findings.error("format-unrecognized", fields.path, `no format without "type" has ${found}`, 'give its "type"');
  return STAND_IN;
}

/** A member of a list of tags: `type` may be missing but can't be another. */
function readTag(value: Json, path: string, findings: Findings, depth: number): TagFormat {
  if (depth >= MAX_FORMAT_DEPTH) failDepth(path);
  const object = asObject(value, path, "a tag (an object)", findings);
  const fields = new FormatFields(
    object ??
      new Map([
        ["begin", ""],
        ["content", STAND_IN_JSON],
        ["end", ""],
      ]),
    path,
    findings,
    depth,
  );
  const type = fields.object.get("type");
  if (type !== undefined && type !== "tag") {
    findings.error(
      "format-not-a-tag",
      fields.at("type"),
      "only tags can stand here",
      "wrap the format in a tag with an empty begin and end",
    );
  }
  fields.refuseUnknown(SHAPES.tag.required);
  return readTagFields(fields);
}

function readTagFields(fields: FormatFields): TagFormat {
  const begin = fields.required("begin");
  const end = fields.required("end");
  return build.tag(
    begin === undefined ? "" : readBoundary(begin, fields.at("begin"), fields.findings),
    fields.format("content"),
    isJsonArray(end) ? fields.strings("end") : end === undefined ? "" : readBoundary(end, fields.at("end"), fields.findings),
  );
}

function readBoundary(value: Json, path: string, findings: Findings): string | TokenBoundary {
  if (typeof value === "string") return value;
  const object = asObject(value, path, "a string or a token", findings);
  if (object === undefined) return "";
  const fields = new Fields(object, path, findings);
  fields.refuseUnknown(SHAPES.token.required);
  const type = object.get("type");
  if (type !== undefined && type !== "token")
    findings.error("format-boundary", fields.at("type"), "a tag begins and ends with text or a token only");
  return build.tokenBoundary(fields.token("token"));
}

function readJsonSchema(fields: Fields, style: JsonSchemaStyle): Format {
  const schema = fields.required("json_schema");
  if (schema !== undefined && typeof schema !== "boolean" && !isJsonObject(schema)) {
    fields.findings.wrongType(fields.at("json_schema"), "a JSON Schema (an object, true or false)", schema);
  }
  return build.jsonSchema(schema ?? true, {
    style,
    anyOrder: fields.boolean("any_order"),
    maxWhitespaceCount: fields.limit("max_whitespace_cnt"),
    excludes: fields.optionalStrings("excludes"),
  });
}

function readStyle(fields: Fields): JsonSchemaStyle {
  const style = fields.object.get("style");
  if (style === undefined) return "json";
  const known = JSON_SCHEMA_STYLES.find((name) => name === style);
  if (known === undefined) {
    fields.findings.error(
      "format-unknown-style",
      fields.at("style"),
      "no such style of writing a schema's value",
      `styles are ${JSON_SCHEMA_STYLES.join(", ")}`,
    );
  }
  return known ?? "json";
}

/** XGrammar's first name for `json_schema` in the style `qwen_xml`. */
function readQwenParameter(fields: Fields): Format {
  const optional = (SHAPES.json_schema.optional ?? []).filter((name) => name !== "style");
  fields.refuseUnknown([...SHAPES.json_schema.required, ...optional]);
  fields.findings.warn("format-deprecated-type", fields.at("type"), "qwen_xml_parameter is read as json_schema with the style qwen_xml");
  return readJsonSchema(fields, "qwen_xml");
}

function readRepeat(fields: FormatFields): Format {
  const min = fields.integer("min");
  let max = fields.integer("max");
  if (max > MAX_INT32) {
    fields.findings.warn("format-repeat-unbounded", fields.at("max"), `a bound past ${MAX_INT32} is read as no bound`, "write -1");
    max = -1;
  }
  return build.repeat(min, max, fields.format("content"));
}

function tagFlags(fields: Fields): { atLeastOne: boolean | undefined; stopAfterFirst: boolean | undefined } {
  return { atLeastOne: fields.boolean("at_least_one"), stopAfterFirst: fields.boolean("stop_after_first") };
}

function isFormatType(type: string): type is FormatType {
  return Object.hasOwn(SHAPES, type);
}
