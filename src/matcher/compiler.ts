import { type Diagnostic, fail, type Result, StructagError, toResult } from "../core/errors.ts";
import type { ExprId } from "../expr/kinds.ts";
import { readStructuralTag } from "../format/read.ts";
import type { Format } from "../format/types.ts";
import { validateFormat } from "../format/validate.ts";
import { lowerFormat } from "../lower/format/lower-format.ts";
import type { MarkerMode } from "../lower/format/markers.ts";
import { lowerRegex } from "../lower/regex/lower.ts";
import { utf8Spelling } from "../lower/utf8.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { CompiledGrammar, type GrammarHost } from "./compiled-grammar.ts";
import { Generation } from "./generation.ts";
import type { MaskStatistics } from "./mask-cache.ts";

export interface GrammarCompilerOptions {
  /** Bytes of expressions, rows and masks after which new work starts on fresh memory; default 512 MiB. */
  readonly memoryBudget?: number;
  /** Most expression nodes; default 16,000,000. */
  readonly maxNodes?: number;
}

export interface CompileOptions {
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

const DEFAULT_MEMORY_BUDGET = 512 * 1024 * 1024;

/**
 * Binds grammars to a vocabulary. Compiling is cheap: expressions unfold, and masks are computed, where an output first needs them; all grammars of a compiler share what is computed.
 * Keep one compiler for each vocabulary.
 */
export class GrammarCompiler implements GrammarHost {
  readonly vocabulary: Vocabulary;
  readonly specialsByFirstByte: GrammarHost["specialsByFirstByte"];
  readonly #options: GrammarCompilerOptions;
  #generation: Generation;
  #generations = 1;

  constructor(vocabulary: Vocabulary, options: GrammarCompilerOptions = {}) {
    this.vocabulary = vocabulary;
    this.#options = options;
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
   * @throws StructagError with the codes of reading, validation and lowering; `lower-unsatisfiable` where no output is accepted
   */
  compileStructuralTag(tag: unknown, options: CompileOptions = {}): CompiledGrammar {
    return this.compileFormat(readStructuralTag(tag, { unknownFields: "ignore" }).format, options);
  }

  /** Like {@link compileStructuralTag} for a tree of formats in memory. */
  compileFormat(format: Format, options: CompileOptions = {}): CompiledGrammar {
    const errors = validateFormat(format).filter((issue) => issue.severity === "error");
    if (errors.length > 0) throw new StructagError(errors);
    const { vocabulary } = this;
    let byText: Map<string, number> | undefined;
    const resolveToken = (text: string): number | undefined => {
      if (byText === undefined) {
        byText = new Map();
        for (let id = vocabulary.size - 1; id >= 0; id -= 1) byText.set(vocabulary.textOf(id), id);
      }
      return byText.get(text);
    };
    return this.#compile((generation) => {
      const e = lowerFormat(generation.arena, format, {
        specialTokens: vocabulary.specialTokens,
        markers: options.markers ?? "special",
        resolveToken,
        vocabularySize: vocabulary.size,
        jsonSchema: (_, path) => fail("lower-unavailable", path, "json_schema formats cannot be lowered yet"),
        regex: ({ pattern }, path) =>
          generation.arena.lexeme(
            lowerRegex(generation.arena, pattern, { spelling: utf8Spelling(generation.arena), mode: "whole", path: `${path}/pattern` }),
          ),
        grammar: (_, path) => fail("lower-unavailable", path, "grammar formats cannot be lowered yet"),
      });
      return e;
    }, []);
  }

  safeCompileStructuralTag(tag: unknown, options: CompileOptions = {}): Result<CompiledGrammar> {
    return toResult(() => this.compileStructuralTag(tag, options));
  }

  #compile(lower: (generation: Generation) => ExprId, diagnostics: readonly Diagnostic[]): CompiledGrammar {
    return new CompiledGrammar(this, lower, diagnostics);
  }
}
