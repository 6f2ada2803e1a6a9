import { FAMILIES, type Family, fromNative } from "../../index.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { columns } from "../help.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { readFamily } from "../model-family.ts";

export const modelsCommand: Command = {
  name: "models",
  summary: "list the model families",
  description: ["Lists the families that structag knows, or says all that is known of the families of the given models."],
  operands: "[MODEL...]",
  options: JSON_INSTEAD_OPTIONS,
  examples: [
    ["all families", "structag models"],
    ["the family of a model", "structag models moonshotai/Kimi-K3-Instruct"],
    ["a family of your own", "structag models my-family.json"],
  ],
  async run({ options, operands }, terminal) {
    const print = jsonPrinter(options, terminal);
    const families = [...(operands.length === 0 ? FAMILIES : [])];
    for (const model of operands) families.push(await readFamily(model, terminal, ""));
    if (wantsJson(options)) families.forEach((family) => print(fromNative(facts(family))));
    else if (operands.length > 0) {
      const { bold, cyan } = terminal.outStyle;
      for (const family of families) terminal.out(`${cyan(family.id)}  ${bold(family.title)}\n${columns(rowsOf(family)).join("\n")}\n`);
    } else {
      const { bold } = terminal.outStyle;
      const [head, ...rows] = table([["FAMILY", "ARGUMENTS", "REASONING", "MARKERS"], ...families.map(tableRow)]);
      terminal.out(
        `${bold(head)}\n${rows.join("\n")}\n\nstructag models MODEL tells more about a family: sources, all markers, other names.\n`,
      );
    }
    return EXIT.ok;
  },
};

function facts({ id, title, aliases, argumentEncoding, reasoning, markers, shapes = [], coverages, defaultCoverage, sources }: Family) {
  return {
    id,
    title,
    aliases,
    argument_encoding: argumentEncoding,
    reasoning: reasoning ?? null,
    markers,
    shapes: ["structag", ...shapes],
    coverages,
    default_coverage: defaultCoverage,
    sources,
  };
}

function rowsOf({
  aliases,
  argumentEncoding,
  reasoning,
  markers,
  shapes = [],
  coverages,
  defaultCoverage,
  sources,
}: Family): [string, string][] {
  return [
    ["also", aliases.join(", ")],
    ["arguments", argumentEncoding],
    ["reasoning", reasoning ?? "none"],
    ["markers", markers.map(shown).join(" ")],
    ["shapes", ["structag", ...shapes].join(" (default), ")],
    ["coverage", [defaultCoverage, ...coverages.filter((coverage) => coverage !== defaultCoverage)].join(" (default), ")],
    ...sources.map((source, index): [string, string] => [index === 0 ? "sources" : "", source]),
  ];
}

/** Most characters of the markers in a row of the table. */
const MARKER_WIDTH = 60;

function tableRow({ id, argumentEncoding, reasoning, markers }: Family): readonly string[] {
  const all = markers.map(shown).join(" ");
  return [id, argumentEncoding, reasoning ?? "none", all.length > MARKER_WIDTH ? `${all.slice(0, MARKER_WIDTH - 1)}…` : all];
}

/** Line ends in a marker are spelled. */
function shown(marker: string): string {
  return marker.replaceAll("\n", "\\n");
}

/** Rows with columns of equal width. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] + 2))).join(""));
}
