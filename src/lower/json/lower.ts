import type { Diagnostic } from "../../core/errors.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { NormalSchema } from "../../schema/normal.ts";
import type { JsonContext } from "./context.ts";
import type { JsonWriting } from "./options.ts";
import { anyLowering, SchemaLowering } from "./schema-lowering.ts";

/**
 * The JSON texts of the values that fit a schema, in one way of writing. What is let out validates; what validates and follows the writing (`docs/json-writing.md`) is let out. Nothing
 * is found out later: patterns, formats and contradictions are checked here, and only expressions are built lazily.
 * @param report takes what is left out because it can't be written
 * @throws StructagError `lower-json-…` and the codes of regular expressions
 */
export function lowerJsonSchema(
  context: JsonContext,
  normal: NormalSchema,
  writing: JsonWriting = {},
  report?: (finding: Diagnostic) => void,
): ExprId {
  const writer = context.writer(writing);
  if (normal.nodes[normal.root].any) return anyJson(context, writing);
  const schema = new SchemaLowering(writer, normal, report);
  return schema.level.value(schema.root);
}

/** Every JSON text in one way of writing, without objects that have a key twice. */
function anyJson(context: JsonContext, writing: JsonWriting = {}): ExprId {
  const any = anyLowering(context.writer(writing));
  return any.level.value(any.root);
}
