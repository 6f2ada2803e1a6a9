import type { Diagnostic } from "../core/errors.ts";
import { type Issue, StructagError } from "../core/errors.ts";
import { childPointer } from "../core/pointer.ts";
import { anyText, constString, optional, or, regex, sequence, tag, tagsWithSeparator, triggeredTags } from "../format/builders.ts";
import type { Format, TagFormat } from "../format/types.ts";
import type { ReasoningMode } from "../request/reasoning.ts";
import type { BuildContext, BuiltFormat } from "./build-context.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { Findings } from "./findings.ts";

/** The reasoning of a model, as a stretch of text between two markers. */
export interface ReasoningSyntax {
  /** What the model writes where the prompt did not open the reasoning. */
  readonly begin: string;
  readonly end: string;
  /** What follows `end`, always. Default nothing. */
  readonly suffix?: string;
}

/** Where XGrammar's tag differs from the usual. */
export interface XgrammarFrame {
  readonly textExcludes?: readonly string[];
  /** The same where there are no calls. Default: the same. */
  readonly plainExcludes?: readonly string[];
  readonly reasoningExcludes?: readonly string[];
  /** What stands in front of text and calls. Default: the reasoning with its suffix, where it is not disabled. */
  readonly prefix?: (mode: ReasoningMode | undefined, text: Format) => readonly Format[];
}

/** What surrounds the calls of a family. */
export interface FrameSyntax {
  readonly title: string;
  readonly reasoning?: ReasoningSyntax | undefined;
  readonly calls: CallDialect;
  /** What stands around the answer, always. Default nothing. */
  readonly answer?: { readonly begin: string; readonly end: string } | undefined;
  /** Texts that free text and reasoning cannot hold, because the reader would take them for structure. */
  readonly textExcludes: readonly string[];
  /** XGrammar's: excluded from text, and from reasoning (default none). Default for text: the reasoning's two markers. */
  readonly xgrammar?: XgrammarFrame;
}

/** The parts of the output that follow the reasoning. */
interface Parts {
  readonly layout: CallLayout;
  readonly tags: readonly TagFormat[];
  /** Exactly one call. */
  readonly once: boolean;
  readonly exact: boolean;
  readonly excludes: readonly string[];
  /** Excluded from text that stands without calls. */
  readonly plainExcludes: readonly string[];
  readonly wrap: FrameSyntax["answer"];
}

/**
 * The output grammar of a family whose message is reasoning, text and calls, for every tool choice, reasoning mode, start state and answer.
 * @throws StructagError `family-tool-name`, `family-builtin`, and the codes of argument grammars
 */
export function buildFrame(context: BuildContext, syntax: FrameSyntax): BuiltFormat {
  const { request } = context;
  const exact = context.shape === "xgrammar";
  const { tags, diagnostics } = toolTags(context, syntax);
  const { reasoning } = syntax;
  const thinkMarkers = reasoning === undefined ? [] : [reasoning.begin.trim(), reasoning.end];
  const trigger = triggerOf(syntax.calls.layout);
  const allExcludes = [...new Set([...thinkMarkers, ...syntax.textExcludes])];
  const xgrammarExcludes = syntax.xgrammar?.textExcludes ?? thinkMarkers;
  const parts: Parts = {
    layout: syntax.calls.layout,
    tags,
    once: request.parallelToolCalls === false || (!exact && request.mode === "forced"),
    exact,
    wrap: exact ? undefined : syntax.answer,
    excludes: exact ? xgrammarExcludes : allExcludes,
    plainExcludes: exact ? (syntax.xgrammar?.plainExcludes ?? xgrammarExcludes) : [...new Set([...allExcludes, ...trigger])],
  };
  const prefix = reasoningPrefix(context, syntax, parts);
  const visible = visiblePart(context, parts);
  return { format: prefix.length === 0 ? visible : sequence([...prefix, visible]), diagnostics };
}

function reasoningPrefix(context: BuildContext, { reasoning, xgrammar }: FrameSyntax, { exact, excludes }: Parts): readonly Format[] {
  if (reasoning === undefined || context.coverage === "final_output_only") return [];
  const { mode, maxTokens } = context.request.reasoning;
  const text = anyText({
    excludes: exact ? (xgrammar?.reasoningExcludes ?? []) : excludes.filter((marker) => marker !== reasoning.end),
    maxTokens,
  });
  const block = (begin: string): Format => {
    const thought = tag(begin, text, reasoning.end);
    return reasoning.suffix === undefined ? thought : sequence([thought, constString(reasoning.suffix)]);
  };
  if (exact && xgrammar?.prefix !== undefined) return xgrammar.prefix(mode, text);
  if (mode === "disabled" && (exact || context.promptOpens === "none")) return [];
  // XGrammar takes enabled reasoning for opened by the prompt, and looks at no prompt.
  const opened = exact ? (mode === "auto" ? "none" : "think") : context.promptOpens;
  switch (opened) {
    case "think":
      return [block("")];
    case "response":
      return [];
    case "none":
      return [mode === "enabled" ? block(reasoning.begin) : optional(block(reasoning.begin))];
  }
}

function visiblePart({ request, answer }: BuildContext, parts: Parts): Format {
  const { mode } = request;
  if (parts.tags.length === 0 || mode === "none") return wrapped(answer ?? freeText(parts), parts);
  if (mode !== "auto") return requiredCalls(parts, mode === "forced");
  if (answer !== undefined) return or([requiredCalls(parts, false), wrapped(answer, parts)]);
  if (parts.wrap === undefined) return optionalCalls(parts);
  const section = requiredCalls(parts, false);
  return or([sequence([wrapped(freeText(parts), parts), optional(section)]), section]);
}

function wrapped(answer: Format, { wrap }: Parts): Format {
  return wrap === undefined ? answer : tag(wrap.begin, answer, wrap.end);
}

/** Free text without any marker of calls. */
function freeText({ layout, excludes, plainExcludes, exact }: Parts): Format {
  if (layout.kind !== "whole" || exact) return anyText({ excludes: plainExcludes });
  return or([sequence([regex(layout.textStart), anyText({ excludes })]), regex(layout.shortText)]);
}

/** The text with which calls begin in free text. */
function triggerOf(layout: CallLayout): readonly string[] {
  switch (layout.kind) {
    case "blocks":
      return [layout.trigger];
    case "section":
      return [layout.trigger ?? layout.begin];
    case "whole":
      return [];
  }
}

function optionalCalls(parts: Parts): Format {
  const { layout, tags, once, exact, excludes } = parts;
  switch (layout.kind) {
    case "blocks":
      return triggered(exact ? (layout.xgrammarTrigger ?? layout.trigger) : layout.trigger, tags, parts, false);
    case "section": {
      const trigger = layout.trigger ?? layout.begin;
      const section = tag(layout.begin, calls(parts, layout.separator), layout.end);
      return triggeredTags([trigger], [section], {
        // The calls are the last thing in the message.
        stopAfterFirst: !exact || once,
        excludes: excludes.filter((text) => !trigger.startsWith(text)),
      });
    }
    case "whole":
      if (exact) return triggered(layout.xgrammarTrigger ?? "", tags, parts, false);
      return or([requiredCalls(parts, false), freeText(parts)]);
  }
}

function requiredCalls(parts: Parts, forced: boolean): Format {
  const { layout, tags, exact } = parts;
  switch (layout.kind) {
    case "blocks":
      if (forced) return oneOf(tags);
      return triggered(exact ? (layout.xgrammarTrigger ?? layout.trigger) : layout.trigger, tags, parts, true);
    case "section": {
      const begin = (layout.lead ?? "") + layout.begin;
      if (!exact) {
        const section = tag(layout.begin, calls(parts, layout.separator), layout.end);
        // The text in front of the calls, which would end with it, may be missing, and the prompt may have written it.
        return layout.lead === undefined ? section : sequence([optional(constString(layout.lead)), section]);
      }
      if (layout.xgrammarWrap === "tag") {
        if (!forced) return tag(begin, calls(parts, layout.separator), layout.end);
        const only = tags[0];
        return tag(begin + String(only.begin), only.content, String(only.end) + layout.end);
      }
      return sequence([constString(begin), forced ? oneOf(tags) : calls(parts, layout.separator), constString(layout.end)]);
    }
    case "whole": {
      if (exact) return forced ? oneOf(tags) : triggered(layout.xgrammarTrigger ?? "", tags, parts, true);
      const all = calls(parts, layout.separator);
      if (layout.begin === undefined && layout.end === undefined) return all;
      return tag(layout.begin ?? "", all, layout.end ?? "");
    }
  }
}

function calls({ tags, once }: Parts, separator: string): Format {
  return tagsWithSeparator(tags, separator, { atLeastOne: true, stopAfterFirst: once });
}

function triggered(trigger: string, tags: readonly TagFormat[], { once, excludes }: Parts, atLeastOne: boolean): Format {
  return triggeredTags([trigger], tags, {
    atLeastOne,
    stopAfterFirst: once,
    excludes: excludes.filter((text) => !trigger.startsWith(text)),
  });
}

function oneOf(tags: readonly TagFormat[]): Format {
  return tags.length === 1 ? tags[0] : or(tags);
}

function toolTags({ request, arguments: options, shape = "structag" }: BuildContext, syntax: FrameSyntax) {
  const issues: Issue[] = [];
  const diagnostics: Diagnostic[] = [];
  const tags = request.functions.flatMap((tool) => {
    const findings = new Findings(tool.name, tool.parametersPath);
    const reason = syntax.calls.unwritableName(tool.name);
    if (reason !== undefined) {
      const message = `${syntax.title} cannot write the tool name ${JSON.stringify(tool.name)}: ${reason}`;
      issues.push({ code: "family-tool-name", path: childPointer(tool.path, "name"), message, hint: "rename the tool" });
    }
    const built = syntax.calls.tags(tool, { options, findings, shape });
    issues.push(...findings.issues);
    diagnostics.push(...findings.diagnostics);
    return built;
  });
  for (const builtin of request.builtins) {
    const message = `${syntax.title} has no syntax for the server's tool of type ${JSON.stringify(builtin.type)}, so it cannot be called`;
    diagnostics.push({ kind: "unrepresentable", code: "family-builtin", tool: builtin.name ?? builtin.type, path: "", message });
  }
  if (tags.length === 0 && issues.length === 0 && (request.mode === "required" || request.mode === "forced")) {
    issues.push({
      code: "family-builtin",
      path: request.builtins[0]?.path ?? "",
      message: `${syntax.title} has no syntax for tools of the server, and a call of one is required`,
      hint: "declare the tool as a function",
    });
  }
  if (issues.length > 0) throw new StructagError(issues);
  return { tags, diagnostics };
}
