import { type Issue, StructagError } from "../core/errors.ts";
import { fromNative, isJsonObject, type Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { jsonSchema, tag, triggeredTags } from "./builders.ts";
import { asObject, Fields, Findings, type UnknownFields } from "./read-fields.ts";
import { readFormat } from "./read-format.ts";
import type { Format, TagFormat } from "./types.ts";
import { validateFormat } from "./validate.ts";

export interface ReadStructuralTagOptions {
  /**
   * What a field means that its place does not have. `error` (default) refuses it; `ignore` does as XGrammar does and warns. It also decides how a
   * format without `type` is read: `ignore` follows XGrammar's order whatever else is there, `error` takes the first shape that knows all fields.
   */
  readonly unknownFields?: UnknownFields;
  /** Refuses what {@link validateFormat} only warns about. Default false. */
  readonly strict?: boolean;
}

export interface ReadStructuralTag {
  readonly format: Format;
  /** What was read but should be looked at: deprecated spellings, ignored fields, rules that can't be meant. */
  readonly warnings: readonly Issue[];
}

/** Levels of arrays and objects: a tree at its depth limit, and a schema at its own in the last format. */
const MAX_JSON_DEPTH = 1280;

/**
 * Reads a structural tag from JSON text, {@link Json}, or plain JavaScript data, and validates it. Read are: the envelope
 * `{type?, format}` (which is OpenAI's `response_format`, too), `{type: "structural_tag", structural_tag: …}`, a bare format, and
 * the first dialect, `{structures: [{begin, schema, end}], triggers}`. Formats may lack their `type` where their fields tell it. Whatever the
 * spelling, equal tags give equal formats.
 *
 * Plain JavaScript data has lost the order of integer-like keys and the spelling of numbers; give text where they matter.
 * @throws StructagError with every fault (up to 100) and JSON pointers into the input: `format-unrecognized`, `format-unknown-type`,
 * `format-unknown-field`, `format-missing-field`, `format-field-type`, `format-unknown-style`, `format-not-a-tag`, `format-boundary`,
 * `format-rule-shape`, `format-envelope`, `format-depth`, every error code of {@link validateFormat}, and the codes of JSON reading
 */
export function readStructuralTag(input: unknown, options: ReadStructuralTagOptions = {}): ReadStructuralTag {
  const json = typeof input === "string" ? readJson(input, { maxDepth: MAX_JSON_DEPTH }) : fromNative(input, { maxDepth: MAX_JSON_DEPTH });
  const findings = new Findings(options.unknownFields ?? "error");
  const read = readEnvelope(json, "", findings);
  if (findings.errors.length > 0) throw new StructagError(findings.errors);
  const warnings = [...findings.warnings];
  const errors: Issue[] = [];
  for (const { severity, ...issue } of validateFormat(read.format, { strict: options.strict ?? false, path: read.path })) {
    (severity === "error" ? errors : warnings).push({ ...issue, path: read.locate(issue.path) });
  }
  if (errors.length > 0) throw new StructagError(errors);
  return { format: read.format, warnings };
}

interface Located {
  readonly format: Format;
  /** Where the format lies in the input. */
  readonly path: string;
  /** A pointer into the current dialect as one into the input. */
  locate(path: string): string;
}

function readEnvelope(json: Json, path: string, findings: Findings): Located {
  const object = asObject(json, path, "a structural tag (an object)", findings);
  const type = object?.get("type");
  if (object === undefined || (type !== "structural_tag" && !object.has("format") && !object.has("structures"))) {
    const format = object === undefined ? jsonSchema(true) : readFormat(json, path, findings);
    return { format, path, locate: (at) => at };
  }
  const fields = new Fields(object, path, findings);
  if (type !== undefined && type !== "structural_tag") {
    findings.error("format-envelope", fields.at("type"), 'the type of a structural tag must be "structural_tag"');
  }
  if (object.has("structures")) return readFirstDialect(fields);
  if (object.has("structural_tag") && !object.has("format")) {
    fields.refuseUnknown(["structural_tag"]);
    const inner = object.get("structural_tag")!;
    const at = fields.at("structural_tag");
    return readEnvelope(typeof inner === "string" ? readInnerText(inner, at) : inner, at, findings);
  }
  fields.refuseUnknown(["format"]);
  const value = fields.required("format");
  const at = fields.at("format");
  return { format: value === undefined ? jsonSchema(true) : readFormat(value, at, findings), path: at, locate: (pointer) => pointer };
}

/** `structures` and `triggers`: free text with JSON between tags. */
function readFirstDialect(fields: Fields): Located {
  fields.refuseUnknown(["structures", "triggers"]);
  const tags = fields.list("structures", (value, path): TagFormat => {
    const object =
      asObject(value, path, "a structure (an object)", fields.findings) ??
      new Map<string, Json>([
        ["begin", ""],
        ["schema", true],
        ["end", ""],
      ]);
    return readStructure(new Fields(object, path, fields.findings));
  });
  const locate = (pointer: string): string => {
    const inside = pointer.slice(fields.path.length);
    return (
      fields.path + inside.replace(/^\/tags(?=\/|$)/, "/structures").replace(/^(\/structures\/\d+)\/content(\/json_schema)?/, "$1/schema")
    );
  };
  return { format: triggeredTags(fields.strings("triggers"), tags), path: fields.path, locate };
}

function readStructure(fields: Fields): TagFormat {
  fields.refuseUnknown(["begin", "schema", "end"]);
  let schema: Json = fields.required("schema") ?? true;
  // Its users often hold the schema as text.
  if (typeof schema === "string") schema = readInnerText(schema, fields.at("schema"));
  if (typeof schema !== "boolean" && !isJsonObject(schema)) {
    fields.findings.wrongType(fields.at("schema"), "a JSON Schema (an object, true or false, or the text of one)", schema);
  }
  return tag(fields.string("begin"), jsonSchema(schema), fields.string("end"));
}

/** JSON text inside the input; faults in it are reported where it stands. */
function readInnerText(text: string, path: string): Json {
  try {
    return readJson(text, { maxDepth: MAX_JSON_DEPTH });
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    throw new StructagError(error.issues.map((issue) => ({ ...issue, path: path + issue.path })));
  }
}
