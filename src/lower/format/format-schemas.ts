import { type Diagnostic, StructagError } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { JsonSchemaFormat } from "../../format/types.ts";
import type { NormalSchema } from "../../schema/normal.ts";
import { normalizeSchema } from "../../schema/normalize.ts";
import { isPlainSchema } from "../../schema/plain.ts";
import { jsonContext } from "../json/context.ts";
import { lowerJsonSchema } from "../json/lower.ts";
import type { JsonWriting } from "../json/options.ts";
import { lowerStyledArguments } from "../styles/lower-style.ts";

interface Entry {
  readonly path: string;
  normal: NormalSchema | undefined;
  isLowered: boolean;
}

/** The schemas of a format tree, normalised once for all arenas: at once, or, where nothing can be found out by it, when they are first lowered. */
export class FormatSchemas {
  readonly #entries = new Map<JsonSchemaFormat, Entry>();
  readonly #diagnostics: Diagnostic[];

  /** @param diagnostics receives what is not enforced exactly, with pointers into the structural tag. Complete once all formats are lowered. */
  constructor(diagnostics: Diagnostic[]) {
    this.#diagnostics = diagnostics;
  }

  /**
   * Takes the schema of a format at `path`, which is read as XGrammar reads schemas in structural tags: objects and lists that do not speak of further members have none.
   * @throws StructagError `schema-…` with paths into the structural tag
   */
  add(format: JsonSchemaFormat, path: string): void {
    if (this.#entries.has(format)) return;
    if (format.excludes === undefined && (format.style ?? "json") === "json" && isPlainSchema(format.jsonSchema)) {
      this.#entries.set(format, { path, normal: undefined, isLowered: false });
      return;
    }
    const at = `${path}/json_schema`;
    let normal: NormalSchema;
    try {
      normal = normalizeSchema(format.jsonSchema, NORMALIZE);
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      throw new StructagError(
        error.issues.map((issue) => ({ ...issue, path: at + issue.path })),
        { cause: error },
      );
    }
    for (const diagnostic of normal.diagnostics) this.#add(diagnostic, at);
    this.#entries.set(format, { path, normal, isLowered: false });
  }

  #add(finding: Diagnostic, at: string): void {
    this.#diagnostics.push({ ...finding, path: at + finding.path });
  }

  /** Whether lowering an added format can wait: its schema has no text conditions whose contradictions only lowering finds. */
  canWait(format: JsonSchemaFormat): boolean {
    return this.#entries.get(format)!.normal === undefined;
  }

  /** The expression of an added format. `literal` spells the markers of styles. */
  lower(arena: ExprArena, format: JsonSchemaFormat, literal: (text: string) => ExprId): ExprId {
    const entry = this.#entries.get(format)!;
    entry.normal ??= normalizeSchema(format.jsonSchema, NORMALIZE);
    const writing = writingOf(format);
    const { style = "json" } = format;
    const report = entry.isLowered ? undefined : (finding: Diagnostic) => this.#add(finding, `${entry.path}/json_schema`);
    const e =
      style === "json"
        ? lowerJsonSchema(jsonContext(arena), entry.normal, writing, report)
        : lowerStyledArguments(arena, entry.normal, { style, writing, literal, ...(report === undefined ? {} : { report }) });
    entry.isLowered = true;
    return e;
  }
}

const NORMALIZE = { closed: true } as const;

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
