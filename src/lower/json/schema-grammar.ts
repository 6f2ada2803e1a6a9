import type { Diagnostic } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { NormalSchema } from "../../schema/normal.ts";
import type { NormalizeOptions } from "../../schema/normalize/options.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { jsonContext } from "./context.ts";
import { lowerJsonSchema } from "./lower.ts";
import type { JsonWriting } from "./options.ts";

export interface JsonSchemaOptions {
  /** Drafts, formats, remote documents, limits. */
  readonly schema?: NormalizeOptions;
  /** Whitespace, key order, number spelling. */
  readonly writing?: JsonWriting;
}

/** A schema that is normalised once and lowered in as many arenas as there are. */
export class SchemaGrammar {
  readonly #normal: NormalSchema;
  readonly #writing: JsonWriting | undefined;
  readonly #diagnostics: Diagnostic[];
  #isLowered = false;

  /** @throws StructagError `schema-…` */
  constructor(schema: Json, options: JsonSchemaOptions = {}) {
    this.#normal = normalizeSchema(schema, options.schema);
    this.#writing = options.writing;
    this.#diagnostics = [...this.#normal.diagnostics];
  }

  /** Complete after the first lowering. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** @throws StructagError `lower-json-…`, `regex-…` */
  lower(arena: ExprArena): ExprId {
    const report = this.#isLowered ? undefined : (finding: Diagnostic): unknown => this.#diagnostics.push(finding);
    const e = lowerJsonSchema(jsonContext(arena), this.#normal, this.#writing, report);
    this.#isLowered = true;
    return e;
  }
}
