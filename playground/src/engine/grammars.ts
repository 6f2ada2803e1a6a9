import type { CompiledGrammar } from "../../../src/engine.ts";
import { isJsonObject, type OutputGrammar, outlineLines, resolveFamily, writeStructuralTag } from "../../../src/index.ts";
import { formatTree, toolPlaces } from "./format-tree.ts";
import { jsonLines } from "./json-lines.ts";
import type { BuiltGrammar, GrammarInput, Note, TreeFormat, TreeLine, VocabularyChoice } from "./protocol.ts";
import { buildGrammar, toolNames } from "./tools-input.ts";
import { type LoadedVocabulary, vocabularyFor } from "./vocabularies.ts";

const MAX_KEPT = 6;
const grammars = new Map<string, OutputGrammar>();
const compiled = new WeakMap<OutputGrammar, Map<LoadedVocabulary["compiler"], Compiled>>();
/** Compiling has its own limits of work; this one is for the sum of all that it does. */
const COMPILE_MILLISECONDS = 4000;

export interface Compiled {
  readonly grammar: CompiledGrammar;
  readonly built: OutputGrammar;
  readonly loaded: LoadedVocabulary;
  readonly milliseconds: number;
}

/** The grammar of an input; the last few are kept. */
export function grammarOf(input: GrammarInput): OutputGrammar {
  const key = JSON.stringify(input);
  const known = grammars.get(key);
  if (known !== undefined) return known;
  const built = buildGrammar(input);
  grammars.set(key, built);
  for (const oldest of grammars.keys()) {
    if (grammars.size <= MAX_KEPT) break;
    grammars.delete(oldest);
  }
  return built;
}

/** The grammar compiled for a vocabulary. */
export function compiledGrammar(input: GrammarInput, vocabulary: VocabularyChoice): Compiled {
  const built = grammarOf(input);
  const loaded = vocabularyFor(vocabulary, built.family);
  const byCompiler = compiled.get(built) ?? new Map<LoadedVocabulary["compiler"], Compiled>();
  compiled.set(built, byCompiler);
  const known = byCompiler.get(loaded.compiler);
  if (known !== undefined) return known;
  const start = performance.now();
  const grammar = loaded.compiler.compileFormat(built.format, { deadline: start + COMPILE_MILLISECONDS });
  const entry = { grammar, built, loaded, milliseconds: performance.now() - start };
  byCompiler.set(loaded.compiler, entry);
  return entry;
}

/** All that the page shows of a grammar. */
export function describeGrammar(input: GrammarInput): BuiltGrammar {
  const built = grammarOf(input);
  const tools = built.request.functions.map(({ name, schema }) => {
    const properties = isJsonObject(schema) ? schema.get("properties") : undefined;
    return { name, keys: isJsonObject(properties) ? [...properties.keys()] : [] };
  });
  const notes = built.diagnostics.map(
    ({ kind, code, message, path, tool }): Note => ({ kind, code, message, path, ...(tool === undefined ? {} : { tool }) }),
  );
  return {
    family: built.family,
    familyTitle: resolveFamily(built.family).title,
    mode: built.request.mode === "forced" ? "named" : built.request.mode,
    coverage: built.coverage,
    promptOpens: built.promptOpens,
    toolNames: toolNames(input.tools),
    outline: outlineLines(built.format).map(({ text, depth, path, spans }) => ({ text, depth, path, spans })),
    places: toolPlaces(built.format, tools),
    notes,
  };
}

/** The structural tag as lines of JSON. */
export function tagLines(input: GrammarInput): TreeLine[] {
  return jsonLines(writeStructuralTag(grammarOf(input).format));
}

/** The format as a tree of boxes. */
export function tagTree(input: GrammarInput): TreeFormat {
  return formatTree(grammarOf(input).format);
}
