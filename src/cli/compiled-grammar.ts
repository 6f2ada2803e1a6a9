import type * as Engine from "../engine.ts";
import type { Diagnostic } from "../index.ts";
import type { OptionValues } from "./command.ts";
import { renderDiagnostic } from "./failure.ts";
import { readGrammarCases } from "./grammar-cases.ts";
import { badValue, textOption } from "./option-values.ts";
import { movePaths } from "./paths.ts";
import type { Terminal } from "./terminal.ts";

const SOURCES = ["tag", "schema", "regex", "grammar"] as const;

/**
 * The one grammar that the command line names, compiled. Without a vocabulary its tokens are the bytes, and markers are text. Where it differs from what was asked for, standard error has
 * a line for each difference.
 * @throws StructagError `cli-usage-…`, `cli-input-…`, and the codes of building and compiling, their paths moved to the file or option that is meant
 */
export async function compileGrammarOption(
  engine: typeof Engine,
  options: OptionValues,
  terminal: Terminal,
  vocabulary: Engine.Vocabulary | undefined,
): Promise<Engine.CompiledGrammar> {
  const given = SOURCES.filter((name) => options.has(name));
  if (given.length > 1) throw badValue(given[1], `and --${given[0]} exclude each other`);
  const compiler = new engine.GrammarCompiler(vocabulary ?? byteVocabulary(engine));
  const { grammar, more } = await compile(compiler, given[0], options, terminal);
  const seen = new Set<string>();
  for (const diagnostic of [...more, ...grammar.diagnostics]) {
    const line = renderDiagnostic(diagnostic, terminal.errStyle);
    if (!seen.has(line)) terminal.err(line);
    seen.add(line);
  }
  return grammar;
}

async function compile(
  compiler: Engine.GrammarCompiler,
  source: (typeof SOURCES)[number] | undefined,
  options: OptionValues,
  terminal: Terminal,
): Promise<{ readonly grammar: Engine.CompiledGrammar; readonly more: readonly Diagnostic[] }> {
  if (source === undefined) {
    const cases = await readGrammarCases(options, terminal);
    if (cases.length > 1) throw badValue("tool-choice", "gives several grammars; this command takes one");
    const [{ grammar }] = cases;
    return { grammar: compiler.compileFormat(grammar.format), more: grammar.diagnostics };
  }
  const value = textOption(options, source) ?? "";
  if (source === "regex") return { grammar: movePaths([["", "--regex"]], () => compiler.compileRegex(value)), more: [] };
  const text = await terminal.read(value);
  const grammar = movePaths([["", `${value === "-" ? "stdin" : value}#`]], () => {
    switch (source) {
      case "tag":
        return compiler.compileStructuralTag(text);
      case "schema":
        return compiler.compileJsonSchema(text);
      case "grammar":
        return compiler.compileFormat({ type: "grammar", grammar: text });
    }
  });
  return { grammar, more: [] };
}

function byteVocabulary(engine: typeof Engine): Engine.Vocabulary {
  return engine.vocabularyFromTokens(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)));
}
