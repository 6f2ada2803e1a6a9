import { type Diagnostic, fail } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { canonicalText } from "../../core/json-compare.ts";
import { writeJson, writeJsonString } from "../../core/json-write.ts";
import { childPointer } from "../../core/pointer.ts";
import { type DraftRules, isLater, rulesOf } from "../validate/drafts.ts";
import { FORMATS } from "../validate/formats/formats.ts";
import { type Resource, Resources, type Target } from "../validate/resources.ts";
import { ANY, type Conj, Conjunctions, NEVER, type Term } from "./conjunctions.ts";
import { constrainingKeywords, isContentKeyword, isModifier } from "./keyword-sets.ts";
import type { NormalizeOptions } from "./options.ts";
import type { ParsedPlace } from "./parsed-place.ts";
import { DynamicScopes, type ScopeId } from "./scopes.ts";

/** A schema object of the source, in one dynamic scope. */
export interface SchemaPlace {
  readonly kind: "schema";
  readonly id: number;
  readonly schema: JsonObject;
  readonly resource: Resource;
  readonly scope: ScopeId;
  readonly path: string;
  parsed: ParsedPlace | undefined;
}

/** A schema that the source does not spell: at least one of the alternatives holds. */
export interface UnionPlace {
  readonly kind: "union";
  readonly id: number;
  readonly alternatives: readonly Conj[];
  readonly path: string;
}

export type Place = SchemaPlace | UnionPlace;

/** Where a subschema stands: what its references are relative to. */
export interface Surroundings {
  readonly resource: Resource;
  readonly scope: ScopeId;
}

/** Schemas that say the same in few words share a place; so equal terms of different corners meet. */
const MAX_SHARED_KEY = 200;

/** Every place of the schema that was reached, each with a number of its own. */
export class Places {
  readonly conjunctions = new Conjunctions();
  readonly diagnostics: Diagnostic[] = [];
  readonly root: Conj;
  readonly #resources: Resources;
  readonly #scopes = new DynamicScopes();
  readonly #assertFormats: boolean;
  readonly #places: Place[] = [];
  readonly #byObject: Map<JsonObject, Conj>[] = [];
  readonly #paths = new Map<JsonObject, string>();
  readonly #shared = new Map<string, Conj>();
  readonly #unions = new Map<string, Conj>();
  readonly #made: Resource;

  constructor(schema: Json, options: NormalizeOptions) {
    this.#resources = new Resources(schema, options.draft, options.documents ?? new Map());
    this.#assertFormats = options.formats !== "annotate";
    this.#made = { ...this.#resources.root, rules: rulesOf("mixed"), assertions: true };
    // Numbers 0 and 1 of the conjunctions are taken, so places may start at 0.
    this.root = this.conjOf(schema, { resource: this.#resources.root, scope: 0 }, "");
  }

  place(term: Term): Place {
    return this.#places[term >> 1];
  }

  /** The place that a conjunction is told by in messages. */
  pathOf(conj: Conj): string {
    const terms = this.conjunctions.terms(conj);
    return terms.length === 0 ? "" : this.place(terms[0]).path;
  }

  /** The conjunction of one subschema. References that stand alone are followed, and what says nothing is {@link ANY}. */
  conjOf(json: Json, around: Surroundings, path: string): Conj {
    if (json === true) return ANY;
    if (json === false) return NEVER;
    if (!isJsonObject(json)) {
      return fail(
        "schema-not-a-schema",
        path,
        `a schema is an object, true or false; found ${writeJson(json).slice(0, 80)}`,
        "correct the schema",
      );
    }
    const known = this.#byObject[around.scope]?.get(json);
    if (known !== undefined) return known;
    let [schema, { resource, scope }, at] = [json, around, path];
    const passed = new Set<JsonObject>();
    for (;;) {
      if (!this.#paths.has(schema)) this.#paths.set(schema, at);
      const own = this.#resources.beginningAt(schema);
      if (own !== undefined) resource = own;
      scope = this.#scopes.enter(scope, resource);
      const found = this.#classify(schema, resource, at);
      if (found !== "reference") return this.#remember(json, around.scope, found ?? this.#add(schema, { resource, scope }, at));
      const target = this.follow("$ref", schema.get("$ref")!, { resource, scope }, at);
      if (passed.has(schema)) return referenceCycle(at, schema.get("$ref")!);
      passed.add(schema);
      if (!isJsonObject(target.schema)) return this.#remember(json, around.scope, this.conjOf(target.schema, target.around, target.path));
      [schema, { resource, scope }, at] = [target.schema, target.around, target.path];
    }
  }

  /** The conjunction of the schema that a reference keyword leads to. */
  conjOfReference(keyword: "$ref" | "$dynamicRef" | "$recursiveRef", reference: Json, place: SchemaPlace): Conj {
    const target = this.follow(keyword, reference, place, place.path);
    return this.conjOf(target.schema, target.around, target.path);
  }

  private follow(keyword: "$ref" | "$dynamicRef" | "$recursiveRef", reference: Json, around: Surroundings, path: string) {
    const at = childPointer(path, keyword);
    if (typeof reference !== "string")
      return fail("schema-keyword-value", at, `must be a string, found ${writeJson(reference).slice(0, 80)}`);
    // Many schemas give their parts an `id` without meaning that "#" begins there.
    const target =
      this.#resources.resolve(reference, around.resource) ??
      (reference.startsWith("#/") ? this.#resources.resolve(reference, this.#resources.root) : undefined);
    if (target === undefined || (!isJsonObject(target.schema) && typeof target.schema !== "boolean")) {
      const hint = reference.startsWith("#") ? "correct the reference" : "give the document in the option `documents`; nothing is fetched";
      return fail("schema-ref-unresolved", at, `${keyword} ${reference} leads to no schema`, hint);
    }
    const found =
      keyword === "$ref"
        ? target
        : keyword === "$dynamicRef"
          ? this.#outermostDynamic(around.scope, target)
          : this.#outermostRecursive(around.scope, target);
    return { schema: found.schema, path: this.#pathOfTarget(found, reference), around: { resource: found.resource, scope: around.scope } };
  }

  #outermostDynamic(scope: ScopeId, target: Target): Pick<Target, "schema" | "resource"> {
    if (target.dynamic === undefined) return target;
    for (const resource of this.#scopes.resources(scope)) {
      const schema = resource.dynamicAnchors.get(target.dynamic);
      if (schema !== undefined) return { schema, resource };
    }
    return target;
  }

  #outermostRecursive(scope: ScopeId, target: Target): Pick<Target, "schema" | "resource"> {
    if (!target.resource.recursiveAnchor) return target;
    const resource = this.#scopes.resources(scope).find((entered) => entered.recursiveAnchor) ?? target.resource;
    return { schema: resource.root, resource };
  }

  #pathOfTarget({ schema, resource }: Pick<Target, "schema" | "resource">, reference: string): string {
    const known = isJsonObject(schema) ? this.#paths.get(schema) : undefined;
    if (known !== undefined) return known;
    const at = reference.indexOf("#");
    const fragment = at < 0 ? "" : decoded(reference.slice(at + 1));
    const base = isJsonObject(resource.root) ? this.#paths.get(resource.root) : undefined;
    if (fragment !== "" && !fragment.startsWith("/")) return `${base ?? resource.uri}#${fragment}`;
    return (base ?? `${resource.uri}#`) + fragment;
  }

  /** The negation of a conjunction. */
  not(conj: Conj): Conj {
    if (conj === ANY) return NEVER;
    if (conj === NEVER) return ANY;
    return this.union(this.conjunctions.terms(conj).map((term) => this.conjunctions.of(term ^ 1)));
  }

  /** What fits at least one of the conjunctions. */
  union(conjs: readonly Conj[]): Conj {
    const distinct = [...new Set(conjs)].filter((conj) => conj !== NEVER).sort((a, b) => a - b);
    if (distinct.includes(ANY)) return ANY;
    if (distinct.length === 0) return NEVER;
    if (distinct.length === 1) return distinct[0];
    const key = distinct.join();
    let conj = this.#unions.get(key);
    if (conj === undefined) {
      const id = this.#places.length;
      this.#places.push({ kind: "union", id, alternatives: distinct, path: this.pathOf(distinct[0]) });
      conj = this.conjunctions.of(id * 2);
      this.#unions.set(key, conj);
    }
    return conj;
  }

  /** Exactly this value. */
  constant(value: Json): Conj {
    const key = `=${canonicalText(value)}`;
    let conj = this.#shared.get(key);
    if (conj === undefined) {
      conj = this.#add(new Map([["const", value]]), { resource: this.#made, scope: 0 }, "");
      this.#shared.set(key, conj);
    }
    return conj;
  }

  #add(schema: JsonObject, { resource, scope }: Surroundings, path: string): Conj {
    const id = this.#places.length;
    this.#places.push({ kind: "schema", id, schema, resource, scope, path, parsed: undefined });
    return this.conjunctions.of(id * 2);
  }

  #remember(json: JsonObject, scope: ScopeId, conj: Conj): Conj {
    this.#byObject[scope] ??= new Map();
    this.#byObject[scope].set(json, conj);
    return conj;
  }

  /** `reference`: a lone `$ref`; a conjunction: {@link ANY} or a place that is known to say the same; `undefined`: a schema of its own. */
  #classify(schema: JsonObject, resource: Resource, path: string): "reference" | Conj | undefined {
    const { rules } = resource;
    if (rules.refAlone && isPresent(schema.get("$ref"))) return "reference";
    const constraining = constrainingKeywords(rules);
    let [count, referring] = [0, false];
    let key: string | undefined = groupKey(rules, resource);
    for (const [keyword, value] of schema) {
      if (isContentKeyword(keyword)) {
        this.#note("schema-content-unenforced", path, keyword, `${keyword} is an annotation: the content of the string is not checked`);
        continue;
      }
      if (!constraining.has(keyword) || (value === null && keyword !== "const")) {
        if (isModifier(keyword)) key = undefined;
        else if (isLater(keyword, rules))
          this.#note(
            "schema-keyword-of-later-draft",
            path,
            keyword,
            `${keyword} came after draft 4, which the schema names: it says nothing there`,
          );
        continue;
      }
      if (keyword === "format" && typeof value === "string" && !this.#asserts(value, resource, path)) continue;
      count += 1;
      if (keyword === "$ref") referring = true;
      if (key === undefined) continue;
      if (keyword.startsWith("$")) key = undefined;
      else if (typeof value !== "object") key += `${keyword}=${typeof value === "string" ? writeJsonString(value) : value};`;
      else if (value !== null && "text" in value) key += `${keyword}=${value.text};`;
      else if (keyword === "type" && isJsonArray(value)) key += `${keyword}=${writeJson(value)};`;
      else key = undefined;
    }
    if (count === 0) return ANY;
    if (referring && count === 1) return "reference";
    if (key === undefined || key.length > MAX_SHARED_KEY) return undefined;
    const shared = this.#shared.get(key);
    if (shared !== undefined) return shared;
    const conj = this.#add(schema, { resource, scope: 0 }, path);
    this.#shared.set(key, conj);
    return conj;
  }

  #asserts(format: string, resource: Resource, path: string): boolean {
    if (!FORMATS.has(format)) {
      this.#note(
        "schema-format-unknown",
        path,
        "format",
        `the format ${writeJsonString(format)} is not one of the standard's: it is an annotation`,
      );
      return false;
    }
    if (this.#assertFormats || resource.assertsFormats) return true;
    this.#note("schema-format-annotation", path, "format", `the format ${writeJsonString(format)} is read as an annotation`);
    return false;
  }

  /** Whether a `format` of this resource holds back anything. */
  enforcesFormat(format: string, resource: Resource): boolean {
    return FORMATS.has(format) && (this.#assertFormats || resource.assertsFormats);
  }

  #note(
    code: "schema-keyword-of-later-draft" | "schema-content-unenforced" | "schema-format-unknown" | "schema-format-annotation",
    path: string,
    keyword: string,
    message: string,
  ): void {
    this.diagnostics.push({ kind: "unenforced", code, path: childPointer(path, keyword), message });
  }
}

/** Null stands for an absent keyword: serialisers of other languages write it for what is not there. */
function isPresent(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

/** Schemas of different drafts never share a place, nor do those whose meta-schemas differ. */
function groupKey(rules: DraftRules, resource: Resource): string {
  return `${rules.draft}${resource.assertions ? "" : "-"}${resource.assertsFormats ? "+" : ""}|`;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

export function referenceCycle(path: string, reference?: Json): never {
  const which = typeof reference === "string" ? `$ref ${reference}` : "$ref";
  return fail(
    "schema-ref-cycle",
    path,
    `${which} leads back to itself without going into a member, so it says nothing`,
    "remove the cycle of references",
  );
}
