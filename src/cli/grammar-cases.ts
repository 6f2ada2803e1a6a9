import {
  buildOutputGrammar,
  buildOutputGrammarFromBody,
  type Diagnostic,
  type Json,
  type OutputGrammar,
  type OutputGrammarOptions,
} from "../index.ts";
import type { OptionValues } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { renderDiagnostic } from "./failure.ts";
import { type InputFile, readInputFile, readToolsFile, type ToolsFile } from "./input-file.ts";
import { readFamily } from "./model-family.ts";
import { badValue, countOption, reasoningMode, requiredOption, switchOption, textOption } from "./option-values.ts";
import { type Move, movePaths } from "./paths.ts";
import type { Terminal } from "./terminal.ts";
import { parseToolChoices } from "./tool-choice-list.ts";

/** The grammar of one tool choice. */
export interface GrammarCase {
  /** As outlines head it: `auto`, `required`, `named`, `none`. */
  readonly name: string;
  readonly grammar: OutputGrammar;
}

/**
 * The grammars that the request options ask for, one for each tool choice. What the command line says wins over a request body.
 * @throws StructagError `cli-usage-…`, `cli-input-…`, and the codes of building, their paths moved to the file or option that is meant
 */
export async function readGrammarCases(options: OptionValues, terminal: Terminal): Promise<readonly GrammarCase[]> {
  const [toolsPath, formatPath] = [textOption(options, "tools"), textOption(options, "response-format")];
  if (toolsPath === "-" && formatPath === "-") throw badValue("response-format", "and --tools can't both read standard input");
  const tools = toolsPath === undefined ? undefined : await readToolsFile(toolsPath, terminal);
  const format = formatPath === undefined ? undefined : await readInputFile(formatPath, terminal);
  const fromBody = tools?.kind === "body";
  const bodyModel = fromBody ? member(tools.json, "model") : undefined;
  const model = textOption(options, "model") ?? (typeof bodyModel === "string" ? bodyModel : requiredOption(options, "model", MODEL_HINT));
  const family = await readFamily(model, terminal, options.has("model") ? "--model" : `${tools?.path}/model`);
  const request = requestOptions(options, format);
  const list = textOption(options, "tool-choice");
  const choices = list === undefined ? [undefined] : parseToolChoices(list);
  return choices.map((toolChoice) => {
    const given = { ...request, model: family, ...(toolChoice === undefined ? {} : { toolChoice }) };
    const grammar = movePaths(placesOf(options, tools, format), () =>
      fromBody ? buildOutputGrammarFromBody(tools.json, given) : buildOutputGrammar({ ...given, tools: tools?.json }),
    );
    return { name: grammar.request.mode === "forced" ? "named" : grammar.request.mode, grammar };
  });
}

const MODEL_HINT = "structag models lists the families";

function requestOptions(options: OptionValues, format: InputFile | undefined): Partial<OutputGrammarOptions> {
  const maxTokens = countOption(options, "reasoning-max-tokens");
  const mode = reasoningMode(options);
  const reasoning = { ...(mode === undefined ? {} : { mode }), ...(maxTokens === undefined ? {} : { maxTokens }) };
  return {
    parallelToolCalls: switchOption(options, "parallel"),
    strictLevel: textOption(options, "strict-level"),
    coverage: textOption(options, "coverage"),
    shape: textOption(options, "shape"),
    promptOpens: textOption(options, "prompt-opens"),
    anyOrder: switchOption(options, "any-order"),
    ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
    ...(format === undefined ? {} : { responseFormat: format.json }),
  };
}

/** Where the parts of a request come from on this command line. */
function placesOf(options: OptionValues, tools: ToolsFile | undefined, format: InputFile | undefined): Move[] {
  const moves: Move[] = [
    ["/coverage", "--coverage"],
    ["/shape", "--shape"],
  ];
  if (options.has("tool-choice")) moves.push(["/toolChoice", "--tool-choice"], ["/tool_choice", "--tool-choice"]);
  if (format !== undefined) moves.push(["/responseFormat", format.path], ["/response_format", format.path]);
  if (tools !== undefined) moves.push(tools.kind === "body" ? ["", tools.path] : ["/tools", tools.path]);
  return moves;
}

function member(json: Json, key: string): Json | undefined {
  return json instanceof Map ? json.get(key) : undefined;
}

/** Says each diagnostic once. They are a failure only where `--strict-diagnostics` makes them one. */
export function reportDiagnostics(cases: readonly GrammarCase[], options: OptionValues, terminal: Terminal): ExitCode {
  const seen = new Set<string>();
  const differing = cases.flatMap(({ grammar }) => grammar.diagnostics).filter((diagnostic) => isNew(diagnostic, seen));
  for (const diagnostic of differing) terminal.err(renderDiagnostic(diagnostic, terminal.errStyle));
  const counts = differing.some(({ kind }) => kind !== "unenforced");
  return counts && switchOption(options, "strict-diagnostics") === true ? EXIT.refused : EXIT.ok;
}

function isNew({ code, tool, path, message }: Diagnostic, seen: Set<string>): boolean {
  const size = seen.size;
  return seen.add(JSON.stringify([code, tool, path, message])).size > size;
}
