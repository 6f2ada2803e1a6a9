import { writeJson } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import { namedJsonBody } from "../read/named-json-body.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { SPACED } from "./json-calls.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

/** Calls with the tool's name between two markers, and JSON behind it. */
export interface NamedJsonCallsSpec {
  readonly begin: string;
  readonly nameEnd: string;
  readonly end: string;
  /** A wrapper around all calls. Absent: each call stands by itself. */
  readonly section?: { readonly begin: string; readonly end: string; readonly separator: string };
  readonly stops: readonly string[];
}

/** The dialect of calls whose header is nothing but the tool's name. */
export function namedJsonCalls(spec: NamedJsonCallsSpec): CallDialect {
  const { begin, nameEnd, end, section, stops } = spec;
  const sections = section === undefined ? [] : [{ begin: section.begin, end: section.end }];
  const breaks = [begin, ...sections.flatMap((wrapper) => [wrapper.begin, wrapper.end]), ...stops];
  const unwritableName = (name: string): string | undefined => nameProblem(name, [nameEnd, end, ...breaks]);
  const body = namedJsonBody({ separators: [nameEnd], ends: [end], breaks, header: (text) => ({ name: text.trim() }) });
  return {
    argumentEncoding: "JSON after the name",
    layout: section === undefined ? { kind: "blocks", trigger: begin } : { kind: "section", ...section },
    tags: (tool, context) => [tag(begin + tool.name + nameEnd, toolArguments(tool, context), end)],
    unwritableName,
    openings: [{ marker: begin, body }],
    sections,
    strays: [end],
    afterSection: section === undefined ? "text" : "ignored",
    write(calls) {
      checkCallNames(calls, unwritableName);
      const written = calls.map((call) => begin + call.name + nameEnd + writeJson(call.arguments, SPACED) + end);
      return section === undefined ? written.join("\n") : section.begin + written.join(section.separator) + section.end;
    },
  };
}
