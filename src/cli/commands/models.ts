import { FAMILIES, fromNative, resolveFamily } from "../../index.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { columns } from "../help.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { movePaths } from "../paths.ts";

export const modelsCommand: Command = {
  name: "models",
  summary: "list the model families",
  description: ["Lists the families that structag knows, or says which family the given models belong to."],
  operands: "[MODEL...]",
  options: JSON_INSTEAD_OPTIONS,
  examples: [
    ["all families", "structag models"],
    ["the family of a model", "structag models moonshotai/Kimi-K3-Instruct"],
  ],
  async run({ options, operands }, terminal) {
    const print = jsonPrinter(options, terminal);
    const families = operands.length === 0 ? FAMILIES : operands.map((model) => movePaths([["/model", ""]], () => resolveFamily(model)));
    for (const { id, title, aliases, coverages, defaultCoverage, sources } of families) {
      if (wantsJson(options)) {
        print(fromNative({ id, title, aliases, coverages, default_coverage: defaultCoverage, sources }));
        continue;
      }
      const { bold, cyan } = terminal.outStyle;
      const rows: [string, string][] = [
        ["also", aliases.join(", ")],
        ["coverage", [defaultCoverage, ...coverages.filter((coverage) => coverage !== defaultCoverage)].join(" (default), ")],
        ...sources.map((source, index): [string, string] => [index === 0 ? "sources" : "", source]),
      ];
      terminal.out(`${cyan(id)}  ${bold(title)}\n${columns(rows).join("\n")}\n`);
    }
    return EXIT.ok;
  },
};
