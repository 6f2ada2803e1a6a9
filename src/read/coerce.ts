import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject, jsonTypeOf } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { writeJsonString } from "../core/json-write.ts";
import { pointerTokens } from "../core/pointer.ts";
import { jsonText } from "./json-compact.ts";
import { PythonReader } from "./python-literal.ts";

/** What an argument without a type of its own may be. */
type Kind = "null" | "integer" | "number" | "boolean" | "array" | "object" | "string";

const ANY: readonly Kind[] = ["integer", "number", "boolean", "null", "array", "object", "string"];

/** Names of types, also those of other systems, by their beginning. */
const NAMES: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:str|string|text|varchar|char|enum)$/, "string"],
  [/^(?:int|uint|long|short|unsigned)/, "integer"],
  [/^(?:num|float|double)/, "number"],
  [/^(?:bool|boolean|binary)$/, "boolean"],
  [/^(?:object|map|dict)/, "object"],
  [/^(?:array|arr$|sequence$|list)/, "array"],
  [/^null$/, "null"],
];

/** Nesting of references and unions that is followed. */
const MAX_DEPTH = 16;

/** How texts of one parameter become JSON. */
export interface Coercion {
  /** True where every text is taken as it is, so that it can go out while it arrives. */
  readonly text: boolean;
  /** The JSON text of a value. `accepts` says which of several readings the schema takes. */
  value(text: string, accepts: (value: Json) => boolean): string;
}

const TEXT: Coercion = { text: true, value: writeJsonString };

/** How the texts of a parameter of a tool are read: by the types that its schema names. A parameter that the schema does not know is text. */
export function coercionOf(parameters: Json | undefined, key: string): Coercion {
  if (!isJsonObject(parameters)) return TEXT;
  const properties = parameters.get("properties");
  const schema = isJsonObject(properties) ? properties.get(key) : undefined;
  return schema === undefined ? TEXT : coercionFor(schema, parameters);
}

/** The same for a schema that stands somewhere in `root`. */
export function coercionFor(schema: Json, root: JsonObject): Coercion {
  const kinds = [...new Set(kindsOf(schema, root, 0))];
  if (kinds.length === 0 || (kinds.length === 1 && kinds[0] === "string")) return TEXT;
  return { text: false, value: (text, accepts) => coerce(text, kinds, accepts) };
}

function coerce(text: string, kinds: readonly Kind[], accepts: (value: Json) => boolean): string {
  // The word null means null wherever it may.
  const order: readonly Kind[] = kinds.includes("null") ? ["null", ...kinds] : kinds;
  let first: string | undefined;
  for (const kind of order) {
    const json = readAs(text, kind);
    if (json === undefined) continue;
    if (accepts(kind === "string" ? text : readJson(json))) return json;
    if (kind !== "string") first ??= json;
  }
  return first ?? writeJsonString(text);
}

/** The kinds that a schema names, in its order. */
function kindsOf(schema: Json, root: JsonObject, depth: number): readonly Kind[] {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return ANY;
  const reference = schema.get("$ref");
  if (typeof reference === "string") {
    const target = resolveLocal(root, reference);
    return target === undefined ? ANY : kindsOf(target, root, depth + 1);
  }
  const type = schema.get("type");
  const named = (isJsonArray(type) ? type : [type]).filter((name) => typeof name === "string").map(kindNamed);
  if (named.length > 0) {
    const known = named.filter((kind) => kind !== undefined);
    return schema.get("nullable") === true && !known.includes("null") ? [...known, "null"] : known;
  }
  if (schema.has("const")) return [kindOfValue(schema.get("const")!)];
  const values = schema.get("enum");
  if (isJsonArray(values)) return values.map(kindOfValue);
  for (const keyword of ["anyOf", "oneOf"]) {
    const members = schema.get(keyword);
    if (isJsonArray(members)) return members.flatMap((member) => kindsOf(member, root, depth + 1));
  }
  const all = schema.get("allOf");
  if (isJsonArray(all)) {
    const members = all.map((member) => kindsOf(member, root, depth + 1));
    const common = members.reduce((left, right) =>
      left.filter((kind) => right.includes(kind) || (kind === "integer" && right.includes("number"))),
    );
    return common.length > 0 ? common : members.flat();
  }
  if (schema.has("items") || schema.has("prefixItems")) return ["array"];
  if (schema.has("properties") || schema.has("additionalProperties")) return ["object"];
  return ANY;
}

function kindNamed(name: string): Kind | undefined {
  const plain = name.trim().toLowerCase();
  return NAMES.find(([pattern]) => pattern.test(plain))?.[1];
}

function kindOfValue(value: Json): Kind {
  return value instanceof JsonNumber ? (value.isIntegerSpelling ? "integer" : "number") : jsonTypeOf(value);
}

/** What a local reference leads to. */
export function resolveLocal(root: JsonObject, reference: string): Json | undefined {
  if (!reference.startsWith("#")) return undefined;
  let at: Json | undefined = root;
  for (const step of pointerTokens(decode(reference.slice(1))) ?? []) {
    at = isJsonObject(at) ? at.get(step) : isJsonArray(at) ? at[Number(step)] : undefined;
  }
  return at;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The JSON text of a value of this kind; `undefined` where the text is none. */
function readAs(given: string, kind: Kind): string | undefined {
  const text = given.trim();
  switch (kind) {
    case "string":
      return writeJsonString(given);
    case "null":
      return /^(?:null|none)$/i.test(text) ? "null" : undefined;
    case "boolean":
      if (/^true$/i.test(text) || text === "1") return "true";
      return /^false$/i.test(text) || text === "0" ? "false" : undefined;
    case "integer":
      return /^[+-]?\d+$/.test(text) ? plainInteger(text) : integral(text);
    case "number":
      return readNumber(text);
    case "array":
      return text === "" ? "[]" : container(text, "[");
    case "object":
      return text === "" ? "{}" : container(text, "{");
  }
}

function plainInteger(text: string): string {
  const digits = text.replace(/^[+-]/, "").replace(/^0+(?=\d)/, "");
  return text.startsWith("-") ? `-${digits}` : digits;
}

/** A number that is written with a fraction or an exponent, as it is. */
function integral(text: string): string | undefined {
  const number = jsonText(text);
  return number !== undefined && /^-?\d/.test(number) && Number.isInteger(Number(number)) ? number : undefined;
}

function readNumber(text: string): string | undefined {
  const json = jsonText(text);
  if (json !== undefined) return /^-?\d/.test(json) ? json : undefined;
  const lenient = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (lenient === null || (lenient[2] === "" && (lenient[3] ?? "") === "")) return undefined;
  const [, sign, whole, fraction = "", exponent] = lenient;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign === "-" ? "-" : ""}${digits}${fraction === "" ? "" : `.${fraction}`}${exponent === undefined ? "" : `e${exponent}`}`;
}

function container(text: string, begin: string): string | undefined {
  if (!text.startsWith(begin)) return undefined;
  const json = jsonText(text);
  return json ?? new PythonReader(text).whole();
}
