import { fromNative, jsonObject, writeStructuralTag } from "../../index.ts";
import type { Command } from "../command.ts";
import { readGrammarCases, reportDiagnostics } from "../grammar-cases.ts";
import { JSON_OPTIONS, jsonPrinter } from "../json-output.ts";
import { switchOption } from "../option-values.ts";
import { REQUEST_OPTIONS } from "../request-options.ts";

export const buildCommand: Command = {
  name: "build",
  summary: "write an output grammar as structural tag JSON",
  description: [
    "Writes the structural tag of a request, as XGrammar and the servers built on it take it. Several tool choices give several documents.",
    "Where the grammar differs from what the schemas say, standard error has a line for each difference.",
  ],
  options: [
    ...REQUEST_OPTIONS,
    { name: "details", description: "wrap each tag together with its case, coverage, start channel and diagnostics" },
    ...JSON_OPTIONS,
  ],
  examples: [
    ["a tag for a server's request", "structag build --model kimi-k3 --tools tools.json --tool-choice required"],
    ["laid out, with what it covers", "structag build -m kimi-k3 -t tools.json --details --pretty"],
    ["tools from another program", "cat mcp-tools-list.json | structag build -m kimi-k3 -t -"],
  ],
  async run({ options }, terminal) {
    const print = jsonPrinter(options, terminal);
    const cases = await readGrammarCases(options, terminal);
    for (const { name, grammar } of cases) {
      const tag = writeStructuralTag(grammar.format);
      if (switchOption(options, "details") !== true) print(tag);
      else {
        print(
          jsonObject([
            ["case", name],
            ["coverage", grammar.coverage],
            ["prompt_opens", grammar.promptOpens],
            ["structural_tag", tag],
            ["diagnostics", fromNative(grammar.diagnostics)],
          ]),
        );
      }
    }
    return reportDiagnostics(cases, options, terminal);
  },
};
