import { writeJson } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import type { CallOpening } from "../read/text-machine.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { envelopeKeys, objectHead, SPACED } from "./json-calls.ts";
import { jsonObjectsBody } from "./json-objects-body.ts";

/** Calls that are the whole output: JSON objects from its first character on. */
export interface WholeJsonSpec {
  /** Around all calls. Default nothing. */
  readonly begin?: string;
  readonly end?: string;
  readonly separator: string;
  readonly keys: { readonly name: string; readonly arguments: string };
  /** Markers that may stand in front of the calls. */
  readonly prefixes: readonly string[];
  readonly stops: readonly string[];
  readonly xgrammarTrigger?: string;
}

/** What an output that is text begins with: a character that begins neither JSON nor a marker. */
const TEXT_START = "[ \\t\\r\\n]*(?:[^ \\t\\r\\n{\\[<]|<[^|])";

const SHORT_TEXT = "[ \\t\\r\\n]*<?";

/** The dialect of outputs that are either JSON calls or text. */
export function wholeJsonCalls(spec: WholeJsonSpec): CallDialect {
  const { begin, end, separator, prefixes, stops } = spec;
  const head = objectHead(spec.keys);
  const shared = { sequence: true, breaks: [...prefixes, ...stops], keys: envelopeKeys(spec.keys) } as const;
  const implicit = jsonObjectsBody({ ...shared, commits: "name" });
  return {
    argumentEncoding: "JSON object with name, alone",
    layout: {
      kind: "whole",
      ...(begin === undefined ? {} : { begin }),
      ...(end === undefined ? {} : { end }),
      separator,
      textStart: TEXT_START,
      shortText: SHORT_TEXT,
      ...(spec.xgrammarTrigger === undefined ? {} : { xgrammarTrigger: spec.xgrammarTrigger }),
    },
    tags: (tool, context) => [tag(head(tool.name), toolArguments(tool, context), "}")],
    unwritableName: () => undefined,
    openings: [
      ...["{", "["].map((marker): CallOpening => ({ marker, where: "start", keep: 1, body: implicit })),
      ...prefixes.map((marker): CallOpening => ({ marker, body: jsonObjectsBody({ ...shared, commits: "object" }) })),
    ],
    write: (calls) =>
      (begin ?? "") + calls.map((call) => `${head(call.name)}${writeJson(call.arguments, SPACED)}}`).join(separator) + (end ?? ""),
  };
}
