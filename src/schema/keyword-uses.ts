import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { childPointer } from "../core/pointer.ts";
import { constrainingKeywords, isConstraint, isModifier } from "./normalize/keyword-sets.ts";
import type { NormalizeOptions } from "./normalize.ts";
import { subschemasOf } from "./subschemas.ts";
import type { DraftRules } from "./validate/drafts.ts";
import { type Resource, Resources } from "./validate/resources.ts";

/** One keyword of one subschema. */
export interface KeywordUse {
  /** JSON pointer of the keyword. */
  readonly path: string;
  readonly keyword: string;
  /**
   * - `constraint`: it can refuse values.
   * - `idle`: it can refuse values elsewhere, and says nothing here, as `message` tells.
   * - `annotation`: it describes, names or holds schemas.
   * - `unknown`: no draft knows it.
   */
  readonly use: "constraint" | "idle" | "annotation" | "unknown";
  readonly message?: string;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  (
    "$anchor $comment $defs $dynamicAnchor $id $recursiveAnchor $schema $vocabulary contentEncoding contentMediaType contentSchema default definitions deprecated description discriminator " +
    "example examples externalDocs id readOnly title writeOnly xml"
  ).split(" "),
);

const TYPES: ReadonlySet<string> = new Set(["null", "boolean", "number", "integer", "string", "array", "object"]);
const STRINGS = "minLength maxLength pattern format".split(" ");
const NUMBERS = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" ");
const ARRAYS = "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems".split(
  " ",
);
const OBJECTS = (
  "properties patternProperties additionalProperties required propertyNames minProperties maxProperties dependencies dependentRequired dependentSchemas " +
  "unevaluatedProperties"
).split(" ");

/** Keywords that hold for one kind of value: what it is called, and the types that it has. */
const ABOUT: ReadonlyMap<string, readonly [name: string, types: readonly string[]]> = new Map(
  (
    [
      [STRINGS, ["strings", ["string"]]],
      [NUMBERS, ["numbers", ["number", "integer"]]],
      [ARRAYS, ["arrays", ["array"]]],
      [OBJECTS, ["objects", ["object"]]],
    ] as const
  ).flatMap(([keywords, about]) => keywords.map((keyword) => [keyword, about] as const)),
);

/** Keywords that only change what another one says. */
const LEADERS: ReadonlyMap<string, string> = new Map([
  ["then", "if"],
  ["else", "if"],
  ["minContains", "contains"],
  ["maxContains", "contains"],
  ["additionalItems", "items"],
]);

/** Every keyword of every subschema, in the order of the schema. Takes time linear in its size. */
export function keywordUses(schema: Json, options: NormalizeOptions = {}): KeywordUse[] {
  const reached = new Reached(schema, options);
  const uses: KeywordUse[] = [];
  const visit = (inner: Json, path: string): void => {
    if (!isJsonObject(inner)) return;
    const resource = reached.resourceOf(inner);
    for (const [keyword, value] of inner) {
      const at = childPointer(path, keyword);
      uses.push({ path: at, keyword, ...useOf(inner, keyword, resource) });
      for (const [member, steps] of subschemasOf(keyword, value)) visit(member, steps.reduce<string>(childPointer, at));
    }
  };
  visit(schema, "");
  return uses;
}

function useOf(schema: JsonObject, keyword: string, resource: Resource | undefined): Pick<KeywordUse, "use" | "message"> {
  if (isConstraint(keyword)) {
    const message = resource === undefined ? "nothing leads to this schema" : idleBecause(schema, keyword, resource);
    return message === undefined ? { use: "constraint" } : { use: "idle", message };
  }
  if (ANNOTATIONS.has(keyword)) return { use: "annotation" };
  const similar = SPELLINGS.get(lettersOf(keyword));
  return similar === undefined ? { use: "unknown" } : { use: "unknown", message: `is ${similar} meant?` };
}

/** Why a keyword refuses nothing where it stands; undefined where it may. */
function idleBecause(schema: JsonObject, keyword: string, resource: Resource): string | undefined {
  const { rules } = resource;
  const value = schema.get(keyword);
  if (value === null && keyword !== "const") return "null stands for a keyword that is not there";
  if (rules.refAlone && isPresent(schema, "$ref") && keyword !== "$ref") return "in this draft $ref hides every keyword beside it";
  if (!isKnown(keyword, rules)) return `${rules.draft} does not know it`;
  const leader = LEADERS.get(keyword);
  if (leader !== undefined && !isPresent(schema, leader)) return `it says nothing without ${leader}`;
  if (leader !== undefined && idleBecause(schema, leader, resource) !== undefined) return `${leader} says nothing here`;
  if (keyword === "additionalItems" && !isJsonArray(schema.get("items"))) return "it says nothing beside items that is one schema";
  const about = ABOUT.get(keyword);
  const types = typesOf(schema);
  if (about === undefined || types === undefined || about[1].some((type) => types.includes(type))) return undefined;
  return `it is about ${about[0]}, and type leaves none`;
}

function isKnown(keyword: string, rules: DraftRules): boolean {
  if (keyword === "nullable") return rules.nullable;
  if (keyword === "minContains" || keyword === "maxContains") return rules.modern;
  return isModifier(keyword) || constrainingKeywords(rules).has(keyword);
}

/** The types that a schema names; undefined where it names none, or some that do not exist. */
function typesOf(schema: JsonObject): readonly string[] | undefined {
  const type = schema.get("type");
  const types = isJsonArray(type) ? type : [type];
  return types.every((name) => typeof name === "string" && TYPES.has(name)) ? (types as string[]) : undefined;
}

function isPresent(schema: JsonObject, keyword: string): boolean {
  const value = schema.get(keyword);
  return value !== undefined && value !== null;
}

/** The schema objects that values are held to, each with the resource that it is part of. */
class Reached {
  readonly #resources: Resources;
  readonly #byObject = new Map<JsonObject, Resource>();
  readonly #open: (readonly [schema: Json, resource: Resource])[] = [];
  readonly #entered = new Set<Resource>();
  readonly #dynamicNames = new Set<string>();
  #isRecursive = false;

  constructor(schema: Json, options: NormalizeOptions) {
    this.#resources = new Resources(schema, options.draft, options.documents ?? new Map());
    this.#open.push([schema, this.#resources.root]);
    // Dynamic references may lead into every resource that is entered; entering one may lead on.
    for (let before = -1; before !== this.#byObject.size; ) {
      before = this.#byObject.size;
      for (let item = this.#open.pop(); item !== undefined; item = this.#open.pop()) this.#enter(...item);
      this.#openDynamic();
    }
  }

  resourceOf(schema: JsonObject): Resource | undefined {
    return this.#byObject.get(schema);
  }

  #enter(schema: Json, outer: Resource): void {
    if (!isJsonObject(schema) || this.#byObject.has(schema)) return;
    const resource = this.#resources.beginningAt(schema) ?? outer;
    this.#byObject.set(schema, resource);
    this.#entered.add(resource);
    for (const [keyword, value] of schema) {
      if (!isConstraint(keyword) || idleBecause(schema, keyword, resource) !== undefined) continue;
      if (keyword.startsWith("$")) this.#follow(keyword, value, resource);
      for (const [member] of subschemasOf(keyword, value)) this.#open.push([member, resource]);
    }
  }

  #follow(keyword: string, reference: Json, resource: Resource): void {
    if (typeof reference !== "string") return;
    const target =
      this.#resources.resolve(reference, resource) ??
      (reference.startsWith("#/") ? this.#resources.resolve(reference, this.#resources.root) : undefined);
    if (target === undefined) return;
    if (keyword === "$dynamicRef" && target.dynamic !== undefined) this.#dynamicNames.add(target.dynamic);
    if (keyword === "$recursiveRef" && target.resource.recursiveAnchor) this.#isRecursive = true;
    this.#open.push([target.schema, target.resource]);
  }

  #openDynamic(): void {
    for (const resource of this.#entered) {
      if (this.#isRecursive && resource.recursiveAnchor) this.#open.push([resource.root, resource]);
      for (const name of this.#dynamicNames) {
        const schema = resource.dynamicAnchors.get(name);
        if (schema !== undefined) this.#open.push([schema, resource]);
      }
    }
  }
}

/** The letters of a word in one order, so that most slips of the pen find their keyword. */
function lettersOf(keyword: string): string {
  return [...keyword.toLowerCase().replace(/[^a-z]/g, "")].sort().join("");
}

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...ABOUT.keys(), ...LEADERS.keys(), ..."type enum const allOf anyOf oneOf not if".split(" ")].map((keyword) => [
    lettersOf(keyword),
    keyword,
  ]),
);
