import { type Diagnostic, fail, type Result, toResult } from "../core/errors.ts";
import type { Format } from "../format/types.ts";
import { readBody } from "../request/body.ts";
import { type RequestOptions, type RequestPaths, readRequest, type ToolRequest } from "../request/request.ts";
import { answerFormat } from "./answer.ts";
import type { Coverage, Family, GrammarShape, PromptOpens } from "./family.ts";
import { resolveFamily } from "./registry.ts";

/** What an output grammar is built from. */
export interface OutputGrammarOptions extends RequestOptions {
  /** A family's id, the id of a model of it, or a family itself. */
  readonly model: string | Family;
  /** Default: the family's (Kimi K3: `from_token_zero`). */
  readonly coverage?: Coverage | string | undefined;
  /** Default `structag`; `xgrammar` for exactly the tag that XGrammar's own builder of this model gives. */
  readonly shape?: GrammarShape | string | undefined;
  /** The channel that the prompt leaves open. Default: what the family's own prompt leaves open at this reasoning mode. */
  readonly promptOpens?: PromptOpens | string | undefined;
  /** The rendered prompt, or its end: the open channel is read off it, unless `promptOpens` is given. */
  readonly prompt?: string | undefined;
  /** Arguments in any order instead of the declared one. Default false. */
  readonly anyOrder?: boolean | undefined;
  /** Most whitespace characters in a run inside JSON values; positive. Default: the engine's bound. */
  readonly maxWhitespaceCount?: number | undefined;
  /** Texts that no string in arguments may hold. Default none. */
  readonly excludes?: readonly string[] | undefined;
}

export interface OutputGrammar {
  readonly family: string;
  readonly format: Format;
  readonly coverage: Coverage;
  readonly promptOpens: PromptOpens;
  /** Where the grammar differs from what the schemas say; empty where it holds them exactly. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * False where a server at the given strict level would run the request without a grammar: nothing is required, nothing is strict, the
   * answer is free. The format then still holds names and markers.
   */
  readonly needed: boolean;
  /** The request as it was understood. */
  readonly request: ToolRequest;
}

/**
 * The output grammar of a request: every output that it lets through is a message whose calls name callable tools and carry arguments of their
 * schemas, up to what `diagnostics` says.
 * @throws StructagError `model-unknown`, `request-option`, the codes of reading a request, and those of the family (see docs/errors.md)
 */
export function buildOutputGrammar(options: OutputGrammarOptions): OutputGrammar {
  return build(options, undefined);
}

/** {@link buildOutputGrammar} that returns its error. */
export function safeBuildOutputGrammar(options: OutputGrammarOptions): Result<OutputGrammar> {
  return toResult(() => buildOutputGrammar(options));
}

/**
 * The output grammar of a whole request body (OpenAI Chat, OpenAI Responses, Anthropic; an object or JSON text). `options` win over the body; error paths
 * point into the body.
 * @throws StructagError `request-body`, and the codes of {@link buildOutputGrammar}
 */
export function buildOutputGrammarFromBody(body: unknown, options: Partial<OutputGrammarOptions> = {}): OutputGrammar {
  const read = readBody(body);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return build({ model: read.model ?? "", ...read.options, ...given }, read.paths);
}

const COVERAGES: readonly Coverage[] = ["from_token_zero", "final_output_only"];
const OPENED: readonly PromptOpens[] = ["think", "response", "none"];

function build(options: OutputGrammarOptions, paths: RequestPaths | undefined): OutputGrammar {
  const family = typeof options.model === "object" ? options.model : resolveFamily(options.model);
  const coverage = readCoverage(options.coverage, family);
  const shape = readShape(options.shape, family);
  const { maxWhitespaceCount, excludes = [] } = options;
  if (maxWhitespaceCount !== undefined && !(Number.isInteger(maxWhitespaceCount) && maxWhitespaceCount > 0)) {
    fail("request-option", "/maxWhitespaceCount", "maxWhitespaceCount is a whole number above zero");
  }
  if (!Array.isArray(excludes) || excludes.some((text) => typeof text !== "string" || text === "")) {
    fail("request-option", "/excludes", "excludes is a list of texts that are not empty");
  }
  const request = readRequest(options, paths);
  const promptOpens = readPromptOpens(options, family, request);
  const { format, diagnostics } = family.build({
    request,
    coverage,
    promptOpens,
    shape,
    answer: request.answer === undefined ? undefined : answerFormat(request.answer, family.answerMarkers),
    arguments: {
      anyOrder: options.anyOrder === true,
      excludes,
      ...(maxWhitespaceCount === undefined ? {} : { maxWhitespaceCount }),
    },
  });
  return { family: family.id, format, coverage, promptOpens, diagnostics, needed: request.needsGrammar, request };
}

function readCoverage(given: string | undefined, family: Family): Coverage {
  if (given === undefined) return family.defaultCoverage;
  const coverage = COVERAGES.find((name) => name === given.replaceAll("-", "_"));
  if (coverage === undefined) {
    return fail("request-option", "/coverage", `unknown coverage ${JSON.stringify(given)}`, `use ${COVERAGES.join(" or ")}`);
  }
  if (family.coverages.includes(coverage)) return coverage;
  return fail("request-option", "/coverage", `${family.title} has no grammar for ${coverage}`, `use ${family.coverages.join(" or ")}`);
}

function readShape(given: string | undefined, family: Family): GrammarShape {
  if (given === undefined || given === "structag") return "structag";
  const shape = (family.shapes ?? []).find((name) => name === given);
  if (shape !== undefined) return shape;
  const known = ["structag", ...(family.shapes ?? [])].join(" or ");
  return fail("request-option", "/shape", `${family.title} has no grammar of the shape ${JSON.stringify(given)}`, `use ${known}`);
}

function readPromptOpens(options: OutputGrammarOptions, family: Family, request: ToolRequest): PromptOpens {
  const given = options.promptOpens;
  if (given === undefined) {
    const fromPrompt = options.prompt === undefined ? undefined : family.readPromptOpens?.(options.prompt);
    return fromPrompt ?? family.promptOpens(request.reasoning.mode);
  }
  const opened = OPENED.find((name) => name === given);
  return opened ?? fail("request-option", "/promptOpens", `unknown channel ${JSON.stringify(given)}`, `use ${OPENED.join(", ")}`);
}
