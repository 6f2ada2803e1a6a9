import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";
import { writeJson, writeJsonString } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { constString, or, regex, sequence, tag } from "../format/builders.ts";
import { pythonicBody } from "../read/pythonic-body.ts";
import type { CallOpening } from "../read/text-machine.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { jsonObjectsBody } from "./json-objects-body.ts";
import { keyedParameters, type ParameterSyntax } from "./keyed-parameters.ts";
import { checkCallNames } from "./tool-names.ts";

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;
/** What stands in no key. */
const STOPS = [..." !\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~\n\r\t"];

/** Keyword arguments. Strings are JSON's, which Python reads alike; the words are Python's at the top and JSON's inside. */
const ARGUMENTS: ParameterSyntax = {
  terminators: [],
  between: ", ",
  quoted: true,
  label: () => "",
  value(type) {
    if (type === "boolean") return or([constString("True"), constString("False")]);
    return type === "null" ? constString("None") : undefined;
  },
  declared: (key, _, content) => sequence([constString(`${key}=`), content]),
  unwritableKey: (key) => (IDENTIFIER.test(key) ? undefined : "it is no identifier of Python"),
  free: {
    spelling: { stops: STOPS },
    parameter: (pattern, _, content) => sequence([regex(pattern), constString("="), content]),
  },
};

/** Calls in Python's syntax. */
export interface PythonicCallsSpec {
  readonly layout: CallLayout;
  /** Around and between calls, as they are written. */
  readonly begin: string;
  readonly end: string;
  readonly separator: string;
  /** The markers of a block, for the reader. */
  readonly marker?: { readonly begin: string; readonly end: string };
  /** A list at the output's beginning is calls, too. */
  readonly bare?: boolean;
  readonly stops: readonly string[];
}

/** The dialect of calls in Python's syntax. */
export function pythonicCalls({ layout, begin, end, separator, marker, bare = false, stops }: PythonicCallsSpec): CallDialect {
  const unwritableName = (name: string): string | undefined => (NAME.test(name) ? undefined : "it is no name of Python");
  const openings: CallOpening[] = [];
  if (marker !== undefined)
    openings.push({
      marker: marker.begin,
      body: pythonicBody({
        end: marker.end,
        breaks: [marker.begin, ...stops],
        json: jsonObjectsBody({ end: marker.end, breaks: [marker.begin, ...stops] }),
      }),
    });
  if (bare) openings.push({ marker: "[", where: "start", keep: 1, body: pythonicBody({ breaks: stops, implicit: true }) });
  return {
    argumentEncoding: "Python call",
    layout,
    tags(tool, { options, findings }) {
      const content = keyedParameters(tool.schema, ARGUMENTS, options, findings);
      if (content === undefined) {
        if (findings.issues.length === 0)
          findings.error("arguments-key-pattern", "", "the keys of these arguments cannot be written", "declare the properties");
        return [];
      }
      return [tag(`${tool.name}(`, content, ")")];
    },
    unwritableName,
    openings,
    strays: marker === undefined ? [] : [marker.end],
    write(calls) {
      checkCallNames(calls, unwritableName);
      const written = calls.map((call, position) => {
        const parts = [...call.arguments].map(([key, value]) => {
          const path = childPointer(childPointer(childPointer("/calls", position), "arguments"), key);
          if (!IDENTIFIER.test(key))
            fail("family-call-value", path, `the key ${JSON.stringify(key)} is no identifier of Python`, "rename the property");
          return `${key}=${topLevel(value)}`;
        });
        return `${call.name}(${parts.join(", ")})`;
      });
      return begin + written.join(separator) + end;
    },
  };
}

function topLevel(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string"
    ? writeJsonString(value)
    : isJsonArray(value) || isJsonObject(value)
      ? writeJson(value, { itemSeparator: ", ", keySeparator: ": " })
      : value.text;
}
