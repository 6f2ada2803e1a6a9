import type { JsonSchemaStyle } from "../format/types.ts";
import type { KeyedTag } from "../read/keyed-spec.ts";
import type { CallDialect } from "./call-dialect.ts";
import { keyedCalls } from "./keyed-calls.ts";

/** Calls as elements with the tool's name as an attribute, in a section. */
export interface InvokeCallsSpec {
  readonly style: JsonSchemaStyle;
  readonly section: { readonly begin: string; readonly end: string };
  /** In front of a section that must come, in XGrammar's shape too. */
  readonly lead?: string;
  readonly otherSections?: readonly { readonly begin: string; readonly end: string }[];
  /** Before the attribute with the name, and the element's end. */
  readonly begin: string;
  readonly end: string;
  /** Before the attribute with a parameter's key, and its end. */
  readonly parameterBegin: string;
  readonly parameterEnd: string;
  /** Other texts that end a parameter. */
  readonly otherEnds?: readonly string[];
  /** Behind the key: says whether the value is text or JSON. */
  readonly labels?: { readonly text: string; readonly json: string };
  readonly stops: readonly string[];
}

const TAG_END = ">";

/** The dialect of MiniMax M2 and of DeepSeek from V3.2 on. */
export function invokeCalls(spec: InvokeCallsSpec): CallDialect {
  const { style, section, lead, begin, end, parameterBegin, parameterEnd, labels, stops } = spec;
  const sections = [section, ...(spec.otherSections ?? [])];
  return keyedCalls({
    style,
    layout: {
      kind: "section",
      begin: `${section.begin}\n`,
      end: section.end,
      separator: "",
      trigger: section.begin,
      ...(lead === undefined ? {} : { lead }),
    },
    begin: (name) => `${begin} name="${name}"${TAG_END}\n`,
    end: `${end}\n`,
    opening: begin,
    where: "section",
    sections,
    strays: [end, parameterEnd],
    afterSection: "ignored",
    labelled: labels !== undefined,
    body: {
      headEnds: [TAG_END],
      readHead: (text) => attribute(text, "name"),
      parameter: {
        begin: parameterBegin,
        keyEnd: TAG_END,
        ends: [parameterEnd, ...(spec.otherEnds ?? [])],
        readKey(text): KeyedTag | undefined {
          const key = attribute(text, "name");
          if (key === undefined) return undefined;
          const label = labels === undefined ? undefined : attribute(text, "string");
          return { key, as: label === "true" ? "text" : label === "false" ? "json" : "schema" };
        },
      },
      ends: [end],
      breaks: [begin, ...sections.flatMap((wrapper) => [wrapper.begin, wrapper.end]), ...stops],
      frame: "none",
    },
    parameter: (key, text, isText) =>
      `${parameterBegin} name="${key}"${labels === undefined ? TAG_END : isText ? labels.text : labels.json}${text}${parameterEnd}`,
    separator: "\n",
  });
}

/** The value of an attribute, in quotes of either kind or none. */
function attribute(text: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`).exec(text);
  return found === null ? undefined : (found[1] ?? found[2] ?? found[3]);
}
