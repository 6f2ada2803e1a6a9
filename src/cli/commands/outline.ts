import { fromNative, outline, outlineDocument } from "../../index.ts";
import type { Command } from "../command.ts";
import { readGrammarCases, reportDiagnostics } from "../grammar-cases.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { REQUEST_OPTIONS } from "../request-options.ts";

export const outlineCommand: Command = {
  name: "outline",
  summary: "show an output grammar as readable text",
  description: [
    "Shows the output grammar of a request: a line for each format, schemas as types. Several tool choices give several blocks.",
    "Where the grammar differs from what the schemas say, standard error has a line for each difference.",
  ],
  options: [...REQUEST_OPTIONS, ...JSON_INSTEAD_OPTIONS],
  examples: [
    ["what a model may write when it decides itself whether to call", "structag outline --model kimi-k3 --tools tools.json"],
    [
      "three tool choices, without reasoning",
      "structag outline -m kimi-k3 -t tools.json --tool-choice auto,required,named:get_weather --reasoning off",
    ],
    ["a whole request body, one call at most", "structag outline -m kimi-k3 -t request.json --no-parallel"],
  ],
  async run({ options }, terminal) {
    const print = jsonPrinter(options, terminal);
    const cases = await readGrammarCases(options, terminal);
    const blocks = cases.map(({ name, grammar }) => ({ cases: [name], coverage: grammar.coverage, format: grammar.format }));
    if (wantsJson(options)) {
      for (const { name, grammar } of cases) {
        const { coverage, format, diagnostics } = grammar;
        print(fromNative({ case: name, coverage, outline: outline(format), diagnostics }));
      }
    } else terminal.out(outlineDocument(blocks));
    return reportDiagnostics(cases, options, terminal);
  },
};
