import type { CompiledGrammar } from "../matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../matcher/compiler.ts";
import { buildOutputGrammar, type OutputGrammar, type OutputGrammarOptions } from "../models/build.ts";
import type { Family } from "../models/family.ts";
import { resolveFamily } from "../models/registry.ts";
import type { CallIds } from "../read/call-ids.ts";
import type { StreamReader } from "../read/reader.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { readerOf } from "./family-reader.ts";

/** What a generation with tools is asked for: the options of an output grammar, with the family by its own name, since `model` is the host's. */
export interface ToolOptions extends Omit<OutputGrammarOptions, "model"> {
  /** A family's id, the id of a model of it, or a family itself. */
  readonly family: string | Family;
  /** Default: random ids. */
  readonly callIds?: CallIds | undefined;
}

/** The grammar of a request for one vocabulary, and what reads the outputs that it lets through. */
export interface ToolGrammar {
  /** The tag, and where it differs from what the schemas say. */
  readonly output: OutputGrammar;
  readonly grammar: CompiledGrammar;
  /** A reader for one output. It takes text and token ids. */
  readonly reader: () => StreamReader;
}

const compilers = new WeakMap<Vocabulary, GrammarCompiler>();

/** The compiler of a vocabulary, the same one for every caller, so that all share what it learns. */
function compilerOf(vocabulary: Vocabulary): GrammarCompiler {
  let compiler = compilers.get(vocabulary);
  if (compiler === undefined) {
    compiler = new GrammarCompiler(vocabulary);
    compilers.set(vocabulary, compiler);
  }
  return compiler;
}

/**
 * Builds and compiles the output grammar of a request.
 * @throws StructagError the codes of {@link buildOutputGrammar} and {@link GrammarCompiler.compileFormat}
 */
export function compileTools(options: ToolOptions, vocabulary: Vocabulary): ToolGrammar {
  const { family: name, callIds, ...request } = options;
  const family = typeof name === "object" ? name : resolveFamily(name);
  const output = buildOutputGrammar({ ...request, model: family });
  const grammar = compilerOf(vocabulary).compileFormat(output.format);
  return { output, grammar, reader: () => readerOf(family, output, callIds, vocabulary) };
}
