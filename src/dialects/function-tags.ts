import { QWEN_PARAMETER } from "../wire/parameter-tags.ts";
import { FUNCTION_BEGIN, FUNCTION_BEGIN_END, FUNCTION_END } from "../wire/xml-calls.ts";
import type { CallDialect } from "./call-dialect.ts";
import { jsonObjectsBody } from "./json-objects-body.ts";
import { keyedCalls } from "./keyed-calls.ts";

/** Calls as `<function=NAME>` with `<parameter=KEY>` elements, each in a block. */
export interface FunctionTagsSpec {
  /** The block around a call. */
  readonly begin: string;
  readonly end: string;
  /** Line breaks inside the tags. Default: there are some. */
  readonly compact?: boolean;
  /** Values are trimmed, not only taken out of their lines. */
  readonly trims?: boolean;
  readonly stops: readonly string[];
  readonly xgrammarTrigger?: string;
}

/** The dialect of Qwen3-Coder and the models that took it over. A function without its block is a call if it names a declared tool. */
export function functionTags({ begin, end, compact = false, trims = false, stops, xgrammarTrigger }: FunctionTagsSpec): CallDialect {
  const line = compact ? "" : "\n";
  const breaks = [FUNCTION_BEGIN, begin, end, ...stops];
  return keyedCalls({
    style: "qwen_xml",
    layout: { kind: "blocks", trigger: begin, ...(xgrammarTrigger === undefined ? {} : { xgrammarTrigger }) },
    begin: (name) => `${begin}${line}${FUNCTION_BEGIN}${name}${FUNCTION_BEGIN_END}${line}`,
    end: `${line}${FUNCTION_END}${line}${end}`,
    opening: FUNCTION_BEGIN,
    // Some write Hermes' JSON into the block.
    otherOpenings: [{ marker: "{", where: "section", keep: 1, body: jsonObjectsBody({ sequence: true, breaks: [begin, end, ...stops] }) }],
    sections: [{ begin, end }],
    strays: [FUNCTION_END],
    body: {
      headEnds: [FUNCTION_BEGIN_END],
      readHead: plainName,
      parameter: { ...QWEN_PARAMETER, ends: [QWEN_PARAMETER.end], readKey: (text) => ({ key: plainName(text), as: "schema" }) },
      ends: [FUNCTION_END],
      breaks,
      frame: trims ? "all" : "lines",
      implicit: true,
    },
    parameter: (key, text) => `${QWEN_PARAMETER.begin}${key}${QWEN_PARAMETER.keyEnd}\n${text}\n${QWEN_PARAMETER.end}`,
    separator: line,
    callSeparator: line,
  });
}

/** A name without what surrounds it. */
function plainName(text: string): string {
  return text.trim().replace(/^["'](.*)["']$/s, "$1");
}
