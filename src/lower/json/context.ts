import type { Json } from "../../core/json.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { NormalSchema, StringPiece } from "../../schema/normal.ts";
import { constantTexts } from "./constants.ts";
import { type Layout, rootLayout } from "./layout.ts";
import { NumberLowering } from "./numbers.ts";
import type { JsonLayout, JsonWriting } from "./options.ts";
import { jsonStringSpelling } from "./string-spelling.ts";
import { isUnconditional, TextLowering } from "./strings.ts";

/** What all schemas of an arena share, one writer for each way of writing. */
export class JsonContext {
  readonly arena: ExprArena;
  readonly #writers = new Map<string, JsonWriter>();

  constructor(arena: ExprArena) {
    this.arena = arena;
  }

  writer(writing: JsonWriting): JsonWriter {
    const { layout = { type: "flexible" }, anyOrder = false, excludes = [], integerSpelling = "digits" } = writing;
    const key = JSON.stringify([layoutKey(layout), anyOrder, excludes, integerSpelling]);
    let writer = this.#writers.get(key);
    if (writer === undefined) {
      writer = new JsonWriter(this.arena, layout, anyOrder, excludes, integerSpelling);
      this.#writers.set(key, writer);
    }
    return writer;
  }
}

const contexts = new WeakMap<ExprArena, JsonContext>();

/** The context of an arena: one for each, so that equal lexemes get equal ids across schemas. */
export function jsonContext(arena: ExprArena): JsonContext {
  let context = contexts.get(arena);
  if (context === undefined) contexts.set(arena, (context = new JsonContext(arena)));
  return context;
}

function layoutKey(layout: JsonLayout): unknown[] {
  return layout.type === "flexible"
    ? ["flexible", layout.maxWhitespaceCount, layout.carriageReturn]
    : ["fixed", layout.indent, layout.itemSeparator, layout.keySeparator];
}

/** The pieces of JSON text in one way of writing. Equal pieces are equal expressions, whatever schema asks for them. */
export class JsonWriter {
  readonly arena: ExprArena;
  readonly anyOrder: boolean;
  readonly layout: Layout;
  readonly texts: TextLowering;
  readonly numbers: NumberLowering;
  /** Any string with both quotes. */
  readonly string: ExprId;
  /** Any string behind its opening quote. */
  readonly stringRest: ExprId;
  /** True where some texts are excluded from strings, so that a string's rest is not any string's. */
  readonly hasExcludes: boolean;
  readonly boolean: ExprId;
  readonly null: ExprId;
  readonly #excludes: readonly string[];
  readonly #literals = new Map<string, ExprId>();
  readonly #quote: ExprId;

  constructor(arena: ExprArena, layout: JsonLayout, anyOrder: boolean, excludes: readonly string[], integerSpelling: "digits" | "any") {
    this.arena = arena;
    this.anyOrder = anyOrder;
    this.layout = rootLayout(arena, layout);
    this.#excludes = excludes;
    this.hasExcludes = excludes.length > 0;
    this.texts = new TextLowering(arena, jsonStringSpelling(arena), excludes);
    this.numbers = new NumberLowering(arena, integerSpelling);
    this.#quote = arena.literal('"');
    this.string = arena.lexeme(arena.seq(this.#quote, this.texts.any, this.#quote));
    this.stringRest = arena.lexeme(arena.seq2(this.texts.any, this.#quote));
    this.boolean = arena.alt2(arena.literal("true"), arena.literal("false"));
    this.null = arena.literal("null");
  }

  /** The strings of a piece with both quotes, or NEVER. */
  strings(piece: StringPiece): ExprId {
    if (isUnconditional(piece)) return this.string;
    const { arena } = this;
    return arena.lexeme(arena.seq(this.#quote, this.texts.lower(piece), this.#quote));
  }

  /** The rest of strings whose content is `content`, behind the opening quote. */
  rest(content: ExprId): ExprId {
    return content === this.texts.any ? this.stringRest : this.arena.lexeme(this.arena.seq2(content, this.#quote));
  }

  /** The texts of some constants at a depth. */
  constantTexts(values: readonly Json[], layout: Layout): string[] {
    return values.flatMap((value) => constantTexts(value, layout.constant, this.#excludes));
  }

  /** Any of these texts. */
  literals(texts: readonly string[]): ExprId {
    const { arena } = this;
    if (texts.length <= 4) return arena.alt(texts.map((text) => arena.literal(text)));
    const key = JSON.stringify(texts);
    let e = this.#literals.get(key);
    if (e === undefined) this.#literals.set(key, (e = arena.literals(texts)));
    return e;
  }
}

/** Every JSON value. */
export const ANY_SCHEMA: NormalSchema = {
  root: 0,
  diagnostics: [],
  nodes: [
    {
      path: "",
      any: true,
      pieces: [
        { type: "null" },
        { type: "boolean" },
        { type: "number", integer: false, multipleOf: [], notMultipleOf: [], excluded: [] },
        { type: "string", minLength: 0, patterns: [], formats: [], excluded: [] },
        { type: "array", prefix: [], rest: 0, minItems: 0, contains: [], unique: "any" },
        {
          type: "object",
          properties: new Map(),
          required: [],
          keyClasses: [{ matching: [], notMatching: [], value: 0 }],
          minProperties: 0,
          implications: [],
          some: [],
        },
      ],
    },
  ],
};
