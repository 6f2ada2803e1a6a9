import type { SeededRandom } from "../../src/core/random.ts";
import type { UndeclaredDraft } from "../../tests/support/ajv.ts";

export type PlainSchema = boolean | { readonly [keyword: string]: unknown };
type Keywords = { [keyword: string]: unknown };
type Shape = "string" | "number" | "array" | "object" | "constant" | "any";

const KEYS = ["a", "b", "ab", "x-1", "x-2", "é", "a b", "", "name", "zz"] as const;
const PATTERNS = [
  "^a",
  "b$",
  "^x-",
  "^[ab]+$",
  "a",
  "^[a-z]{2,4}$",
  "\\d",
  "^\\S+$",
  "^(ab|ba)*$",
  "^.{1,3}$",
  "^(?!x)",
  "^[^a]*$",
  "\\bname\\b",
  "^\\p{L}+$",
] as const;
const FORMATS = [
  "date",
  "time",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uri",
  "uri-reference",
  "uuid",
  "json-pointer",
  "relative-json-pointer",
  "no-such-format",
] as const;
const TEXTS = ["", "a", "b", "ab", "abb", "x-1", "name", "é", "\u{1f600}", 'a"b', "a\\b", "2024-02-29", "127.0.0.1", "12"] as const;
const NUMBERS = [0, 1, 2, 3, -1, -7, 10, 100, 1.5, 2.5, 0.1, -0.25, 1e6, 12345678] as const;
const STEPS = [1, 2, 3, 5, 0.5, 1.5, 0.01, 10] as const;
const SHAPES: readonly Shape[] = ["string", "number", "array", "object", "object", "constant", "any"];
const DEFINITIONS = ["one", "two", "three"] as const;

/**
 * A random schema of a draft, with keywords of every kind inside one another. Most of them go together with the type they stand beside, so that most schemas have values; some do not, as in
 * schemas that people write. References may be recursive, but never run in circles without going into a member.
 */
export function randomSchema(random: SeededRandom, draft: UndeclaredDraft): PlainSchema {
  const maker = new Maker(random, draft);
  const root = maker.schema(3, random.pick(SHAPES), false);
  if (typeof root === "boolean") return root;
  const definitions = Object.fromEntries(DEFINITIONS.map((name) => [name, maker.schema(2, random.pick(SHAPES), false)]));
  return { ...root, [draft === "draft7" ? "definitions" : "$defs"]: definitions };
}

class Maker {
  readonly #random: SeededRandom;
  readonly #isNew: boolean;

  constructor(random: SeededRandom, draft: UndeclaredDraft) {
    this.#random = random;
    this.#isNew = draft === "2020-12";
  }

  /** `inMember`: it stands for an item or member, so a reference is no circle. */
  schema(depth: number, shape: Shape, inMember: boolean): PlainSchema {
    if (this.#chance(0.05)) return this.#chance(0.7);
    if (inMember && this.#chance(0.12)) return this.#reference();
    const keywords: Keywords = {};
    this.#own(keywords, depth, shape);
    if (this.#chance(0.08)) this.#own(keywords, depth, this.#random.pick(SHAPES));
    if (depth > 0) for (let chance = 0.4; this.#chance(chance); chance /= 2) this.#combine(keywords, depth, shape);
    return keywords;
  }

  #chance(probability: number): boolean {
    return this.#random.fraction() < probability;
  }

  #some<T>(list: readonly T[], most: number): T[] {
    const picked = new Set<T>();
    for (let count = 1 + this.#random.below(most); count > 0; count -= 1) picked.add(this.#random.pick(list));
    return [...picked];
  }

  #reference(): Keywords {
    const reference: Keywords = { $ref: `#/${this.#isNew ? "$defs" : "definitions"}/${this.#random.pick(DEFINITIONS)}` };
    // Draft 7 ignores what stands beside it, Ajv does not.
    if (this.#isNew && this.#chance(0.1)) reference.maxProperties = this.#random.below(3);
    return reference;
  }

  #member(depth: number): PlainSchema {
    return depth === 0
      ? this.schema(0, this.#random.pick(["string", "number", "constant", "any"]), true)
      : this.schema(depth - 1, this.#random.pick(SHAPES), true);
  }

  #own(keywords: Keywords, depth: number, shape: Shape): void {
    switch (shape) {
      case "string":
        this.#string(keywords);
        break;
      case "number":
        this.#number(keywords);
        break;
      case "array":
        this.#array(keywords, depth);
        break;
      case "object":
        this.#object(keywords, depth);
        break;
      case "constant":
        if (this.#chance(0.3)) keywords.const = this.#value(2);
        else keywords.enum = this.#distinctValues();
        break;
      case "any":
        if (this.#chance(0.7)) keywords.type = this.#some(["null", "boolean", "integer", "number", "string", "array", "object"], 3);
        if (this.#chance(0.3)) this.#number(keywords, false);
        if (this.#chance(0.3)) this.#string(keywords, false);
    }
  }

  #string(keywords: Keywords, typed = this.#chance(0.9)): void {
    if (typed) keywords.type = "string";
    if (this.#chance(0.25)) keywords.minLength = this.#random.below(4);
    if (this.#chance(0.25)) keywords.maxLength = 1 + this.#random.below(12);
    if (this.#chance(0.3)) keywords.pattern = this.#random.pick(PATTERNS);
    else if (this.#chance(0.25)) keywords.format = this.#random.pick(FORMATS);
  }

  #number(keywords: Keywords, typed = this.#chance(0.9)): void {
    if (typed) keywords.type = this.#random.pick(["integer", "number"]);
    const low = this.#random.pick(NUMBERS);
    if (this.#chance(0.4)) keywords[this.#random.pick(["minimum", "exclusiveMinimum"])] = low;
    if (this.#chance(0.4)) keywords[this.#random.pick(["maximum", "exclusiveMaximum"])] = low + this.#random.pick([0, 1, 2.5, 10, 1000]);
    if (this.#chance(0.2)) keywords.multipleOf = this.#random.pick(STEPS);
  }

  #array(keywords: Keywords, depth: number): void {
    if (this.#chance(0.9)) keywords.type = "array";
    const list = this.#chance(0.3) ? Array.from({ length: 1 + this.#random.below(3) }, () => this.#member(depth)) : undefined;
    if (list !== undefined) keywords[this.#isNew ? "prefixItems" : "items"] = list;
    if (this.#chance(0.6)) keywords[list === undefined || this.#isNew ? "items" : "additionalItems"] = this.#member(depth);
    else if (this.#isNew && this.#chance(0.2)) keywords.unevaluatedItems = this.#member(0);
    if (this.#chance(0.25)) keywords.minItems = this.#random.below(3);
    if (this.#chance(0.25)) keywords.maxItems = 1 + this.#random.below(4);
    if (this.#chance(0.2)) keywords.uniqueItems = this.#chance(0.9);
    if (this.#chance(0.2)) {
      keywords.contains = this.#member(Math.min(depth, 1));
      if (this.#isNew && this.#chance(0.4)) keywords.minContains = this.#random.below(3);
      if (this.#isNew && this.#chance(0.3)) keywords.maxContains = 1 + this.#random.below(3);
    }
  }

  #object(keywords: Keywords, depth: number): void {
    if (this.#chance(0.9)) keywords.type = "object";
    const keys = this.#some(KEYS, 4);
    if (this.#chance(0.8)) keywords.properties = Object.fromEntries(keys.map((key) => [key, this.#member(depth)]));
    if (this.#chance(0.5)) keywords.required = this.#some(this.#chance(0.8) ? keys : KEYS, 3);
    if (this.#chance(0.2))
      keywords.patternProperties = Object.fromEntries(this.#some(PATTERNS.slice(0, 6), 2).map((source) => [source, this.#member(depth)]));
    if (this.#chance(0.35)) keywords.additionalProperties = this.#chance(0.5) ? false : this.#member(depth);
    else if (this.#isNew && this.#chance(0.2)) keywords.unevaluatedProperties = this.#chance(0.5) ? false : this.#member(0);
    if (this.#chance(0.12)) keywords.propertyNames = this.#names();
    if (this.#chance(0.12)) keywords.minProperties = this.#random.below(4);
    if (this.#chance(0.12)) keywords.maxProperties = 1 + this.#random.below(4);
    if (this.#chance(0.15)) {
      const requires = Object.fromEntries(this.#some(KEYS, 2).map((key) => [key, this.#some(KEYS, 2)]));
      keywords[this.#isNew ? "dependentRequired" : "dependencies"] = requires;
    }
    if (depth > 0 && this.#chance(0.1)) {
      const schemas = { [this.#random.pick(keys)]: this.schema(depth - 1, "object", false) };
      keywords[this.#isNew ? "dependentSchemas" : "dependencies"] = schemas;
    }
  }

  #names(): PlainSchema {
    return this.#random.pick<() => PlainSchema>([
      () => ({ pattern: this.#random.pick(PATTERNS) }),
      () => ({ enum: this.#some(KEYS, 3) }),
      () => ({ maxLength: this.#random.below(4) }),
      () => ({ not: { const: this.#random.pick(KEYS) } }),
    ])();
  }

  #combine(keywords: Keywords, depth: number, shape: Shape): void {
    const part = (): PlainSchema => this.schema(depth - 1, this.#chance(0.75) ? shape : this.#random.pick(SHAPES), false);
    const parts = (): PlainSchema[] => Array.from({ length: 1 + this.#random.below(3) }, part);
    const name = this.#random.pick(["allOf", "anyOf", "oneOf", "oneOf", "not", "if"] as const);
    if (name === "not") keywords.not = part();
    else if (name === "if") {
      keywords.if = part();
      // biome-ignore lint/suspicious/noThenProperty: it is the keyword
      if (this.#chance(0.8)) keywords.then = part();
      if (this.#chance(0.5)) keywords.else = part();
    } else keywords[name] = parts();
  }

  #value(depth: number): unknown {
    const kind = this.#random.below(depth > 0 ? 6 : 4);
    if (kind === 0) return this.#random.pick([null, true, false]);
    if (kind === 1) return this.#random.pick(NUMBERS);
    if (kind < 4) return this.#random.pick(TEXTS);
    const length = this.#random.below(3);
    if (kind === 4) return Array.from({ length }, () => this.#value(depth - 1));
    return Object.fromEntries(
      this.#some(KEYS, 3)
        .slice(0, length)
        .map((key) => [key, this.#value(depth - 1)]),
    );
  }

  #distinctValues(): unknown[] {
    const values = Array.from({ length: 1 + this.#random.below(5) }, () => this.#value(1));
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  }
}
