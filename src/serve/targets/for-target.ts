import { type Diagnostic, StructagError } from "../../core/errors.ts";
import type { Format } from "../../format/types.ts";
import { validateFormat } from "../../format/validate.ts";
import { type GrammarSyntax, type PrintFormatOptions, printFormat } from "../../print/print-format.ts";
import { resolveTarget, type TargetProfile } from "./profiles.ts";
import { type Rewrite, TagRewriting } from "./rewrite.ts";

export interface ForTargetOptions extends Pick<PrintFormatOptions, "maxStates" | "maxWork"> {
  /** Whether what the target can't hold may be left out; each is reported in `loosened`. Default false: it is refused. */
  readonly loosen?: boolean;
}

/** What to send to an engine. */
export type TargetOutput = TargetTag | TargetGrammar;

export interface TargetTag {
  readonly kind: "structural_tag";
  readonly format: Format;
  /** Formats that the target has not, and what took their place. Empty: the tag is as it was. */
  readonly rewrites: readonly Rewrite[];
  /** What is not enforced as the tag says, by its place in it. Empty: the language is the tag's. */
  readonly loosened: readonly Diagnostic[];
}

export interface TargetGrammar {
  readonly kind: "grammar";
  readonly syntax: GrammarSyntax;
  readonly text: string;
  readonly loosened: readonly Diagnostic[];
}

/**
 * The format of a structural tag for an engine: the same language with what the engine has, or an error. The language is that of texts: bytes that are no UTF-8,
 * and the few spellings of JSON in which XGrammar is freer (see docs/targets.md), do not count.
 *
 * @throws StructagError `target-unknown`; what the target can't hold: `print-text-check`, `print-token-budget`, `print-token`, `print-not-text`, `print-too-large`, with its place in the tag; the codes of
 *   validating tags and of lowering schemas, patterns and grammars
 */
export function forTarget(format: Format, target: string | TargetProfile, options: ForTargetOptions = {}): TargetOutput {
  const profile = typeof target === "string" ? resolveTarget(target) : target;
  const errors = validateFormat(format).filter((issue) => issue.severity === "error");
  if (errors.length > 0) throw new StructagError(errors);
  const { loosen = false, ...limits } = options;
  if (profile.takes !== "structural_tag") {
    return { kind: "grammar", syntax: profile.takes, ...printFormat(format, profile.takes, { loosen, ...limits }) };
  }
  const rewriting = new TagRewriting(profile, { loosen, ...limits });
  const written = rewriting.run(format);
  return { kind: "structural_tag", format: written, rewrites: rewriting.rewrites, loosened: rewriting.loosened };
}
