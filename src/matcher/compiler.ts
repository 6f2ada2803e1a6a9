import { type Diagnostic, fail, type Result, StructagError, toResult } from "../core/errors.ts";
import { fromNative } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { TimeLimits, WorkLimits } from "../expr/meter.ts";
import { readStructuralTag } from "../format/read.ts";
import type { Format } from "../format/types.ts";
import { validateFormat } from "../format/validate.ts";
import { walkFormat } from "../format/visit.ts";
import { FormatSchemas } from "../lower/format/format-schemas.ts";
import { lowerFormat } from "../lower/format/lower-format.ts";
import type { MarkerMode } from "../lower/format/markers.ts";
import { lowerGrammar } from "../lower/grammar/lower.ts";
import { type JsonSchemaOptions, SchemaGrammar } from "../lower/json/schema-grammar.ts";
import { lowerRegex } from "../lower/regex/lower.ts";
import { utf8Spelling } from "../lower/utf8.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { CompiledGrammar, type GrammarHost } from "./compiled-grammar.ts";
import { Generation } from "./generation.ts";
import type { GrammarSource } from "./grammar-source.ts";
import type { MaskStatistics } from "./mask-cache.ts";
import { requireWritable } from "./writable.ts";

export interface GrammarCompilerOptions {
  /** Bytes of expressions, rows and masks after which new work starts on fresh memory; default 512 MiB. */
  readonly memoryBudget?: number;
  /** Most expression nodes; default 16,000,000. */
  readonly maxNodes?: number;
  /**
   * What one grammar may take at once, compiling included, and again little by little with each token; past it: `expr-too-much-work`. Default: 16,000,000 steps (expressions looked at or made; mostly
   * half a second), so that the same grammars are refused everywhere, and 10,000 milliseconds.
   */
  readonly maxWork?: Partial<WorkLimits>;
}

export interface CompileOptions extends TimeLimits {
  /** How special tokens of the vocabulary that occur in literals are matched; default `special`. */
  readonly markers?: MarkerMode;
}

/** Counters for operators. */
export interface CompilerStatistics {
  readonly generations: number;
  readonly nodes: number;
  readonly rows: number;
  readonly masks: MaskStatistics;
  readonly byteLength: number;
}

/** For grammars of one leaf, which have no leaves of other kinds. */
const NO_LEAVES: ReturnType<GrammarSource["leaves"]> = { jsonSchema: () => NEVER, regex: () => NEVER, grammar: () => NEVER };

const WARM_UP_SCHEMA = fromNative({
  type: "object",
  properties: {
    a: { type: "string" },
    b: { type: "array", items: { type: "integer" } },
    c: { type: "number" },
    d: { type: "boolean" },
    e: { type: "string", maxLength: 64 },
  },
});

const WARM_UP_TEXTS = [
  '{"a":"x y\\n","b":[1,-20],"c":0.5e3,"d":true,"e":"x"}',
  '{\n  "a": "é",\n  "b": [\n    1,\n    2\n  ]\n}',
  '[{"a": null}, [], {}]',
];

const DEFAULT_MEMORY_BUDGET = 512 * 1024 * 1024;
const DEFAULT_MAX_WORK: WorkLimits = { steps: 16_000_000, milliseconds: 10_000 };

/**
 * Binds grammars to a vocabulary. Compiling is cheap: expressions unfold, and masks are computed, where an output first needs them; all grammars of a compiler share what is computed.
 * Keep one compiler for each vocabulary.
 */
export class GrammarCompiler implements GrammarHost {
  readonly vocabulary: Vocabulary;
  readonly specialsByFirstByte: GrammarHost["specialsByFirstByte"];
  /** @internal */
  readonly maxWork: WorkLimits;
  readonly #options: GrammarCompilerOptions;
  #generation: Generation;
  #generations = 1;
  #byText: Map<string, number> | undefined;

  constructor(vocabulary: Vocabulary, options: GrammarCompilerOptions = {}) {
    this.vocabulary = vocabulary;
    this.#options = options;
    this.maxWork = { ...DEFAULT_MAX_WORK, ...options.maxWork };
    this.#generation = new Generation(vocabulary, options.maxNodes);
    const specials = new Map<number, { id: number; bytes: Uint8Array }[]>();
    for (const id of vocabulary.specialTokens.values()) {
      const bytes = vocabulary.bytesOf(id);
      if (bytes.length === 0) continue;
      const list = specials.get(bytes[0]);
      if (list === undefined) specials.set(bytes[0], [{ id, bytes }]);
      else list.push({ id, bytes });
    }
    this.specialsByFirstByte = specials;
  }

  /** @internal The generation for new work: a fresh one where the last has spent its memory. */
  generation(): Generation {
    if (this.#generation.byteLength > (this.#options.memoryBudget ?? DEFAULT_MEMORY_BUDGET)) {
      this.#generation = new Generation(this.vocabulary, this.#options.maxNodes);
      this.#generations += 1;
    }
    return this.#generation;
  }

  get statistics(): CompilerStatistics {
    const { arena, transitions, masks } = this.#generation;
    return {
      generations: this.#generations,
      nodes: arena.store.nodeCount,
      rows: transitions.rowCount,
      masks: masks.statistics,
      byteLength: this.#generation.byteLength,
    };
  }

  /**
   * Compiles a structural tag: a format tree, its envelope, or their JSON (text or value).
   * @throws StructagError with the codes of reading, validation and lowering; `compile-unsatisfiable` where no output is accepted; `compile-vocabulary` where
   *   the vocabulary lacks bytes that every output needs
   */
  compileStructuralTag(tag: unknown, options: CompileOptions = {}): CompiledGrammar {
    // Reading validates as well.
    return this.#compileValid(readStructuralTag(tag, { unknownFields: "ignore" }).format, options);
  }

  /** Like {@link compileStructuralTag} for a tree of formats in memory. */
  compileFormat(format: Format, options: CompileOptions = {}): CompiledGrammar {
    const errors = validateFormat(format).filter((issue) => issue.severity === "error");
    if (errors.length > 0) throw new StructagError(errors);
    return this.#compileValid(format, options);
  }

  #compileValid(format: Format, options: CompileOptions): CompiledGrammar {
    const diagnostics: Diagnostic[] = [];
    const schemas = new FormatSchemas(diagnostics);
    // Lowering again, in a new generation, finds nothing new.
    const reported = new Set<string>();
    for (const { format: part, path } of walkFormat(format)) if (part.type === "json_schema") schemas.add(part, path);
    return this.#compile(
      format,
      (arena) => ({
        jsonSchema: (part, _, literal) => schemas.lower(arena, part, literal),
        jsonSchemaCanWait: (part) => schemas.canWait(part),
        regex: ({ pattern }, path) =>
          arena.lexeme(lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode: "whole", path: `${path}/pattern` })),
        grammar: ({ grammar }, path, literals) => {
          const at = `${path}/grammar`;
          const resolve = (token: number | string): number | undefined =>
            typeof token === "string" ? this.#tokenWithText(token) : token < this.vocabulary.size ? token : undefined;
          const lowered = lowerGrammar(arena, grammar, { path: at, resolveToken: resolve, literals });
          if (!reported.has(at)) diagnostics.push(...lowered.diagnostics);
          reported.add(at);
          return lowered.expr;
        },
      }),
      diagnostics,
      options,
    );
  }

  /**
   * Compiles a JSON Schema (text, which keeps key order and numbers exact, or a value) to the JSON texts that are valid by it.
   * @throws StructagError `schema-…`, `lower-json-…`, `regex-…`
   */
  compileJsonSchema(schema: unknown, options: JsonSchemaOptions & TimeLimits = {}): CompiledGrammar {
    const jsonSchema = typeof schema === "string" ? readJson(schema) : fromNative(schema);
    const grammar = new SchemaGrammar(jsonSchema, options);
    return this.#compile(
      { type: "json_schema", jsonSchema },
      (arena) => ({ ...NO_LEAVES, jsonSchema: () => grammar.lower(arena) }),
      grammar.diagnostics,
      options,
    );
  }

  /**
   * Compiles an ECMAScript pattern that must match the whole output.
   * @throws StructagError `regex-…`
   */
  compileRegex(pattern: string, options: { readonly flags?: string } & TimeLimits = {}): CompiledGrammar {
    return this.#compile(
      { type: "regex", pattern },
      (arena) => ({
        ...NO_LEAVES,
        regex: () => arena.lexeme(lowerRegex(arena, pattern, { spelling: utf8Spelling(arena), mode: "whole", ...options })),
      }),
      [],
      options,
    );
  }

  /**
   * Computes the masks that almost every grammar needs (strings, numbers, whitespace, free values), so that the first requests do not pay for them. Takes some tens of milliseconds; call it
   * once after loading.
   */
  warmUp(): void {
    this.compileFormat({ type: "sequence", elements: [{ type: "any_text" }, { type: "const_string", value: "." }] })
      .matcher()
      .nextTokenMask();
    const closed: Format = { type: "json_schema", jsonSchema: WARM_UP_SCHEMA };
    for (const grammar of [this.compileJsonSchema(true), this.compileJsonSchema(WARM_UP_SCHEMA), this.compileFormat(closed)]) {
      for (const text of WARM_UP_TEXTS) {
        const matcher = grammar.matcher();
        for (const character of text) {
          matcher.nextTokenMask();
          if (!matcher.acceptString(character)) break;
        }
        matcher.nextTokenMask();
      }
    }
  }

  /** The vocabulary entry with exactly this text; the lowest id where there are several. */
  #tokenWithText(text: string): number | undefined {
    if (this.#byText === undefined) {
      this.#byText = new Map();
      for (let id = this.vocabulary.size - 1; id >= 0; id -= 1) this.#byText.set(this.vocabulary.textOf(id), id);
    }
    return this.#byText.get(text);
  }

  safeCompileStructuralTag(tag: unknown, options: CompileOptions = {}): Result<CompiledGrammar> {
    return toResult(() => this.compileStructuralTag(tag, options));
  }

  #compile(
    format: Format,
    leaves: GrammarSource["leaves"],
    diagnostics: readonly Diagnostic[],
    { markers = "special", ...limits }: CompileOptions = {},
  ): CompiledGrammar {
    const resolveToken = (text: string): number | undefined => this.#tokenWithText(text);
    const { specialTokens, size: vocabularySize } = this.vocabulary;
    const lower = ({ arena }: Generation): ExprId =>
      lowerFormat(arena, format, { specialTokens, markers, resolveToken, vocabularySize, ...leaves(arena) });
    const grammar = this.generation().arena.store.meter.within(
      limits,
      () => new CompiledGrammar(this, lower, diagnostics, { format, leaves, resolveToken }),
    );
    const root = grammar.rootIn(this.#generation);
    if (root === NEVER) {
      fail(
        "compile-unsatisfiable",
        "",
        "no output is accepted",
        "some parts contradict each other: look for empty intersections of pattern, format, length and excludes",
      );
    }
    requireWritable(this.#generation, root);
    return grammar;
  }
}
