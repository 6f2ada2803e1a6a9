import { type Diagnostic, type Format, fromNative, jsonObject, readStructuralTag, writeStructuralTag } from "../../index.ts";
import type { GrammarSyntax, TargetOutput } from "../../targets.ts";
import type { Command, OptionValues } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { renderDiagnostic } from "../failure.ts";
import { readGrammarCases, reportDiagnostics } from "../grammar-cases.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { badValue, switchOption, textOption } from "../option-values.ts";
import { movePaths } from "../paths.ts";
import { REQUEST_OPTIONS } from "../request-options.ts";
import type { Terminal } from "../terminal.ts";

export const printCommand: Command = {
  name: "print",
  summary: "write an output grammar for another engine",
  description: [
    "Writes the output grammar of a request, or a structural tag, as the text of a grammar (--as), or with what an engine or server has (--target): the same language, or an error that says what can't be written and where.",
    "With --loosen what a target can't hold is left out, and standard error has a line for each.",
  ],
  options: [
    {
      name: "as",
      value: "SYNTAX",
      choices: ["ebnf", "gbnf", "lark"],
      description: "XGrammar's EBNF, llama.cpp's GBNF or llguidance's Lark",
    },
    { name: "target", value: "NAME", description: "an engine or server: vllm, sglang, tensorrt-llm, web-llm, llama.cpp, llguidance …" },
    { name: "loosen", description: "leave out what the target can't hold" },
    { name: "tag", value: "FILE", description: "a structural tag (JSON) instead of a request" },
    ...REQUEST_OPTIONS,
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["a grammar for llama.cpp", "structag print --as gbnf -m qwen3 -t tools.json --tool-choice required"],
    ["a tag that WebLLM takes", "structag print --target web-llm -m hermes -t tools.json"],
    ["a tag from another program, with what was rewritten", "structag print --target vllm --tag - --json < tag.json"],
  ],
  async run({ options }, terminal) {
    const print = jsonPrinter(options, terminal);
    const [syntax, target] = [textOption(options, "as"), textOption(options, "target")];
    if ((syntax === undefined) === (target === undefined)) throw badValue("as", "or --target must be given, and not both");
    const { formats, report } = await readFormats(options, terminal);
    const { forTarget, printFormat } = await import("../../targets.ts");
    const loosen = switchOption(options, "loosen") === true;
    for (const { name, format } of formats) {
      const output: TargetOutput =
        syntax === undefined
          ? forTarget(format, target ?? "", { loosen })
          : { kind: "grammar", syntax: syntax as GrammarSyntax, ...printFormat(format, syntax as GrammarSyntax, { loosen }) };
      for (const finding of output.loosened) terminal.err(renderDiagnostic(finding, terminal.errStyle));
      if (wantsJson(options)) print(detailsOf(name, output));
      else if (output.kind === "grammar") terminal.out(output.text);
      else print(writeStructuralTag(output.format));
    }
    return report();
  },
};

interface NamedFormat {
  readonly name: string;
  readonly format: Format;
}

async function readFormats(
  options: OptionValues,
  terminal: Terminal,
): Promise<{ readonly formats: readonly NamedFormat[]; readonly report: () => ExitCode }> {
  const file = textOption(options, "tag");
  if (file === undefined) {
    const cases = await readGrammarCases(options, terminal);
    return {
      formats: cases.map(({ name, grammar }) => ({ name, format: grammar.format })),
      report: () => reportDiagnostics(cases, options, terminal),
    };
  }
  const text = await terminal.read(file);
  const { format } = movePaths([["", `${file === "-" ? "stdin" : file}#`]], () => readStructuralTag(text, { unknownFields: "ignore" }));
  return { formats: [{ name: "tag", format }], report: () => EXIT.ok };
}

function detailsOf(name: string, output: TargetOutput): ReturnType<typeof jsonObject> {
  const loosened = fromNative(output.loosened satisfies readonly Diagnostic[]);
  if (output.kind === "grammar") {
    return jsonObject([
      ["case", name],
      ["syntax", output.syntax],
      ["grammar", output.text],
      ["loosened", loosened],
    ]);
  }
  return jsonObject([
    ["case", name],
    ["structural_tag", writeStructuralTag(output.format)],
    ["rewrites", fromNative(output.rewrites)],
    ["loosened", loosened],
  ]);
}
