import type { Draft, KeywordStatus, KeywordSupport, SupportOptions, SupportReport } from "../../engine.ts";
import { fromNative, isJsonObject, JSON_SCHEMA_STYLES, StructagError } from "../../index.ts";
import { tooManyOperands } from "../arguments.ts";
import type { Command, OptionValues } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { readInputFile } from "../input-file.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { badValue, switchOption, textOption } from "../option-values.ts";
import { movePaths } from "../paths.ts";
import type { Style, Terminal } from "../terminal.ts";

const DRAFTS = ["draft4", "draft7", "2019-09", "2020-12", "mixed"] as const satisfies readonly Draft[];

export const schemaCommand: Command = {
  name: "schema",
  summary: "say what of a JSON Schema is enforced",
  description: [
    "Reads a JSON Schema from FILE or standard input and shows for each keyword what becomes of it: enforced exactly, loosened (more is let through), narrowed (less), unenforced (an annotation by the standard), idle (it says nothing where it stands), or why it is refused.",
    "The exit code is 1 where something is loosened, narrowed or refused.",
  ],
  operands: "[FILE]",
  options: [
    { name: "draft", value: "DRAFT", choices: DRAFTS, description: "the draft of a schema that names none (default mixed: all of them)" },
    { name: "style", value: "STYLE", choices: JSON_SCHEMA_STYLES, description: "how the values are written (default json)" },
    { name: "formats", value: "HOW", choices: ["assert", "annotate"], description: "what the standard's formats do (default assert)" },
    { name: "documents", value: "FILE", description: "JSON object from URIs to the schemas that references lead to" },
    { name: "closed", description: "objects that say nothing about undeclared members have none, as in structural tags" },
    { name: "loosen", description: "loosen what passes a limit, instead of refusing it" },
    { name: "any-order", description: "members in any order (default: the order of the schema)" },
    { name: "all", description: "show annotations too" },
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["a schema before it goes to production", "structag schema schema.json"],
    ["as the arguments of a model that writes elements", "structag schema schema.json --style qwen_xml"],
    ["for a script", "structag schema schema.json --json"],
  ],
  async run({ options, operands }, terminal) {
    if (operands.length > 1) throw tooManyOperands(schemaCommand, "schema reads one FILE at a time");
    const print = jsonPrinter(options, terminal);
    const file = operands[0] ?? "-";
    const documents = textOption(options, "documents");
    if (file === "-" && documents === "-") throw badValue("documents", "and the schema can't both be read from standard input");
    const given = await supportOptions(options, terminal);
    const text = await terminal.read(file);
    const { supportReport } = await import("../../engine.ts");
    const report = movePaths([["", `${file === "-" ? "stdin" : file}#`]], () => supportReport(text, given));
    if (wantsJson(options)) print(fromNative(report));
    else show(report, switchOption(options, "all") === true, terminal);
    return report.verdict === "enforced" ? EXIT.ok : EXIT.refused;
  },
};

async function supportOptions(options: OptionValues, terminal: Terminal): Promise<SupportOptions> {
  const draft = DRAFTS.find((name) => name === textOption(options, "draft"));
  const style = JSON_SCHEMA_STYLES.find((name) => name === textOption(options, "style"));
  const file = textOption(options, "documents");
  const documents = file === undefined ? undefined : await readInputFile(file, terminal);
  if (documents !== undefined && !isJsonObject(documents.json)) {
    throw new StructagError({
      code: "cli-input-documents",
      path: documents.path,
      message: "an object from URIs to schemas is expected here",
    });
  }
  return {
    schema: {
      formats: textOption(options, "formats") === "annotate" ? "annotate" : "assert",
      onLimit: switchOption(options, "loosen") === true ? "loosen" : "error",
      ...(switchOption(options, "closed") === true ? { closed: true } : {}),
      ...(draft === undefined ? {} : { draft }),
      ...(documents === undefined || !isJsonObject(documents.json) ? {} : { documents: documents.json }),
    },
    writing: { anyOrder: switchOption(options, "any-order") === true },
    ...(style === undefined ? {} : { style }),
  };
}

const HEADLINES: Record<SupportReport["verdict"], string> = {
  enforced: "everything that the schema says is enforced",
  narrowed: "the grammar leaves out what cannot be written",
  loosened: "the grammar lets more through than the schema says",
  refused: "the schema cannot be compiled",
};

/** The order in which rows are shown; within a status that of the schema. */
const ORDER: readonly KeywordStatus[] = ["refused", "loosened", "narrowed", "unenforced", "unknown", "idle", "enforced", "annotation"];

function show({ verdict, keywords }: SupportReport, all: boolean, terminal: Terminal): void {
  const { outStyle: style } = terminal;
  const counts = ORDER.map((status) => [status, keywords.filter((row) => row.status === status).length] as const);
  const summary = counts.filter(([, count]) => count > 0).map(([status, count]) => `${count} ${status}`);
  terminal.out(`${paint(verdict, style)(HEADLINES[verdict])}\n${summary.length === 0 ? "there are no keywords" : summary.join(", ")}\n`);
  for (const status of ORDER) {
    if (status === "annotation" && !all) continue;
    for (const row of keywords) if (row.status === status) terminal.out(lines(row, style));
  }
}

const STATUS_WIDTH = Math.max(...ORDER.map((status) => status.length));

function lines({ path, keyword, status, code, message, hint }: KeywordSupport, style: Style): string {
  const margin = " ".repeat(STATUS_WIDTH + 4);
  const place = path === "" ? "the whole schema" : keyword === "" && path.startsWith("/") ? `${path} as a whole` : path;
  const why = message === undefined ? "" : code === undefined ? `  ${style.dim(message)}` : `\n${margin}${style.bold(code)}: ${message}`;
  return `  ${paint(status, style)(status.padEnd(STATUS_WIDTH))}  ${place}${why}${hint === undefined ? "" : `\n${margin}hint: ${hint}`}\n`;
}

function paint(status: KeywordStatus, style: Style): (text: string) => string {
  if (status === "refused") return style.red;
  if (status === "loosened" || status === "narrowed" || status === "unknown") return style.yellow;
  return status === "enforced" ? style.cyan : style.dim;
}
