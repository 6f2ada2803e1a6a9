import { TOOL_CALL_BEGIN, TOOL_CALL_END } from "../wire/json-calls.ts";
import { GLM_PARAMETER } from "../wire/parameter-tags.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { keyedCalls } from "./keyed-calls.ts";

/** Calls whose keys and values are elements behind the tool's name. */
export interface GlmCallsSpec {
  /** Each part stands on a line of its own. */
  readonly lines: boolean;
  /** A marker between name and parameters. Default none. */
  readonly nameEnd?: string;
  /** A wrapper around all calls. */
  readonly section?: { readonly begin: string; readonly end: string };
  readonly stops: readonly string[];
  readonly textExcludes?: readonly string[];
}

/** The dialect of GLM-4.5 and later, and of Tencent HY. */
export function glmCalls({ lines, nameEnd = "", section, stops }: GlmCallsSpec): CallDialect {
  const line = lines ? "\n" : "";
  const sections = section === undefined ? [] : [section];
  const breaks = [TOOL_CALL_BEGIN, ...sections.flatMap((wrapper) => [wrapper.begin, wrapper.end]), ...stops];
  const { begin, keyEnd, valueBegin, end } = GLM_PARAMETER;
  const layout: CallLayout =
    section === undefined
      ? { kind: "blocks", trigger: TOOL_CALL_BEGIN }
      : { kind: "section", begin: section.begin + line, end: line + section.end, trigger: section.begin, separator: line };
  return keyedCalls({
    style: "glm_xml",
    layout,
    begin: (name) => `${TOOL_CALL_BEGIN}${name}${nameEnd}${line}`,
    end: TOOL_CALL_END,
    opening: TOOL_CALL_BEGIN,
    sections,
    strays: [TOOL_CALL_END, begin, keyEnd, valueBegin, end, ...(nameEnd === "" ? [] : [nameEnd])],
    ...(section === undefined ? {} : { afterSection: "ignored" }),
    body: {
      headEnds: nameEnd === "" ? [] : [nameEnd],
      readHead: (text) => text.trim(),
      parameter: { begin, keyEnd, valueBegin, ends: [end], readKey: (text) => ({ key: text.trim(), as: "schema" }) },
      ends: [TOOL_CALL_END],
      breaks,
      frame: "lines",
    },
    // A line break at an edge of a text would be taken for the frame.
    parameter: (key, text, isText) => {
      const frame = isText && /^\n|\n$/.test(text) ? "\n" : "";
      return `${begin}${key}${keyEnd}${line}${valueBegin}${frame}${text}${frame}${end}`;
    },
    separator: line,
    callSeparator: line,
  });
}
