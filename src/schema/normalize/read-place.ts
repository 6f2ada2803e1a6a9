import { fail } from "../../core/errors.ts";
import { isJsonArray, type Json, type JsonObject } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { writeJson } from "../../core/json-write.ts";
import { childPointer } from "../../core/pointer.ts";
import type { NumberPiece, StringPiece } from "../normal.ts";
import { knownKeywords } from "../validate/drafts.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import { ANY_ARRAY, ANY_NUMBER, ANY_OBJECT, ANY_STRING, type Literals, type TypedDrafts } from "./drafts.ts";
import { countValue, listValue, numberValue, schemaListValue, stepValue, textValue } from "./keyword-values.ts";
import { hasNumber, tighter } from "./numbers.ts";
import type { ParsedPlace, Part } from "./parsed-place.ts";
import type { Places, SchemaPlace } from "./places.ts";
import { readArrayKeywords } from "./read-arrays.ts";
import { readObjectKeywords } from "./read-objects.ts";

const NUMBER_KEYWORDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const STRING_KEYWORDS = ["minLength", "maxLength", "pattern", "format"];
const ARRAY_KEYWORDS = ["prefixItems", "items", "contains", "minItems", "maxItems", "uniqueItems"];
const OBJECT_KEYWORDS = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "required",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependencies",
];

/** One schema object with what its reading needs. */
export class PlaceReader {
  readonly places: Places;
  readonly place: SchemaPlace;
  readonly closed: boolean;
  /** What the schema says in its draft. */
  readonly keywords: JsonObject;

  constructor(places: Places, place: SchemaPlace, closed: boolean) {
    this.places = places;
    this.place = place;
    this.closed = closed;
    this.keywords = knownKeywords(place.schema, place.resource.rules);
  }

  /** A keyword's value; null stands for an absent keyword. */
  get(keyword: string): Json | undefined {
    return this.keywords.get(keyword) ?? undefined;
  }

  path(keyword: string): string {
    return childPointer(this.place.path, keyword);
  }

  /** The keyword's value as `read` takes it. */
  value<T>(keyword: string, read: (value: Json, path: string) => T): T | undefined {
    const value = this.keywords.get(keyword);
    return value === undefined || value === null ? undefined : read(value, this.path(keyword));
  }

  schema(keyword: string): Conj | undefined {
    return this.value(keyword, (value, path) => this.places.conjOf(value, this.place, path));
  }

  schemaList(keyword: string): Conj[] | undefined {
    return this.value(keyword, (value, path) =>
      schemaListValue(value, path).map((item, index) => this.places.conjOf(item, this.place, childPointer(path, index))),
    );
  }

  hasAny(keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.keywords.has(keyword));
  }
}

export function readPlace(places: Places, place: SchemaPlace, closed: boolean): ParsedPlace {
  const reader = new PlaceReader(places, place, closed);
  const { rules, assertions } = place.resource;
  const parts: Part[] = [];
  let own = false;
  const addOwn = (): void => {
    if (!own) parts.push({ kind: "own" });
    own = true;
  };
  // Own keywords go where `properties` stands, so that the keys of a schema referred to before it come before; without keys they go first, since they rule out most.
  if (!reader.keywords.has("properties")) addOwn();
  for (const [keyword, value] of reader.keywords) {
    if (value === null) continue;
    if (keyword === "properties") addOwn();
    else readCombinator(reader, keyword, value, parts);
  }
  return {
    parts: parts.sort((a, b) => Number(isNegating(a)) - Number(isNegating(b))),
    typed: readTyped(reader),
    literals: assertions ? readLiterals(reader) : undefined,
    unevaluatedProperties: rules.modern ? reader.schema("unevaluatedProperties") : undefined,
    unevaluatedItems: rules.modern ? reader.schema("unevaluatedItems") : undefined,
  };
}

/** Parts that need negations come last, when most alternatives are ruled out. */
function isNegating(part: Part): boolean {
  return part.kind === "one" || part.kind === "not" || part.kind === "if";
}

function readCombinator(reader: PlaceReader, keyword: string, value: Json, parts: Part[]): void {
  const { places, place } = reader;
  const { rules } = place.resource;
  const path = reader.path(keyword);
  switch (keyword) {
    case "$ref":
      parts.push({ kind: "all", conjs: [places.conjOfReference(keyword, value, place)], path });
      return;
    case "$dynamicRef":
      if (rules.dynamicRef) parts.push({ kind: "all", conjs: [places.conjOfReference(keyword, value, place)], path });
      return;
    case "$recursiveRef":
      if (rules.recursiveRef) parts.push({ kind: "all", conjs: [places.conjOfReference(keyword, value, place)], path });
      return;
    case "allOf":
      parts.push({ kind: "all", conjs: reader.schemaList(keyword)!, path });
      return;
    case "anyOf":
      parts.push({ kind: "any", conjs: reader.schemaList(keyword)!, path });
      return;
    case "oneOf":
      parts.push({ kind: "one", conjs: reader.schemaList(keyword)!, path });
      return;
    case "not":
      parts.push({ kind: "not", conj: reader.schema(keyword)!, path });
      return;
    case "if":
      parts.push({
        kind: "if",
        condition: reader.schema(keyword)!,
        consequence: reader.schema("then") ?? ANY,
        otherwise: reader.schema("else") ?? ANY,
        path,
      });
      return;
    case "dependentSchemas":
      if (rules.modern) readDependent(reader, keyword, parts, false);
      return;
    case "dependencies":
      readDependent(reader, keyword, parts, true);
      return;
  }
}

/** `dependentSchemas`, or those members of the older `dependencies` that are schemas. */
function readDependent(reader: PlaceReader, keyword: string, parts: Part[], mixed: boolean): void {
  const { places, place } = reader;
  const path = reader.path(keyword);
  const members = reader.get(keyword);
  if (!(members instanceof Map)) fail("schema-keyword-value", path, "must be an object", "correct the schema, or remove the keyword");
  for (const [key, schema] of members as JsonObject) {
    if (mixed && (isJsonArray(schema) || typeof schema === "string")) continue;
    const at = childPointer(path, key);
    const conj = places.conjOf(schema, place, at);
    if (conj !== ANY) parts.push({ kind: "dependent", key, conj, path: at });
  }
}

function readTyped(reader: PlaceReader): TypedDrafts {
  const { assertions } = reader.place.resource;
  const types = assertions ? readTypes(reader) : undefined;
  const allows = (type: string): boolean => types === undefined || types.has(type);
  const numbers = assertions && reader.hasAny(NUMBER_KEYWORDS) ? readNumber(reader) : ANY_NUMBER;
  const number = numbers !== undefined && types?.has("integer") === true && !types.has("number") ? { ...numbers, integer: true } : numbers;
  const strings = reader.hasAny(STRING_KEYWORDS) ? readString(reader, assertions) : ANY_STRING;
  const arrays = reader.hasAny(ARRAY_KEYWORDS) ? readArrayKeywords(reader, assertions) : [ANY_ARRAY];
  const objects = reader.hasAny(OBJECT_KEYWORDS) ? readObjectKeywords(reader, assertions) : [ANY_OBJECT];
  return {
    null: allows("null"),
    boolean: allows("boolean"),
    numbers: number !== undefined && (allows("number") || allows("integer")) && hasNumber(number) ? [number] : [],
    strings: strings !== undefined && allows("string") ? [strings] : [],
    arrays: allows("array") ? arrays : [],
    objects: allows("object") ? objects : [],
  };
}

const TYPES: ReadonlySet<string> = new Set(["null", "boolean", "number", "integer", "string", "array", "object"]);

function readTypes(reader: PlaceReader): ReadonlySet<string> | undefined {
  const type = reader.get("type");
  if (type === undefined) return undefined;
  const names = new Set<string>();
  const list = isJsonArray(type) ? type : [type];
  if (list.length === 0)
    fail("schema-keyword-value", reader.path("type"), "must name at least one type", "remove the keyword to allow every type");
  for (const name of list) {
    if (typeof name !== "string" || !TYPES.has(name)) {
      return fail(
        "schema-type-unknown",
        reader.path("type"),
        `${writeJson(name).slice(0, 80)} is no JSON Schema type`,
        `use one of ${[...TYPES].join(", ")}`,
      );
    }
    names.add(name);
  }
  if (reader.place.resource.rules.nullable && reader.get("nullable") === true) names.add("null");
  return names;
}

function readLiterals(reader: PlaceReader): Literals | undefined {
  const constant = reader.keywords.get("const");
  const listed = reader.value("enum", listValue);
  if (constant === undefined && listed === undefined) return undefined;
  const literals = new Map<string, Json>();
  for (const value of listed ?? [constant!]) {
    const key = canonicalText(value);
    if (!literals.has(key)) literals.set(key, value);
  }
  if (constant === undefined || listed === undefined) return literals;
  const key = canonicalText(constant);
  return new Map(literals.has(key) ? [[key, constant]] : []);
}

/** Draft 4's `exclusiveMinimum: true` makes `minimum` exclusive; everywhere else it is a bound of its own. */
function readNumber(reader: PlaceReader): NumberPiece | undefined {
  const bound = (keyword: "minimum" | "maximum", exclusiveKeyword: "exclusiveMinimum" | "exclusiveMaximum", direction: 1 | -1) => {
    const value = reader.value(keyword, numberValue);
    const exclusive = reader.get(exclusiveKeyword);
    const inclusive = value === undefined ? undefined : { value, exclusive: exclusive === true };
    if (exclusive === undefined || typeof exclusive === "boolean") return inclusive;
    return tighter(inclusive, { value: numberValue(exclusive, reader.path(exclusiveKeyword)), exclusive: true }, direction);
  };
  const min = bound("minimum", "exclusiveMinimum", 1);
  const max = bound("maximum", "exclusiveMaximum", -1);
  const step = reader.value("multipleOf", stepValue);
  if (min === undefined && max === undefined && step === undefined) return ANY_NUMBER;
  return {
    ...ANY_NUMBER,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    multipleOf: step === undefined ? [] : [step],
  };
}

function readString(reader: PlaceReader, assertions: boolean): StringPiece | undefined {
  const minLength = (assertions ? reader.value("minLength", countValue) : undefined) ?? 0;
  const maxLength = assertions ? reader.value("maxLength", countValue) : undefined;
  const pattern = assertions ? reader.value("pattern", textValue) : undefined;
  const format = reader.value("format", textValue);
  const enforced = format !== undefined && reader.places.enforcesFormat(format, reader.place.resource);
  if (maxLength !== undefined && maxLength < minLength) return undefined;
  return {
    type: "string",
    minLength,
    ...(maxLength === undefined ? {} : { maxLength }),
    patterns: pattern === undefined ? [] : [{ source: pattern, negated: false, path: reader.path("pattern") }],
    formats: enforced ? [{ source: format, negated: false, path: reader.path("format") }] : [],
    excluded: [],
  };
}
