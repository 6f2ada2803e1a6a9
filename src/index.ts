/**
 * structag without its engine: tools to structural tag, structural tag to JSON and outline, model output back to calls.
 * @packageDocumentation
 */
export { type Diagnostic, type DiagnosticKind, formatIssue, type Issue, type Result, StructagError } from "./core/errors.ts";
export {
  isJsonArray,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type JsonTypeName,
  jsonNumber,
  jsonTypeOf,
} from "./core/json.ts";
export { canonicalText, jsonEquals } from "./core/json-compare.ts";
export { type ReadOptions, readJson } from "./core/json-read.ts";
export { type WriteOptions, writeJson } from "./core/json-write.ts";
