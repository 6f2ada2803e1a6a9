import type { Diagnostic } from "../core/errors.ts";
import { StructagError } from "../core/errors.ts";
import type { WorkLimits } from "../expr/meter.ts";
import type { Format } from "../format/types.ts";
import { validateFormat } from "../format/validate.ts";
import { ROOT_PATH } from "../format/visit.ts";
import { withAsciiClasses } from "./ascii-classes.ts";
import { ebnfText } from "./ebnf.ts";
import { formatRules } from "./format-rules.ts";
import { larkText } from "./lark.ts";

/**
 * A syntax of grammar texts.
 * - `ebnf`: XGrammar's EBNF, without its macros.
 * - `gbnf`: llama.cpp's GBNF.
 * - `lark`: llguidance's Lark.
 */
export const GRAMMAR_SYNTAXES = ["ebnf", "gbnf", "lark"] as const;

export type GrammarSyntax = (typeof GRAMMAR_SYNTAXES)[number];

export interface PrintFormatOptions {
  /** Whether what no context-free grammar can hold (unique keys and items, bounds on tokens) is left out, and reported. Default false: it is refused. */
  readonly loosen?: boolean;
  /** Most states of automata and expressions that the grammar may be made of. Default 30,000. */
  readonly maxStates?: number;
  /** What printing may take; past it: `expr-too-much-work`. Default: 30,000,000 steps and 10,000 milliseconds. */
  readonly maxWork?: Partial<WorkLimits>;
  /** `ascii`: classes have nothing beyond ASCII, or all of it, for engines that misread others. Default `any`. */
  readonly classes?: "any" | "ascii";
  /** Strings that end the free text of the format, as those of a tag around it do. Default none. */
  readonly ends?: readonly string[];
  /** Where the format lies, for errors and findings. Default `/format`. */
  readonly path?: string;
}

export interface PrintedGrammar {
  readonly text: string;
  /** What was left out, by its place in the structural tag. Empty: the language is the format's. */
  readonly loosened: readonly Diagnostic[];
}

/**
 * A format as the text of a grammar with the same language: exactly the texts that the engine accepts, special tokens spelled out. Its root rule is `root`, in Lark `start`.
 *
 * @throws StructagError `print-text-check` and `print-token-budget` for what only `loosen` leaves out; `print-token` for token formats, `print-not-text`, `print-too-large`, and with `classes` `print-class`; the codes of validation,
 *   schemas, patterns and grammars
 */
export function printFormat(format: Format, syntax: GrammarSyntax, options: PrintFormatOptions = {}): PrintedGrammar {
  const { path = ROOT_PATH, ends = [], loosen = false, maxStates = 30_000, maxWork = {}, classes = "any" } = options;
  const errors = validateFormat(format, { path }).filter((issue) => issue.severity === "error");
  if (errors.length > 0) throw new StructagError(errors);
  const { rules, diagnostics } = formatRules(format, { path, ends, loosen, maxStates, maxWork });
  const written = classes === "ascii" ? withAsciiClasses(rules, path) : rules;
  return { text: syntax === "lark" ? larkText(written) : ebnfText(written), loosened: diagnostics };
}
