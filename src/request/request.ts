import { fail, type Issue, StructagError } from "../core/errors.ts";
import type { Json } from "../core/json.ts";
import { type AnswerConstraint, readResponseFormat } from "./answer.ts";
import { type Reasoning, readReasoning } from "./reasoning.ts";
import { enforcesSchema, readStrictLevel, type StrictLevel } from "./strictness.ts";
import { readToolChoice, type ToolChoice, type ToolReference } from "./tool-choice.ts";
import { canonicalSchema } from "./tool-schema.ts";
import { type BuiltinTool, type FunctionTool, readTools, type Tool } from "./tools.ts";

/** What a caller may say about one generation; every part in any of the spellings that its reader lists. */
export interface RequestOptions {
  /** See {@link readTools}. Default: none. */
  readonly tools?: unknown;
  /** See {@link readToolChoice}. Default: auto. */
  readonly toolChoice?: unknown;
  /** May the model make several calls in one turn? Default: it may. */
  readonly parallelToolCalls?: boolean | null | undefined;
  /** See {@link readReasoning}. */
  readonly reasoning?: unknown;
  /** See {@link readResponseFormat}. Default: free text. */
  readonly responseFormat?: unknown;
  /** See {@link enforcesSchema}. Default: none; then every declared schema is enforced unless its tool says `strict: false`. */
  readonly strictLevel?: StrictLevel | string | null | undefined;
}

/** A function that may be called in this turn. */
export interface CallableTool extends FunctionTool {
  /** The schema that the grammar holds arguments to, in canonical form; `true` where arguments are free. */
  readonly schema: Json;
}

/** One generation, normalised. */
export interface ToolRequest {
  /** In the order of the request, only those that the choice leaves callable. */
  readonly functions: readonly CallableTool[];
  readonly builtins: readonly BuiltinTool[];
  /** `none`: no call; `auto`: any number; `required`: at least one; `forced`: the one tool that is left. */
  readonly mode: "none" | "auto" | "required" | "forced";
  /** As the caller said; `undefined` where not said, which means that several calls may be made. */
  readonly parallelToolCalls: boolean | undefined;
  readonly reasoning: Reasoning;
  readonly answer: AnswerConstraint | undefined;
  /** False where a server at this strict level would run the request without a grammar. */
  readonly needsGrammar: boolean;
}

/** Where the parts stand in the caller's input, for error paths. */
export interface RequestPaths {
  readonly tools: string;
  readonly toolChoice: string;
  readonly parallelToolCalls: string;
  readonly reasoning: string;
  readonly responseFormat: string;
  readonly strictLevel: string;
}

const OPTION_PATHS: RequestPaths = {
  tools: "/tools",
  toolChoice: "/toolChoice",
  parallelToolCalls: "/parallelToolCalls",
  reasoning: "/reasoning",
  responseFormat: "/responseFormat",
  strictLevel: "/strictLevel",
};

/**
 * Normalises tools, choice, strictness and answer constraint. Only tools that the choice leaves callable have their schemas checked.
 * @throws StructagError `request-tool-not-found`, `request-required-without-tools`, `request-builtin-ambiguous`,
 *   `request-allowed-tools-missing`, `request-schema-invalid`, `request-schema-type`, `request-schema-pattern`, `request-option`, and the codes
 *   of {@link readTools}, {@link readToolChoice}, {@link readResponseFormat}, {@link readStrictLevel}, {@link readReasoning}
 */
export function readRequest(options: RequestOptions, paths: RequestPaths = OPTION_PATHS): ToolRequest {
  const tools = readTools(options.tools, paths.tools);
  const { choice, parallelToolCalls: fromChoice } = readToolChoice(options.toolChoice, paths.toolChoice);
  const level = readStrictLevel(options.strictLevel, paths.strictLevel);
  const answer = readResponseFormat(options.responseFormat, paths.responseFormat);
  const parallel = options.parallelToolCalls ?? undefined;
  if (parallel !== undefined && typeof parallel !== "boolean") {
    fail("request-option", paths.parallelToolCalls, "parallel tool calls are either true or false");
  }
  const selected = applyChoice(tools, choice, paths);
  const functions = selected.functions.map((tool) => ({ tool, enforced: enforcesSchema(tool.strict, level) }));
  const issues: Issue[] = [];
  const callable = functions.map(({ tool, enforced }): CallableTool => {
    const schema = enforced ? canonicalSchema(tool.parameters, tool.parametersPath, tool.name, issues) : true;
    return { ...tool, schema };
  });
  if (issues.length > 0) throw new StructagError(issues);
  const pinned = level === undefined || level !== "auto" || callable.some((tool) => tool.strict === true);
  const calls = selected.mode !== "none" && callable.length + selected.builtins.length > 0;
  return {
    functions: callable,
    builtins: selected.builtins,
    mode: selected.mode,
    parallelToolCalls: parallel ?? fromChoice,
    reasoning: readReasoning(options.reasoning, paths.reasoning),
    answer,
    needsGrammar: answer !== undefined || (calls && (selected.mode !== "auto" || pinned)),
  };
}

interface Selected {
  readonly functions: readonly FunctionTool[];
  readonly builtins: readonly BuiltinTool[];
  readonly mode: ToolRequest["mode"];
}

function applyChoice(tools: readonly Tool[], choice: ToolChoice, paths: RequestPaths): Selected {
  const functions = tools.filter((tool) => tool.kind === "function");
  const builtins = tools.filter((tool) => tool.kind === "builtin");
  switch (choice.kind) {
    case "none":
      return { functions: [], builtins: [], mode: "none" };
    case "auto":
      return { functions, builtins, mode: "auto" };
    case "required":
      return requireTools({ functions, builtins, mode: "required" }, paths);
    case "named": {
      const named = functions.filter((tool) => tool.name === choice.name);
      if (named.length === 0) {
        const known = functions.map((tool) => JSON.stringify(tool.name)).join(", ");
        const hint = known === "" ? "the request has no tools" : `the tools are ${known}`;
        return fail(
          "request-tool-not-found",
          paths.toolChoice,
          `the tool choice names ${JSON.stringify(choice.name)}, which is no tool`,
          hint,
        );
      }
      return { functions: named, builtins: [], mode: "forced" };
    }
    case "builtin": {
      const matching = builtins.filter((tool) => tool.type === choice.type && (choice.name === undefined || tool.name === choice.name));
      if (matching.length !== 1) {
        const message = `the tool choice of type ${JSON.stringify(choice.type)} fits ${matching.length} tools instead of one`;
        return fail("request-builtin-ambiguous", paths.toolChoice, message);
      }
      return { functions: [], builtins: matching, mode: "forced" };
    }
    case "allowed": {
      const fits = (tool: Tool, reference: ToolReference): boolean =>
        tool.kind === "function"
          ? reference.kind === "function" && reference.name === tool.name
          : reference.kind === "builtin" && reference.type === tool.type;
      const missing = choice.tools.filter((reference) => !tools.some((tool) => fits(tool, reference)));
      if (missing.length > 0) {
        const list = (kind: ToolReference["kind"]): string[] =>
          [
            ...new Set(missing.filter((item) => item.kind === kind).map((item) => (item.kind === "function" ? item.name : item.type))),
          ].sort();
        const names = [...list("function"), ...list("builtin")].map((name) => JSON.stringify(name)).join(", ");
        return fail("request-allowed-tools-missing", paths.toolChoice, `these allowed tools are not among the tools: ${names}`);
      }
      const allowed = (tool: Tool): boolean => choice.tools.some((reference) => fits(tool, reference));
      const kept = { functions: functions.filter(allowed), builtins: builtins.filter(allowed) };
      return choice.mode === "auto" ? { ...kept, mode: "auto" } : requireTools({ ...kept, mode: "required" }, paths);
    }
  }
}

function requireTools(selected: Selected, paths: RequestPaths): Selected {
  if (selected.functions.length + selected.builtins.length > 0) return selected;
  return fail("request-required-without-tools", paths.toolChoice, "the tool choice requires a call, but there are no tools to call");
}
