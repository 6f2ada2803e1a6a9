import type { Explanation, TraceSpan } from "../../engine.ts";
import { fromNative } from "../../index.ts";
import { tooManyOperands } from "../arguments.ts";
import type { Command } from "../command.ts";
import { compileGrammarOption } from "../compiled-grammar.ts";
import { EXIT } from "../exit-code.ts";
import { GRAMMAR_OPTIONS, VOCABULARY_OPTIONS } from "../grammar-options.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { switchOption } from "../option-values.ts";
import type { Style } from "../terminal.ts";
import { cut, excerpt } from "../text-excerpt.ts";
import { traceLines } from "../trace-lines.ts";
import { readVocabularyOption } from "../vocabulary-file.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "say whether an output fits a grammar, and where it does not",
  description: [
    "Reads an output from FILE or standard input, special tokens spelled out, and says whether the grammar lets it through.",
    "Where it does not, it shows the first character that cannot be right, what could stand there, and the formats around it. The exit code is 0 for a complete output, 1 for every other one.",
  ],
  operands: "[FILE]",
  options: [
    ...GRAMMAR_OPTIONS,
    ...VOCABULARY_OPTIONS,
    { name: "prefix", description: "an output that is not finished is fine" },
    { name: "chomp", description: "leave out one line feed at the end of the output" },
    { name: "trace", description: "also say which format matched which bytes" },
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["an output of Kimi K3 for a request", "structag check -m kimi-k3 -t tools.json output.txt"],
    ["JSON against a schema", "echo '{\"city\":1}' | structag check --schema schema.json --chomp"],
    ["what a structural tag makes of the beginning of an output", "structag check --tag tag.json --prefix --trace part.txt"],
  ],
  async run({ options, operands }, terminal) {
    if (operands.length > 1) throw tooManyOperands(checkCommand, "check reads one FILE at a time");
    const print = jsonPrinter(options, terminal);
    const engine = await import("../../engine.ts");
    const vocabulary = await readVocabularyOption(engine, options, terminal);
    const grammar = await compileGrammarOption(engine, options, terminal, vocabulary);
    const text = await terminal.read(operands[0] ?? "-");
    const output = switchOption(options, "chomp") === true && text.endsWith("\n") ? text.slice(0, -1) : text;
    const explanation = engine.explain(grammar, output);
    const spans = switchOption(options, "trace") === true ? engine.trace(grammar, output) : undefined;
    if (wantsJson(options)) print(fromNative({ ...explanation, ...(spans === undefined ? {} : { trace: spans }) }));
    else terminal.out(rendered(explanation, output, spans, terminal.outStyle));
    const fine = explanation.verdict === "accepted" || (explanation.verdict === "incomplete" && switchOption(options, "prefix") === true);
    return fine ? EXIT.ok : EXIT.refused;
  },
};

const MAX_LINE = 90;

function rendered(explanation: Explanation, output: string, spans: readonly TraceSpan[] | undefined, style: Style): string {
  const { verdict, message, outline } = explanation;
  const paint = verdict === "accepted" ? style.cyan : verdict === "refused" ? style.red : style.yellow;
  const lines = [verdict === "refused" ? `${paint("refused")}: ${message}` : paint(message)];
  if (verdict === "refused") {
    lines.push(...excerpt(output, explanation.offset, style).map((line) => `  ${line}`));
    if (explanation.offset === output.length - 1 && output.endsWith("\n"))
      lines.push(style.dim("  the line feed at the end is not part of the output? use --chomp"));
  }
  if (verdict !== "accepted" && outline.length > 0) {
    lines.push("in");
    for (const [depth, { formatPath, line }] of outline.entries())
      lines.push(`  ${"  ".repeat(depth)}${cut(line, MAX_LINE)}  ${style.dim(formatPath)}`);
  }
  if (spans !== undefined && spans.length > 0) lines.push("matched", ...traceLines(spans, output, style).map((line) => `  ${line}`));
  return `${lines.join("\n")}\n`;
}
