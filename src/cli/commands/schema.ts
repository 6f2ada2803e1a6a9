import type { KeywordStatus, KeywordSupport, SupportReport } from "../../engine.ts";
import { fromNative, StructagError } from "../../index.ts";
import { tooManyOperands } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { switchOption } from "../option-values.ts";
import type { Style, Terminal } from "../terminal.ts";

export const schemaCommand: Command = {
  name: "schema",
  summary: "say what of a JSON Schema is enforced",
  description: [
    "Reads a JSON Schema from FILE or standard input and shows for each keyword what becomes of it: enforced exactly, loosened (more is let through), unenforced (an annotation by the standard),",
    "or the reason why the schema is refused. The exit code is 1 where something is loosened or refused.",
  ],
  operands: "[FILE]",
  options: [
    { name: "any-order", description: "members in any order (default: the order of the schema)" },
    { name: "all", description: "show annotations too" },
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["a schema before it goes to production", "structag schema schema.json"],
    ["for a script", "structag schema schema.json --json"],
  ],
  async run({ options, operands }, terminal) {
    if (operands.length > 1) throw tooManyOperands(schemaCommand, "schema reads one FILE at a time");
    const print = jsonPrinter(options, terminal);
    const { supportReport } = await import("../../engine.ts");
    const file = operands[0] ?? "-";
    const text = await terminal.read(file);
    let report: SupportReport;
    try {
      report = supportReport(text, { writing: { anyOrder: switchOption(options, "any-order") === true } });
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      const name = file === "-" ? "stdin" : file;
      throw new StructagError(
        error.issues.map((issue) => ({ ...issue, path: `${name}#${issue.path}` })),
        { cause: error },
      );
    }
    if (wantsJson(options)) print(fromNative(report));
    else show(report, switchOption(options, "all") === true, terminal);
    return report.verdict === "enforced" ? EXIT.ok : EXIT.refused;
  },
};

const HEADLINES: Record<SupportReport["verdict"], string> = {
  enforced: "everything that the schema says is enforced",
  narrowed: "the grammar leaves out what cannot be written",
  loosened: "the grammar lets more through than the schema says",
  refused: "the schema cannot be compiled",
};

function show(report: SupportReport, all: boolean, terminal: Terminal): void {
  const { outStyle: style } = terminal;
  terminal.out(`${paint(report.verdict, style)(HEADLINES[report.verdict])}\n`);
  const counts = new Map<KeywordStatus, number>();
  for (const { status } of report.keywords) counts.set(status, (counts.get(status) ?? 0) + 1);
  terminal.out(`${Array.from(counts, ([status, count]) => `${count} ${status}`).join(", ")}\n`);
  for (const keyword of report.keywords) if (all || keyword.status !== "annotation") terminal.out(line(keyword, style));
}

function line({ path, status, code, message, hint }: KeywordSupport, style: Style): string {
  const finding = message === undefined ? "" : `  ${style.bold(code ?? "")}: ${message}${hint === undefined ? "" : ` (${hint})`}`;
  return `  ${paint(status, style)(status.padEnd(10))}  ${path === "" ? "the whole schema" : path}${finding}\n`;
}

function paint(status: KeywordStatus, style: Style): (text: string) => string {
  if (status === "refused") return style.red;
  if (status === "loosened" || status === "narrowed" || status === "unknown") return style.yellow;
  return status === "enforced" ? style.cyan : style.dim;
}
