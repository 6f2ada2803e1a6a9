import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { canonicalText } from "../core/json-compare.ts";
import { childPointer } from "../core/pointer.ts";
import type { Findings } from "./findings.ts";
import { takesKey } from "./pattern-text.ts";
import type { References } from "./references.ts";
import { ANNOTATIONS } from "./subschemas.ts";

/** A schema with the place where it stands. */
export interface PlacedSchema {
  readonly schema: Json;
  readonly path: string;
}

/** One declared key of an object. */
export interface ShapeKey extends PlacedSchema {
  readonly key: string;
  readonly required: boolean;
}

/** Keys that are not declared: of a pattern, or all others (`pattern` absent). */
export interface ShapeFree extends PlacedSchema {
  readonly pattern?: string;
}

/** One alternative of an object: its keys in declared order, then the undeclared ones that it takes. */
export interface ObjectShape {
  readonly keys: readonly ShapeKey[];
  readonly free: readonly ShapeFree[];
}

/** Plain object keywords at one place; a shape is a conjunction of such members. */
interface Member {
  readonly schema: JsonObject;
  readonly path: string;
}

const MAX_DEPTH = 32;
const MAX_SHAPES = 64;
const COMBINATORS = new Set(["$ref", "allOf", "anyOf", "oneOf", "$defs", "definitions", "nullable"]);
/** Keywords about the set of keys, which parameters written one by one do not hold. */
const NOT_HELD = ["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "if", "not", "$dynamicRef"];

/**
 * The alternatives of an object schema, with references, `allOf`, `anyOf` and `oneOf` at the root resolved. `undefined`: no object is
 * valid. As in XGrammar's strict mode an object that declares keys and says nothing about others is closed.
 */
export function objectShapes(root: Json, references: References, findings: Findings): readonly ObjectShape[] | undefined {
  if (root === false) return undefined;
  if (!isJsonObject(root)) return [{ keys: [], free: [{ schema: true, path: "" }] }];
  const collector = new Collector(references, findings);
  const conjunctions = collector.collect(root, "", 0);
  if (conjunctions.length === 0) return undefined;
  return conjunctions.map((members) => shapeOf(members, findings));
}

class Collector {
  readonly #references: References;
  readonly #findings: Findings;
  readonly #open = new Set<string>([""]);
  readonly #done = new Map<string, readonly (readonly Member[])[]>();

  constructor(references: References, findings: Findings) {
    this.#references = references;
    this.#findings = findings;
  }

  /** The conjunctions that the schema is a union of. */
  collect(schema: Json, path: string, depth: number): readonly (readonly Member[])[] {
    if (schema === false) return [];
    if (!isJsonObject(schema)) return [[]];
    if (depth > MAX_DEPTH) {
      this.#findings.note("loosened", "arguments-too-deep", path, `alternatives and references nest deeper than ${MAX_DEPTH} levels`);
      return [[]];
    }
    const reference = schema.get("$ref");
    if (typeof reference === "string" && this.#references.hidesSiblings) return this.#target(reference, path, depth);
    let out: readonly (readonly Member[])[] = [[]];
    const restrict = (more: readonly (readonly Member[])[], keyword: string): void => {
      // What says nothing is left out, so that alternatives that are one and the same stay one.
      if (more.length === 1 && more[0].length === 0) return;
      if (out.length === 1 && out[0].length === 0) out = more;
      else if (out.length * more.length > MAX_SHAPES) {
        const message = `these alternatives make more than ${MAX_SHAPES} shapes of arguments, so they are not held`;
        this.#findings.note("loosened", "arguments-too-many-alternatives", childPointer(path, keyword), message);
      } else out = out.flatMap((a) => more.map((b) => [...a, ...b]));
    };
    const own = ownMember(schema, path);
    if (own === undefined) return [];
    restrict([own], "");
    if (typeof reference === "string") restrict(this.#target(reference, path, depth), "$ref");
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const list = schema.get(keyword);
      if (!isJsonArray(list)) continue;
      const at = childPointer(path, keyword);
      const each = list.map((item, index) => this.collect(item, childPointer(at, index), depth + 1));
      if (keyword === "allOf") for (const member of each) restrict(member, keyword);
      else {
        const possible = each.filter((item) => item.length > 0);
        if (keyword === "oneOf" && possible.length > 1 && !toldApart(possible)) {
          this.#findings.note("loosened", "arguments-one-of", at, "arguments may fit more than one alternative of this oneOf");
        }
        restrict([...new Set(possible.flat())], keyword);
      }
    }
    return out;
  }

  #target(reference: string, path: string, depth: number): readonly (readonly Member[])[] {
    const target = this.#references.resolve(reference);
    if (target === undefined) {
      const hint = "use a pointer such as #/$defs/name, and bring remote definitions in";
      const message = `the reference ${JSON.stringify(reference)} leads nowhere in this schema`;
      this.#findings.error("arguments-reference", childPointer(path, "$ref"), message, hint);
      return [[]];
    }
    const known = this.#done.get(target.pointer);
    if (known !== undefined) return known;
    if (this.#open.has(target.pointer)) {
      this.#findings.note("loosened", "arguments-reference-cycle", childPointer(path, "$ref"), "the reference leads back to itself");
      return [[]];
    }
    this.#open.add(target.pointer);
    const out = this.collect(target.schema, target.pointer, depth + 1);
    this.#open.delete(target.pointer);
    this.#done.set(target.pointer, out);
    return out;
  }
}

/** The plain keywords as a member; no member where the schema admits no object. */
function ownMember(schema: JsonObject, path: string): readonly Member[] | undefined {
  const type = schema.get("type");
  if (typeof type === "string" && type !== "object") return undefined;
  if (isJsonArray(type) && type.length > 0 && !type.includes("object")) return undefined;
  const fixed = schema.get("const");
  const values = fixed !== undefined ? [fixed] : schema.get("enum");
  if (isJsonArray(values) && !values.some(isJsonObject)) return undefined;
  const own = [...schema].filter(([keyword]) => !COMBINATORS.has(keyword) && !ANNOTATIONS.has(keyword) && keyword !== "type");
  const members: Member[] = own.length === 0 ? [] : [{ schema: new Map(own), path }];
  const objects = isJsonArray(values) ? values.filter(isJsonObject) : [];
  if (objects.length === 1) members.push({ schema: exactly(objects[0]), path });
  return members;
}

/** The object schema of one value. */
function exactly(value: JsonObject): JsonObject {
  return new Map<string, Json>([
    ["properties", new Map([...value].map(([key, member]) => [key, new Map([["const", member]])] as const))],
    ["required", [...value.keys()]],
    ["additionalProperties", false],
  ]);
}

/** True where each two alternatives require a key for which they name different values. */
function toldApart(alternatives: readonly (readonly (readonly Member[])[])[]): boolean {
  if (alternatives.length > MAX_SHAPES || alternatives.some((conjunctions) => conjunctions.length > 1)) return false;
  const tags = alternatives.map(([members]) => {
    const out = new Map<string, Set<string>>();
    for (const { schema } of members) {
      const [properties, required] = [schema.get("properties"), schema.get("required")];
      if (!isJsonObject(properties) || !isJsonArray(required)) continue;
      for (const [key, member] of properties) {
        if (!required.includes(key) || !isJsonObject(member)) continue;
        const values = member.has("const") ? [member.get("const")!] : member.get("enum");
        if (isJsonArray(values)) out.set(key, new Set(values.map(canonicalText)));
      }
    }
    return out;
  });
  return tags.every((a, index) =>
    tags.slice(index + 1).every((b) => [...a].some(([key, values]) => b.has(key) && ![...values].some((value) => b.get(key)!.has(value)))),
  );
}

function shapeOf(members: readonly Member[], findings: Findings): ObjectShape {
  const declared = new Map<string, PlacedSchema[]>();
  const required = new Map<string, string>();
  const patterns: ShapeFree[] = [];
  const extra: PlacedSchema[] = [];
  let closed = false;
  for (const { schema, path } of members) {
    reportUnheld(schema, path, findings);
    const at = childPointer(path, "properties");
    for (const [key, member] of objectEntries(schema.get("properties"))) {
      declared.set(key, [...(declared.get(key) ?? []), { schema: member, path: childPointer(at, key) }]);
    }
    const names = schema.get("required");
    if (isJsonArray(names)) {
      names.forEach((name, index) => {
        if (typeof name === "string" && !required.has(name)) required.set(name, childPointer(childPointer(path, "required"), index));
      });
    }
    const patternsAt = childPointer(path, "patternProperties");
    for (const [pattern, member] of objectEntries(schema.get("patternProperties"))) {
      patterns.push({ pattern, schema: member, path: childPointer(patternsAt, pattern) });
    }
    if (schema.has("properties") || schema.has("patternProperties")) closed = true;
    for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
      const value = schema.get(keyword);
      if (value === undefined) continue;
      extra.push({ schema: value, path: childPointer(path, keyword) });
      break;
    }
  }
  limitToOwnKeys(members, declared);
  const patternsOf = (key: string): PlacedSchema[] => patterns.filter((item) => takesKey(item.pattern!, key) === true);
  for (const [key, parts] of declared) parts.push(...patternsOf(key));
  const rest = extra.length > 0 ? together(extra) : closed ? undefined : { schema: true, path: members[0]?.path ?? "" };
  const names = propertyNames(members, rest, declared, findings);
  const keys = [...declared].map(([key, parts]) => ({ ...together(parts), key, required: required.has(key) }));
  for (const [key, path] of required) {
    if (declared.has(key)) continue;
    // A required name that is not declared takes what its patterns or else the undeclared keys take, or any value where nothing is said.
    const described = patternsOf(key);
    const unknown = patterns.some((item) => takesKey(item.pattern!, key) === undefined);
    keys.push({
      ...(described.length > 0 ? together(described) : unknown || rest === undefined ? { schema: true, path } : rest),
      path,
      key,
      required: true,
    });
  }
  const others: ShapeFree[] = names.open && rest !== undefined && rest.schema !== false ? [{ ...rest, ...names.pattern }] : [];
  return { keys, free: [...patterns.filter((item) => item.schema !== false), ...others] };
}

function objectEntries(value: Json | undefined): Iterable<[string, Json]> {
  return isJsonObject(value) ? value : [];
}

function together(parts: readonly PlacedSchema[]): PlacedSchema {
  if (parts.length === 1) return parts[0];
  if (parts.some((part) => part.schema === false)) return { schema: false, path: parts[0].path };
  return { schema: new Map([["allOf", parts.map((part) => part.schema)]]), path: parts[0].path };
}

/** `additionalProperties` of one member holds for the keys that only other members declare. */
function limitToOwnKeys(members: readonly Member[], declared: Map<string, PlacedSchema[]>): void {
  if (members.length < 2) return;
  for (const { schema, path } of members) {
    const others = schema.get("additionalProperties");
    if (others === undefined || others === true) continue;
    const own = schema.get("properties");
    for (const [key, parts] of declared) {
      const described = isJsonObject(own) && own.has(key);
      const matched = [...objectEntries(schema.get("patternProperties"))].some(([pattern]) => takesKey(pattern, key) !== false);
      if (!described && !matched) parts.push({ schema: others, path: childPointer(path, "additionalProperties") });
    }
  }
}

/** `propertyNames` with a list of names declares them; with a pattern it limits the free keys. */
function propertyNames(
  members: readonly Member[],
  rest: PlacedSchema | undefined,
  declared: Map<string, PlacedSchema[]>,
  findings: Findings,
): { readonly open: boolean; readonly pattern: { readonly pattern?: string } } {
  let open = true;
  let pattern: { readonly pattern?: string } = {};
  for (const { schema, path } of members) {
    const names = schema.get("propertyNames");
    if (!isJsonObject(names)) {
      if (names === false) open = false;
      continue;
    }
    const list = names.has("const") ? [names.get("const")!] : names.get("enum");
    if (isJsonArray(list)) {
      open = false;
      for (const name of list) {
        if (typeof name === "string" && !declared.has(name) && rest !== undefined) declared.set(name, [rest]);
      }
      continue;
    }
    const keywords = [...names.keys()].filter((keyword) => keyword !== "type" && !ANNOTATIONS.has(keyword));
    const source = names.get("pattern");
    if (keywords.length === 0) continue;
    if (typeof source === "string" && keywords.length === 1 && pattern.pattern === undefined) pattern = { pattern: source };
    else
      findings.note(
        "loosened",
        "arguments-keyword",
        childPointer(path, "propertyNames"),
        "propertyNames is held for lists and one pattern only",
      );
  }
  return { open, pattern };
}

function reportUnheld(schema: JsonObject, path: string, findings: Findings): void {
  for (const keyword of NOT_HELD) {
    if (!schema.has(keyword) || isVacuous(schema, keyword)) continue;
    const message = `${keyword} is held in the JSON form of the arguments only`;
    findings.note("loosened", "arguments-keyword", childPointer(path, keyword), message);
  }
  const values = schema.get("enum");
  if (isJsonArray(values) && values.filter(isJsonObject).length > 1) {
    findings.note(
      "loosened",
      "arguments-keyword",
      childPointer(path, "enum"),
      "a list of whole argument objects is held in the JSON form only",
    );
  }
}

/** Counts that the required and the declared keys keep anyway. */
function isVacuous(schema: JsonObject, keyword: string): boolean {
  const limit = Number((schema.get(keyword) as { text?: string }).text);
  const [required, properties, others] = [schema.get("required"), schema.get("properties"), schema.get("additionalProperties")];
  if (keyword === "minProperties") return limit <= (isJsonArray(required) ? new Set(required).size : 0);
  if (keyword !== "maxProperties" || schema.has("patternProperties")) return false;
  return isJsonObject(properties) && (others === undefined || others === false) && properties.size <= limit;
}
