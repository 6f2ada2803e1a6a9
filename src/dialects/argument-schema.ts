import { isJsonArray, isJsonObject, type Json, jsonObject } from "../core/json.ts";
import type { JsonSchemaFormat, JsonSchemaStyle } from "../format/types.ts";
import type { CallableTool } from "../request/request.ts";
import type { ToolTagsContext } from "./call-dialect.ts";
import { jsonArguments } from "./keyed-parameters.ts";

/** The schema of arguments that may be any object. */
const ANY_OBJECT: Json = jsonObject([
  ["type", "object"],
  ["additionalProperties", true],
]);

const SHAPING = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "$ref", "allOf", "anyOf", "oneOf"];

/** A tool's whole schema as that of an object, which arguments always are, and open where the parameters are open. */
export function objectSchema(schema: Json): Json {
  if (!isJsonObject(schema)) return ANY_OBJECT;
  const type = schema.get("type");
  const out = new Map<string, Json>(type === undefined ? [["type", "object"], ...schema] : schema);
  if (isJsonArray(type)) out.set("type", "object");
  const open = !SHAPING.some((keyword) => schema.has(keyword));
  const more = ["required", "minProperties", "maxProperties", "propertyNames", "dependentRequired"].some((keyword) => schema.has(keyword));
  if (open && more) out.set("additionalProperties", true);
  return out;
}

/** The arguments of a tool as one `json_schema` format: those of XGrammar's shape have the schema as it is. */
export function toolArguments(tool: CallableTool, { options, shape }: ToolTagsContext, style?: JsonSchemaStyle): JsonSchemaFormat {
  const format = jsonArguments(shape === "xgrammar" ? tool.schema : objectSchema(tool.schema), options);
  return style === undefined || style === "json" ? format : { ...format, style };
}
