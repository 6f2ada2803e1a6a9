import type { JsonObject } from "../../src/core/json.ts";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import type { GrammarCompiler } from "../../src/matcher/compiler.ts";
import { grammarOfTools } from "./request-format.ts";

/** The grammar that a row of reported faults is about: of its schema, its format, or its tools. */
export function rowGrammar(compiler: GrammarCompiler, fields: JsonObject): CompiledGrammar {
  if (fields.has("schema_text")) return compiler.compileJsonSchema(fields.get("schema_text"));
  if (fields.has("schema")) return compiler.compileJsonSchema(fields.get("schema"));
  if (fields.has("format")) return compiler.compileStructuralTag(fields.get("format"));
  if (fields.has("tools")) return compiler.compileFormat(grammarOfTools(fields).format);
  throw new TypeError("the row has no schema, format or tools");
}
