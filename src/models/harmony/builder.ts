import { type Diagnostic, type Issue, StructagError } from "../../core/errors.ts";
import { childPointer } from "../../core/pointer.ts";
import { toolArguments } from "../../dialects/argument-schema.ts";
import { Findings } from "../../dialects/findings.ts";
import { nameProblem } from "../../dialects/tool-names.ts";
import { anyText, constString, or, sequence, star, tag, tagsWithSeparator } from "../../format/builders.ts";
import type { Format, TagFormat } from "../../format/types.ts";
import {
  HARMONY_CALL,
  HARMONY_CHANNEL,
  HARMONY_CONSTRAIN,
  HARMONY_END,
  HARMONY_MARKERS,
  HARMONY_MESSAGE,
  HARMONY_NAMESPACE,
  HARMONY_RECIPIENT,
  HARMONY_RETURN,
  HARMONY_ROLE,
  HARMONY_START,
  harmonyChannel,
} from "../../wire/harmony.ts";
import type { BuildContext, BuiltFormat } from "../family.ts";

/** Between messages. */
export const HARMONY_NEXT = HARMONY_START + HARMONY_ROLE;
const ENDS = [HARMONY_END, HARMONY_RETURN];
const JSON_TYPE = `${HARMONY_CONSTRAIN}json${HARMONY_MESSAGE}`;

/** The spellings of a call's header that models use; XGrammar has the first three. */
export function harmonyHeaders(name: string): readonly string[] {
  const to = `${HARMONY_RECIPIENT}${HARMONY_NAMESPACE}${name}`;
  return [
    `${HARMONY_CHANNEL}commentary${to}${JSON_TYPE}`,
    `${to}${HARMONY_CHANNEL}commentary ${JSON_TYPE}`,
    `${to}${HARMONY_CHANNEL}commentary json${HARMONY_MESSAGE}`,
    `${HARMONY_CHANNEL}commentary${to} ${JSON_TYPE}`,
  ];
}

/** Why Harmony cannot write a tool's name, if it cannot. */
export function harmonyNameProblem(name: string): string | undefined {
  if (/\s/.test(name)) return "it holds whitespace";
  return nameProblem(name, [...HARMONY_MARKERS, "<"]);
}

/**
 * The output grammar of gpt-oss: any analysis and preambles, then the calls or the answer, which is the last message. Where a call is required there is one, and
 * a named tool is called once; XGrammar's shape is a row of messages in any order and number.
 * @throws StructagError `family-tool-name`, `family-builtin`
 */
export function buildHarmony(context: BuildContext): BuiltFormat {
  const { request, answer, coverage, promptOpens } = context;
  const { tags, diagnostics } = callTags(context);
  const reasons = request.reasoning.mode !== "disabled" && coverage === "from_token_zero";
  if (context.shape === "xgrammar") return { format: xgrammarShape(context, tags), diagnostics };
  const text = anyText({ excludes: HARMONY_MARKERS });
  const thought = anyText({ excludes: HARMONY_MARKERS, maxTokens: request.reasoning.maxTokens });
  const final = tag(harmonyChannel("final"), answer ?? text, ENDS);
  const must = request.mode === "required" || request.mode === "forced";
  const once = request.parallelToolCalls === false || request.mode === "forced";
  const calls = tagsWithSeparator(tags, HARMONY_NEXT, { atLeastOne: true, stopAfterFirst: once });
  const last: Format = tags.length === 0 ? final : must ? calls : or([calls, final]);
  const before: Format[] = [
    ...(reasons ? [tag(harmonyChannel("analysis"), thought, HARMONY_END)] : []),
    // A preamble announces calls.
    ...(tags.length === 0 || (answer !== undefined && !must) ? [] : [tag(harmonyChannel("commentary"), text, HARMONY_END)]),
  ];
  const next = constString(HARMONY_NEXT);
  const opened = promptOpens === "think" && coverage === "from_token_zero" ? [tag("", thought, HARMONY_END), next] : [];
  const first = before.length === 0 ? [] : [star(sequence([before.length === 1 ? before[0] : or(before), next]))];
  return { format: opened.length + first.length === 0 ? last : sequence([...opened, ...first, last]), diagnostics };
}

function xgrammarShape({ request, answer }: BuildContext, tags: readonly TagFormat[]): Format {
  const text = anyText();
  const mayAnswer = tags.length === 0 || request.mode === "auto";
  const all = [
    ...tags,
    ...(mayAnswer ? [tag(harmonyChannel("final"), answer ?? text, ENDS)] : []),
    ...(request.reasoning.mode === "disabled" ? [] : [tag(harmonyChannel("analysis"), text, ENDS)]),
  ];
  return tagsWithSeparator(all, HARMONY_NEXT, { stopAfterFirst: request.parallelToolCalls === false });
}

function callTags({ request, arguments: options, shape = "structag" }: BuildContext) {
  const issues: Issue[] = [];
  const diagnostics: Diagnostic[] = [];
  const tags = request.functions.flatMap((tool) => {
    const reason = harmonyNameProblem(tool.name);
    if (reason !== undefined) {
      const message = `gpt-oss cannot write the tool name ${JSON.stringify(tool.name)}: ${reason}`;
      issues.push({ code: "family-tool-name", path: childPointer(tool.path, "name"), message, hint: "rename the tool" });
    }
    const findings = new Findings(tool.name, tool.parametersPath);
    const content = toolArguments(tool, { options, findings, shape });
    const headers = harmonyHeaders(tool.name);
    return (shape === "xgrammar" ? headers.slice(0, 3) : headers).map((header) => tag(header, content, HARMONY_CALL));
  });
  for (const builtin of request.builtins) {
    const recipients = builtinRecipients(builtin.type);
    tags.push(
      ...recipients.map((name) =>
        tag(
          `${HARMONY_RECIPIENT}${name}${HARMONY_CHANNEL}analysis code${HARMONY_MESSAGE}`,
          anyText({ excludes: HARMONY_MARKERS }),
          HARMONY_CALL,
        ),
      ),
    );
    if (recipients.length > 0) continue;
    const message = `gpt-oss has no syntax for the server's tool of type ${JSON.stringify(builtin.type)}, so it cannot be called`;
    diagnostics.push({ kind: "unrepresentable", code: "family-builtin", tool: builtin.name ?? builtin.type, path: "", message });
  }
  if (tags.length === 0 && issues.length === 0 && (request.mode === "required" || request.mode === "forced")) {
    issues.push({
      code: "family-builtin",
      path: request.builtins[0]?.path ?? "",
      message: "gpt-oss has no syntax for these tools of the server, and a call of one is required",
      hint: "declare the tool as a function",
    });
  }
  if (issues.length > 0) throw new StructagError(issues);
  return { tags, diagnostics };
}

/** To whom calls of the tools that gpt-oss was trained with go. */
function builtinRecipients(type: string): readonly string[] {
  if (/^(?:code_interpreter|python)/.test(type)) return ["python"];
  return /^(?:web_search|browser)/.test(type) ? ["browser.search", "browser.open", "browser.find"] : [];
}
