import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";
import { writeJson, writeJsonString } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { constString, regex, sequence, tag } from "../format/builders.ts";
import { bufferedBody, type ReadArgument, type ReadInside } from "../read/buffered-body.ts";
import { jsonText } from "../read/json-compact.ts";
import { COHERE_CALL, COHERE_CALLS, COHERE_STOP } from "../wire/marked-calls.ts";
import { COHERE_VALUE, cohereType } from "../wire/parameter-tags.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { SPACED } from "./json-calls.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

const NAME = '" name="';
const NAME_END = '">';
const VALUE_MARKERS = [
  COHERE_VALUE.item,
  COHERE_VALUE.end,
  COHERE_CALL.begin,
  COHERE_CALL.end,
  COHERE_CALLS.begin,
  COHERE_CALLS.end,
  COHERE_STOP,
];
const TAG = /<cofl:value((?:\s+\w+="[^"]*")*)\s*>|<\/cofl:value>/g;
/** Elements inside one another that are read. */
const MAX_DEPTH = 500;

interface Element {
  readonly name: string | undefined;
  readonly type: string;
  readonly from: number;
  readonly children: (readonly [name: string | undefined, json: string])[];
}

/** Reads elements, which say themselves what they hold. What is cut off is left out. */
function readValues(text: string): ReadInside {
  const read: ReadArgument[] = [];
  const open: Element[] = [];
  let problem: string | undefined;
  TAG.lastIndex = 0;
  for (let found = TAG.exec(text); found !== null; found = TAG.exec(text)) {
    if (found[1] !== undefined || !found[0].startsWith("</")) {
      if (open.length >= MAX_DEPTH) return { arguments: read, problem: "the arguments are nested too deep" };
      open.push({
        name: attribute(found[1], "name"),
        type: attribute(found[1], "type") ?? "raw",
        from: found.index + found[0].length,
        children: [],
      });
      continue;
    }
    const element = open.pop();
    if (element === undefined) continue;
    const json = elementJson(element, text.slice(element.from, found.index));
    const parent = open.at(-1);
    if (parent !== undefined) parent.children.push([element.name, json]);
    else if (element.name === undefined) problem = "an argument has no name; it was left out";
    else read.push([element.name, json]);
  }
  if (open.length > 0) problem = "an argument has no end; it was left out";
  return problem === undefined ? { arguments: read } : { arguments: read, problem };
}

function elementJson({ type, children }: Element, text: string): string {
  switch (type) {
    case "dict":
      return `{${children.map(([name, json]) => `${writeJsonString(name ?? "")}:${json}`).join(",")}}`;
    case "list":
      return `[${children.map(([, json]) => json).join(",")}]`;
    case "json":
      return jsonText(text.trim()) ?? writeJsonString(text);
    default:
      return writeJsonString(text);
  }
}

function attribute(text: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, ['"', "<", ">", "\n"]);
}

/** The dialect of Cohere Command's XML: elements that say what they hold. */
export const COHERE_XML: CallDialect = {
  argumentEncoding: "nested elements with types",
  layout: { kind: "section", begin: COHERE_CALLS.begin, end: COHERE_CALLS.end, separator: "" },
  tags(tool, context) {
    const { options, shape } = context;
    const excludes = [...new Set([...(options.excludes ?? []), ...VALUE_MARKERS])];
    const given = shape === "xgrammar" ? context : { ...context, options: { ...options, excludes } };
    const content = sequence([regex("\\d+"), constString(NAME + tool.name + NAME_END), toolArguments(tool, given, "cohere_xml")]);
    return [tag(`${COHERE_CALL.begin} id="`, content, COHERE_CALL.end)];
  },
  unwritableName,
  openings: [
    {
      marker: `${COHERE_CALL.begin} `,
      body: bufferedBody({
        headEnds: [">"],
        readHead: (text) => attribute(` ${text}`, "name"),
        ends: [COHERE_CALL.end],
        breaks: [`${COHERE_CALL.begin} `, COHERE_CALLS.begin, COHERE_CALLS.end, COHERE_STOP],
        readInside: readValues,
      }),
    },
  ],
  sections: [COHERE_CALLS],
  strays: [COHERE_CALL.end, COHERE_VALUE.end],
  write(calls, { callsBefore = 0 }) {
    checkCallNames(calls, unwritableName);
    const written = calls.map((call, position) => {
      const path = childPointer(childPointer("/calls", position), "arguments");
      const values = [...call.arguments].map(([key, value]) => writeValue(value, key, childPointer(path, key), 0));
      return `${COHERE_CALL.begin} id="${callsBefore + position}${NAME}${call.name}${NAME_END}${values.join("")}${COHERE_CALL.end}`;
    });
    return COHERE_CALLS.begin + written.join("") + COHERE_CALLS.end;
  },
};

function writeValue(value: Json, key: string | undefined, path: string, depth: number): string {
  const unwritable = (key !== undefined && !/^[^\s"<>=]([^"<>\r\n]*[^\s"<>])?$/.test(key)) || depth > MAX_DEPTH;
  const marker = typeof value === "string" ? VALUE_MARKERS.find((text) => value.includes(text)) : undefined;
  if (unwritable || marker !== undefined)
    fail("family-call-value", path, "the syntax cannot write this key or value", "take markers and quotes out of it");
  const begin = key === undefined ? COHERE_VALUE.item : `${COHERE_VALUE.begin}${key}${COHERE_VALUE.keyEnd}`;
  return begin + valueText(value, path, depth) + COHERE_VALUE.end;
}

function valueText(value: Json, path: string, depth: number): string {
  if (typeof value === "string") return cohereType("raw") + value;
  if (isJsonObject(value)) {
    return cohereType("dict") + [...value].map(([key, member]) => writeValue(member, key, childPointer(path, key), depth + 1)).join("");
  }
  if (isJsonArray(value))
    return cohereType("list") + value.map((item, index) => writeValue(item, undefined, childPointer(path, index), depth + 1)).join("");
  return cohereType("json") + writeJson(value, SPACED);
}
