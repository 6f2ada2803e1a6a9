import { fail } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { writeJson, writeJsonString } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { tag } from "../format/builders.ts";
import { bufferedBody, type ReadArgument, type ReadInside } from "../read/buffered-body.ts";
import { coercionFor, resolveLocal } from "../read/coerce.ts";
import { createValidator } from "../schema/validate.ts";
import { MINIMAX_ITEM, MINIMAX_NAMESPACE, minimaxClose, minimaxOpen } from "../wire/parameter-tags.ts";
import { MINIMAX_STOP } from "../wire/xml-calls.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect } from "./call-dialect.ts";
import { SPACED } from "./json-calls.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

const SECTION = { begin: minimaxOpen("tool_call"), end: minimaxClose("tool_call") };
const INVOKE = `${MINIMAX_NAMESPACE}<invoke`;
const INVOKE_END = minimaxClose("invoke");
const TAG = /\]<\]minimax\[>\[\s*<(\/?)([^<>]*)>/g;
/** Some put a space behind the namespace. */
const spaced = (marker: string): string => marker.replace(MINIMAX_NAMESPACE, `${MINIMAX_NAMESPACE} `);
const SECTIONS = [SECTION, { begin: spaced(SECTION.begin), end: spaced(SECTION.end) }];
const INVOKES = [INVOKE, spaced(INVOKE)];
const INVOKE_ENDS = [INVOKE_END, spaced(INVOKE_END)];
const MAX_DEPTH = 500;
/** Text beside elements is kept under this key. */
const TEXT_KEY = "$text";

interface Node {
  readonly name: string;
  readonly children: Node[];
  text: string;
}

/** The elements of a call; what is cut off is left out. */
function readTree(inside: string): { readonly root: Node; readonly problem: string | undefined } {
  const root: Node = { name: "", children: [], text: "" };
  const open = [root];
  let at = 0;
  let problem: string | undefined;
  TAG.lastIndex = 0;
  for (let found = TAG.exec(inside); found !== null; found = TAG.exec(inside)) {
    const top = open.at(-1)!;
    top.text += inside.slice(at, found.index);
    at = found.index + found[0].length;
    const name = found[2].trim();
    if (found[1] === "") {
      if (open.length > MAX_DEPTH) return { root, problem: "the arguments are nested too deep" };
      open.push({ name, children: [], text: "" });
      continue;
    }
    if (open.length === 1) {
      // Some checkpoints leave the first parameter's opening tag out.
      if (root.children.length === 0 && root.text.trim() !== "" && name !== "")
        root.children.push({ name, children: [], text: root.text.trim() });
      root.text = "";
      continue;
    }
    const depth = open.map((node) => node.name).lastIndexOf(name);
    if (depth < 1) {
      problem = "an element is closed that was not opened";
      continue;
    }
    if (depth < open.length - 1) problem = "an element has no end";
    const node = open[depth];
    open.length = depth;
    open.at(-1)!.children.push(node);
  }
  if (open.length > 1) problem = "an argument has no end; it was left out";
  return { root, problem };
}

function readInside(text: string, parameters: Json | undefined): ReadInside {
  const { root, problem } = readTree(text);
  const base = isJsonObject(parameters) ? parameters : undefined;
  const read = members(root.children, base, base).map(([key, json]): ReadArgument => [key, json]);
  return problem === undefined ? { arguments: read } : { arguments: read, problem };
}

/** The members of an object; repeated ones are a list. */
function members(children: readonly Node[], schema: JsonObject | undefined, root: JsonObject | undefined): [string, string][] {
  const byName = new Map<string, string[]>();
  for (const child of children) {
    const json = nodeJson(child, memberSchema(schema, child.name, root), root);
    byName.set(child.name, [...(byName.get(child.name) ?? []), json]);
  }
  return [...byName].map(([name, values]) => [name, values.length === 1 ? values[0] : `[${values.join(",")}]`]);
}

function nodeJson(node: Node, given: Json | undefined, root: JsonObject | undefined): string {
  const schema = settle(given, root);
  const kind = containerKind(schema);
  if (node.children.length === 0) return leafJson(node.text, given, root);
  const onlyItems = node.children.every((child) => child.name === MINIMAX_ITEM);
  if (kind === "array" || (kind === undefined && onlyItems)) {
    const items = isJsonObject(schema) ? schema : undefined;
    return `[${node.children.map((child, index) => nodeJson(child, itemSchema(items, index), root)).join(",")}]`;
  }
  const all = members(node.children, isJsonObject(schema) ? schema : undefined, root);
  if (node.text.trim() !== "") {
    let key = TEXT_KEY;
    while (all.some(([name]) => name === key)) key = `$${key}`;
    all.push([key, writeJsonString(node.text)]);
  }
  return `{${all.map(([key, json]) => `${writeJsonString(key)}:${json}`).join(",")}}`;
}

function leafJson(text: string, schema: Json | undefined, root: JsonObject | undefined): string {
  if (schema === undefined || root === undefined) return writeJsonString(text);
  const validator = createValidator(isJsonObject(schema) ? new Map([...definitions(root), ...schema]) : schema);
  return coercionFor(schema, root).value(text, (value) => validator.validate(value).valid);
}

function definitions(root: JsonObject): [string, Json][] {
  return ["$defs", "definitions"].flatMap((key): [string, Json][] => (root.has(key) ? [[key, root.get(key)!]] : []));
}

/** A schema behind its reference, and the member of a union that is a container. */
function settle(schema: Json | undefined, root: JsonObject | undefined, depth = 0): Json | undefined {
  if (!isJsonObject(schema) || root === undefined || depth > 16) return schema;
  const reference = schema.get("$ref");
  if (typeof reference === "string") return settle(resolveLocal(root, reference), root, depth + 1);
  for (const keyword of ["anyOf", "oneOf"]) {
    const options = schema.get(keyword);
    if (!isJsonArray(options)) continue;
    const settled = options.map((option) => settle(option, root, depth + 1));
    return settled.find((option) => containerKind(option) !== undefined) ?? schema;
  }
  return schema;
}

function containerKind(schema: Json | undefined): "array" | "object" | undefined {
  if (!isJsonObject(schema)) return undefined;
  const type = schema.get("type");
  const types = isJsonArray(type) ? type : [type];
  if (types.includes("array") || schema.has("items") || schema.has("prefixItems")) return "array";
  return types.includes("object") || schema.has("properties") ? "object" : undefined;
}

function memberSchema(schema: JsonObject | undefined, name: string, root: JsonObject | undefined): Json | undefined {
  const properties = schema?.get("properties");
  const declared = isJsonObject(properties) ? properties.get(name) : undefined;
  const other = schema?.get("additionalProperties");
  return declared ?? (isJsonObject(other) && root !== undefined ? other : undefined);
}

function itemSchema(schema: JsonObject | undefined, index: number): Json | undefined {
  const prefix = schema?.get("prefixItems");
  const items = schema?.get("items");
  return (isJsonArray(prefix) ? prefix[index] : undefined) ?? (isJsonArray(items) ? items[index] : items);
}

function unwritableName(name: string): string | undefined {
  return nameProblem(name, ['"', "<", ">", "\n", "]"]);
}

const body = bufferedBody({
  headEnds: [">"],
  readHead: (text) =>
    /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/
      .exec(text)
      ?.slice(1)
      .find((name) => name !== undefined),
  ends: INVOKE_ENDS,
  breaks: [...INVOKES, ...SECTIONS.flatMap(({ begin, end }) => [begin, end]), MINIMAX_STOP],
  readInside,
});

/** The dialect of MiniMax M3: elements named by their keys, nested as the values are, typed by the schema. */
export const MINIMAX_M3_CALLS: CallDialect = {
  argumentEncoding: "nested elements named by key",
  layout: { kind: "section", begin: `${SECTION.begin}\n`, end: SECTION.end, separator: "", trigger: SECTION.begin },
  tags: (tool, context) => [tag(`${INVOKE} name="${tool.name}">`, toolArguments(tool, context, "minimax_m3_xml"), `${INVOKE_END}\n`)],
  unwritableName,
  openings: INVOKES.map((marker) => ({ marker, body })),
  sections: SECTIONS,
  strays: INVOKE_ENDS,
  textExcludes: [MINIMAX_NAMESPACE],
  afterSection: "ignored",
  write(calls, { tools = [] }) {
    checkCallNames(calls, unwritableName);
    const written = calls.map((call, position) => {
      const path = childPointer(childPointer("/calls", position), "arguments");
      const parameters = tools.find((tool) => tool.name === call.name)?.parameters;
      const root = isJsonObject(parameters) ? parameters : undefined;
      const parts = [...call.arguments].map(([key, value]) =>
        writeElement(key, value, childPointer(path, key), { schema: memberSchema(root, key, root), root, depth: 0 }),
      );
      if (parameters !== undefined && !readsBack(parts.join(""), parameters, call.arguments)) {
        fail("family-call-value", path, "a text would be read as a value of another type", "give the property the type string alone");
      }
      return `${INVOKE} name="${call.name}">${parts.join("")}${INVOKE_END}\n`;
    });
    return `${SECTION.begin}\n${written.join("")}${SECTION.end}`;
  },
};

/** Where a value is written: its schema, as far as it is known, and the one of all arguments. */
interface Place {
  readonly schema: Json | undefined;
  readonly root: JsonObject | undefined;
  readonly depth: number;
}

function writeElement(name: string, value: Json, path: string, place: Place): string {
  const bad =
    !/^[^\s"<>=/\][][^\s"<>\][]*$/.test(name) ||
    place.depth > MAX_DEPTH ||
    (typeof value === "string" && value.includes(MINIMAX_NAMESPACE));
  if (bad) fail("family-call-value", path, "the syntax cannot write this key or value", "take markers, quotes and spaces out of it");
  return minimaxOpen(name) + elementText(value, path, place) + minimaxClose(name);
}

function elementText(value: Json, path: string, { schema: given, root, depth }: Place): string {
  if (typeof value === "string") return value;
  const settled = settle(given, root);
  const schema = isJsonObject(settled) ? settled : undefined;
  if (isElements(schema)) {
    const inner = (key: string | number, name: string, member: Json, of: Json | undefined): string =>
      writeElement(name, member, childPointer(path, key), { schema: of, root, depth: depth + 1 });
    if (isJsonObject(value) && value.size > 0)
      return [...value].map(([key, member]) => inner(key, key, member, memberSchema(schema, key, root))).join("");
    if (isJsonArray(value) && value.length > 0)
      return value.map((item, index) => inner(index, MINIMAX_ITEM, item, itemSchema(schema, index))).join("");
  }
  return writeJson(value, SPACED);
}

/** Whether a container is written as elements, as the grammar has it: what has keys that no schema names, or is compared as a whole, is JSON text. */
function isElements(schema: JsonObject | undefined): boolean {
  if (schema === undefined) return true;
  if (schema.has("enum") || schema.has("const") || schema.get("uniqueItems") === true) return false;
  if (containerKind(schema) === "array") return true;
  const others = schema.get("additionalProperties");
  return schema.has("properties") && (others === undefined || others === false) && !schema.has("patternProperties");
}

/** True where the written text of a call reads back as the same values under these schemas. */
function readsBack(text: string, parameters: Json | undefined, expected: JsonObject): boolean {
  const { arguments: read } = readInside(text, parameters);
  return writeJson(new Map(read.map(([key, json]) => [key, readJson(json)]))) === writeJson(expected);
}
