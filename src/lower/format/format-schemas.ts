import { type Diagnostic, fail, StructagError } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { JsonSchemaFormat } from "../../format/types.ts";
import type { NormalSchema } from "../../schema/normal.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { jsonContext } from "../json/context.ts";
import { lowerJsonSchema } from "../json/lower.ts";
import type { JsonWriting } from "../json/options.ts";

/** The schemas of a format tree, normalised once for all arenas. */
export class FormatSchemas {
  readonly #normal = new Map<JsonSchemaFormat, { readonly normal: NormalSchema; readonly path: string }>();
  readonly #diagnostics: Diagnostic[] = [];

  /** What is not enforced exactly, with pointers into the structural tag. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /**
   * Normalises the schema of a format at `path`, as XGrammar reads schemas in structural tags: objects and lists that do not speak of further members have none.
   * @throws StructagError `schema-…` with paths into the structural tag
   */
  add(format: JsonSchemaFormat, path: string): void {
    if (this.#normal.has(format)) return;
    const at = `${path}/json_schema`;
    let normal: NormalSchema;
    try {
      normal = normalizeSchema(format.jsonSchema, { closed: true });
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      throw new StructagError(
        error.issues.map((issue) => ({ ...issue, path: at + issue.path })),
        { cause: error },
      );
    }
    for (const diagnostic of normal.diagnostics) this.#diagnostics.push({ ...diagnostic, path: at + diagnostic.path });
    this.#normal.set(format, { normal, path });
  }

  /** The expression of an added format. */
  lower(arena: ExprArena, format: JsonSchemaFormat): ExprId {
    const { normal, path } = this.#normal.get(format)!;
    if (format.style !== undefined && format.style !== "json") fail("lower-style", path, `the style ${format.style} cannot be lowered yet`);
    return lowerJsonSchema(jsonContext(arena), normal, writingOf(format));
  }
}

function writingOf(format: JsonSchemaFormat): JsonWriting {
  return {
    layout: {
      type: "flexible",
      carriageReturn: false,
      ...(format.maxWhitespaceCount === undefined ? {} : { maxWhitespaceCount: format.maxWhitespaceCount }),
    },
    ...(format.anyOrder === undefined ? {} : { anyOrder: format.anyOrder }),
    ...(format.excludes === undefined ? {} : { excludes: format.excludes }),
  };
}
