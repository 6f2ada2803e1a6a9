import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject, jsonTypeOf } from "../core/json.ts";
import { canonicalText } from "../core/json-compare.ts";
import { childPointer } from "../core/pointer.ts";
import { createValidator, type Validator } from "../schema/validate.ts";
import { bothSchemas } from "./conjunction.ts";
import type { Findings } from "./findings.ts";
import type { References } from "./references.ts";
import { ANNOTATIONS } from "./subschemas.ts";

/** JSON Schema's seven type names. */
export type ValueType = "string" | "integer" | "number" | "boolean" | "null" | "object" | "array";

/** One way to write a value: a literal, or any value of one type that a schema allows. */
export interface ValueOption {
  readonly type: ValueType;
  /** The one value, where the schema names it. */
  readonly literal?: Json;
  /** The schema, narrowed to `type`; of a literal, `{const}`. References in it are those of the root. */
  readonly schema: JsonObject;
  /** Where it comes from: a pointer into the root schema. */
  readonly path: string;
  /** Nothing but the type is asked for. */
  readonly free: boolean;
}

const MAX_DEPTH = 32;
const MAX_OPTIONS = 4096;
const NOT_ASSERTIONS = new Set(["$defs", "definitions", "nullable"]);
const DEFINITIONS = new Set(["$defs", "definitions"]);
const COMBINATORS = new Set(["$ref", "const", "enum", "anyOf", "oneOf", "allOf"]);
const OBJECT_KEYWORDS = ["properties", "additionalProperties", "patternProperties", "required", "propertyNames"];
const ARRAY_KEYWORDS = ["items", "prefixItems"];
/** The order in which the types of an unconstrained value are offered. */
const ANY_TYPES: readonly ValueType[] = ["string", "number", "boolean", "null", "object", "array"];
const KNOWN_TYPES: ReadonlySet<string> = new Set<string>([...ANY_TYPES, "integer"]);

/** The ways to write any value. */
function anyValue(path: string): readonly ValueOption[] {
  return ANY_TYPES.map((type) => {
    const schema = new Map<string, Json>([["type", type]]);
    if (type === "object") schema.set("additionalProperties", true);
    if (type === "array") schema.set("items", true);
    return { type, schema, path, free: true };
  });
}

/**
 * Every way to write a value of a schema, in the order of the schema: alternatives and lists of types are split, references and
 * `allOf` looked through, constraints beside them kept. No option: no value is possible. Values that can only be told apart by more than
 * their type (`oneOf`) keep that in the schema, or are reported.
 */
export function valueOptions(schema: Json, path: string, references: References, findings: Findings): readonly ValueOption[] {
  const collector = new Collector(references, findings, true);
  let options = collector.collect(schema, path, 0);
  // `properties` without a type is meant for objects, but only says so much by the standard.
  if (options.length === 0 && !collector.cyclic) options = new Collector(references, findings, false).collect(schema, path, 0);
  if (options.length === 0 && collector.cyclic) {
    findings.note("loosened", "arguments-reference-cycle", path, "the references only lead to each other, so any value is taken");
    return anyValue(path);
  }
  if (isJsonObject(schema) && schema.get("nullable") === true && !options.some((option) => option.type === "null")) {
    return [...options, { type: "null", schema: new Map([["type", "null"]]), path, free: true }];
  }
  return options;
}

class Collector {
  cyclic = false;
  readonly #references: References;
  readonly #findings: Findings;
  readonly #implied: boolean;
  readonly #open = new Set<string>();
  readonly #done = new Map<string, readonly ValueOption[]>();
  readonly #validators = new Map<ValueOption, Validator>();

  /** `implied`: keywords of objects and arrays imply their type where none is given. */
  constructor(references: References, findings: Findings, implied: boolean) {
    this.#references = references;
    this.#findings = findings;
    this.#implied = implied;
  }

  collect(schema: Json, path: string, depth: number): readonly ValueOption[] {
    if (schema === false) return [];
    if (!isJsonObject(schema)) return anyValue(path);
    if (depth > MAX_DEPTH) {
      this.#findings.note("loosened", "arguments-too-deep", path, `alternatives and references nest deeper than ${MAX_DEPTH} levels`);
      return anyValue(path);
    }
    let options: readonly ValueOption[] | undefined;
    const restrict = (more: readonly ValueOption[]): void => {
      options = options === undefined ? more : this.#both(options, more, path);
    };
    const reference = schema.get("$ref");
    if (typeof reference === "string") {
      const target = this.#target(reference, path, depth);
      if (this.#references.hidesSiblings) return target;
      restrict(target);
    }
    if (schema.has("const")) restrict([literal(schema.get("const")!, path)]);
    const values = schema.get("enum");
    if (isJsonArray(values)) restrict(union(values.map((value) => [literal(value, path)])));
    const each = (keyword: string): (readonly ValueOption[])[] => {
      const list = schema.get(keyword);
      if (!isJsonArray(list)) return [];
      const at = childPointer(path, keyword);
      return list.map((item, index) => this.collect(item, childPointer(at, index), depth + 1));
    };
    if (schema.has("anyOf")) restrict(union(each("anyOf")));
    if (schema.has("oneOf")) restrict(this.#exclusive(each("oneOf"), path));
    for (const member of each("allOf")) restrict(member);
    const own = ownKeywords(schema, path);
    if (options === undefined || own.size > 0) restrict(plainOptions(own, path, this.#implied && options === undefined));
    return options ?? [];
  }

  #target(reference: string, path: string, depth: number): readonly ValueOption[] {
    const target = this.#references.resolve(reference);
    if (target === undefined) {
      const at = childPointer(path, "$ref");
      const hint = "use a pointer such as #/$defs/name, and bring remote definitions in";
      this.#findings.error("arguments-reference", at, `the reference ${JSON.stringify(reference)} leads nowhere in this schema`, hint);
      return anyValue(path);
    }
    const known = this.#done.get(target.pointer);
    if (known !== undefined) return known;
    if (this.#open.has(target.pointer)) {
      this.cyclic = true;
      return [];
    }
    this.#open.add(target.pointer);
    const options = this.collect(target.schema, target.pointer, depth + 1);
    this.#open.delete(target.pointer);
    this.#done.set(target.pointer, options);
    return options;
  }

  /** The options that satisfy both. */
  #both(a: readonly ValueOption[], b: readonly ValueOption[], path: string): readonly ValueOption[] {
    if (a.length * b.length > MAX_OPTIONS) {
      this.#findings.note(
        "loosened",
        "arguments-too-many-alternatives",
        path,
        "these alternatives are too many to combine, so some are not held",
      );
      return a;
    }
    return union(a.map((x) => b.flatMap((y) => bothOptions(x, y, (value, option) => this.#holds(value, option)))));
  }

  #holds(value: Json, option: ValueOption): boolean {
    if (option.free) return true;
    let validator = this.#validators.get(option);
    if (validator === undefined) {
      validator = createValidator(this.#references.carry(option.schema, option.schema), { assertFormats: false });
      this.#validators.set(option, validator);
    }
    return validator.validate(value).valid;
  }

  /** The alternatives of a `oneOf`. A value may fit only one of them, which matters where two are of one type. */
  #exclusive(alternatives: readonly (readonly ValueOption[])[], path: string): readonly ValueOption[] {
    const wire = (option: ValueOption): string => (option.type === "integer" ? "number" : option.type);
    const out: ValueOption[] = [];
    const types = new Set(alternatives.flat().map(wire));
    for (const type of types) {
      const members = alternatives.map((options) => options.filter((option) => wire(option) === type)).filter((list) => list.length > 0);
      const all = union(members);
      if (members.length === 1 || all.every((option) => option.literal !== undefined) || type === "null") out.push(...all);
      else if (type === "string") {
        const message = "more than one alternative of this oneOf may fit the same text";
        this.#findings.note("loosened", "arguments-one-of", childPointer(path, "oneOf"), message);
        out.push(...all);
      } else {
        const schemas = members.map((options) =>
          options.length === 1 ? options[0].schema : new Map([["anyOf", options.map((o) => o.schema)]]),
        );
        const schema = new Map<string, Json>([
          ["type", type],
          ["oneOf", schemas],
        ]);
        out.push({ type: type as ValueType, schema, path, free: false });
      }
    }
    return out;
  }
}

function literal(value: Json, path: string): ValueOption {
  const kind = jsonTypeOf(value);
  const type = value instanceof JsonNumber && value.isIntegerSpelling ? "integer" : kind;
  return { type, literal: value, schema: new Map([["const", value]]), path, free: false };
}

/** The keywords of this schema object alone, without what is collected apart and without what says nothing. */
function ownKeywords(schema: JsonObject, path: string): JsonObject {
  // The root's definitions are carried along where they are needed.
  const own = [...schema].filter(([keyword]) => !COMBINATORS.has(keyword) && !(path === "" && DEFINITIONS.has(keyword)));
  return own.some(([keyword]) => !ANNOTATIONS.has(keyword) && !NOT_ASSERTIONS.has(keyword)) ? new Map(own) : new Map();
}

/** Options of plain keywords. `implied`: keywords of objects and arrays imply the type, as nothing beside them says it. */
function plainOptions(own: JsonObject, path: string, implied: boolean): readonly ValueOption[] {
  const narrow = (type: string): ValueOption[] => {
    if (!KNOWN_TYPES.has(type)) return [];
    const schema = new Map<string, Json>(own.has("type") ? own : [["type", type], ...own]).set("type", type);
    const free = ![...own.keys()].some((keyword) => keyword !== "type" && !ANNOTATIONS.has(keyword) && !NOT_ASSERTIONS.has(keyword));
    return [{ type: type as ValueType, schema, path, free }];
  };
  const type = own.get("type");
  if (typeof type === "string") return narrow(type);
  if (isJsonArray(type)) return type.flatMap((name) => (typeof name === "string" ? narrow(name) : []));
  if (OBJECT_KEYWORDS.some((keyword) => own.has(keyword)) && implied) return narrow("object");
  if (ARRAY_KEYWORDS.some((keyword) => own.has(keyword)) && implied) return narrow("array");
  return own.size === 0 ? anyValue(path) : ANY_TYPES.flatMap(narrow);
}

function bothOptions(a: ValueOption, b: ValueOption, holds: (value: Json, option: ValueOption) => boolean): ValueOption[] {
  const type = a.type === b.type ? a.type : isNumeric(a.type) && isNumeric(b.type) ? "integer" : undefined;
  if (type === undefined) return [];
  if (a.literal !== undefined || b.literal !== undefined) {
    const [value, other] = a.literal !== undefined ? [a, b] : [b, a];
    if (other.literal !== undefined) return canonicalText(value.literal!) === canonicalText(other.literal) ? [value] : [];
    // A literal that is no integer has no place under `integer`.
    if (other.type === "integer" && value.type === "number" && !isWhole(value.literal!)) return [];
    return holds(value.literal!, other) ? [value] : [];
  }
  if (a.free && a.type === type) return [b.type === type ? b : retyped(b, type)];
  if (b.free && b.type === type) return [a.type === type ? a : retyped(a, type)];
  const schema = bothSchemas(retyped(a, type).schema, retyped(b, type).schema);
  return [{ type, schema, path: a.path, free: false }];
}

function retyped(option: ValueOption, type: ValueType): ValueOption {
  return { ...option, type, schema: new Map(option.schema).set("type", type) };
}

function isNumeric(type: ValueType): boolean {
  return type === "integer" || type === "number";
}

function isWhole(value: Json): boolean {
  return value instanceof JsonNumber && Number.isInteger(value.value);
}

/** All options, each once. */
function union(lists: readonly (readonly ValueOption[])[]): readonly ValueOption[] {
  if (lists.length === 1) return lists[0];
  const seen = new Set<ValueOption | string>();
  return lists.flat().filter((option) => {
    const key = option.literal !== undefined ? `${option.type} ${canonicalText(option.literal)}` : option.free ? option.type : option;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
