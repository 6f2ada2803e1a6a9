import { fail } from "../../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { pointerTokens } from "../../core/pointer.ts";
import { subschemasOf } from "../subschemas.ts";
import { type Draft, type DraftRules, draftNamedBy, rulesOf } from "./drafts.ts";
import { DEFAULT_BASE, fragmentOf, resolveUri, withoutFragment } from "./uri.ts";

/** A schema with its own URI, and the names in it. */
export interface Resource {
  readonly uri: string;
  readonly root: Json;
  readonly rules: DraftRules;
  readonly anchors: Map<string, Json>;
  readonly dynamicAnchors: Map<string, Json>;
  readonly recursiveAnchor: boolean;
  /** False where the schema's own meta-schema leaves out the validation keywords. */
  readonly assertions: boolean;
  /** True where the schema's own meta-schema makes `format` an assertion, whatever the options say. */
  readonly assertsFormats: boolean;
}

/** A schema that a reference leads to. `dynamic` is the name of the dynamic anchor it was found by. */
export interface Target {
  readonly schema: Json;
  readonly resource: Resource;
  readonly dynamic: string | undefined;
}

/** Most schemas in one document. */
const MAX_SCHEMAS = 150_000;

/** Every schema resource of a document and of the documents that it refers to, found by URI, anchor or pointer. */
export class Resources {
  readonly root: Resource;
  readonly #documents: ReadonlyMap<string, Json>;
  readonly #draft: Draft;
  readonly #byUri = new Map<string, Resource>();
  readonly #ownResource = new WeakMap<JsonObject, Resource>();
  readonly #targets = new Map<string, Target | undefined>();

  constructor(schema: Json, draft: Draft | undefined, documents: ReadonlyMap<string, Json>) {
    this.#documents = documents;
    this.#draft = draft ?? "mixed";
    this.root = this.#index(schema, DEFAULT_BASE);
  }

  /** The resource that begins at this very schema. */
  beginningAt(schema: JsonObject): Resource | undefined {
    return this.#ownResource.get(schema);
  }

  /** What `reference` means in `resource`. */
  resolve(reference: string, resource: Resource): Target | undefined {
    const uri = resolveUri(resource.uri, reference);
    if (!this.#targets.has(uri)) this.#targets.set(uri, this.#find(uri));
    return this.#targets.get(uri);
  }

  #find(uri: string): Target | undefined {
    const resource = this.#resource(withoutFragment(uri));
    if (resource === undefined) return undefined;
    const fragment = fragmentOf(uri);
    const tokens = pointerTokens(fragment);
    if (tokens !== undefined) return this.#follow(resource, tokens);
    const dynamic = resource.dynamicAnchors.get(fragment);
    if (dynamic !== undefined) return { schema: dynamic, resource, dynamic: fragment };
    const schema = resource.anchors.get(fragment);
    return schema === undefined ? undefined : { schema, resource, dynamic: undefined };
  }

  #resource(uri: string): Resource | undefined {
    const known = this.#byUri.get(uri);
    if (known !== undefined) return known;
    const document = this.#documents.get(uri) ?? this.#documents.get(`${uri}#`);
    return document === undefined ? undefined : this.#index(document, uri);
  }

  #follow(start: Resource, tokens: readonly string[]): Target | undefined {
    let resource = start;
    let schema: Json | undefined = start.root;
    for (const token of tokens) {
      if (isJsonObject(schema)) schema = schema.get(token);
      else if (isJsonArray(schema) && /^(?:0|[1-9]\d*)$/.test(token)) schema = schema[Number(token)];
      else return undefined;
      if (isJsonObject(schema)) resource = this.#ownResource.get(schema) ?? resource;
    }
    return schema === undefined ? undefined : { schema, resource, dynamic: undefined };
  }

  /** Walks over all subschemas of a document, without recursion, and registers the resources and anchors in it. */
  #index(document: Json, uri: string): Resource {
    const first = this.#add(document, withoutFragment(uri), this.#draft);
    const seen = new Set<Json>();
    const open: { schema: Json; resource: Resource }[] = [{ schema: document, resource: first }];
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const { schema } = item;
      if (!isJsonObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      if (seen.size > MAX_SCHEMAS) {
        fail(
          "schema-too-large",
          "",
          `the document holds more than ${MAX_SCHEMAS} schemas`,
          "split it, or leave out definitions that nothing refers to",
        );
      }
      const resource = this.#enter(schema, item.resource, schema === document);
      for (const [keyword, value] of schema) {
        for (const [member] of subschemasOf(keyword, value)) open.push({ schema: member, resource });
      }
    }
    // A document is found by the URI it was given for and by its own.
    const own = isJsonObject(document) ? this.#ownResource.get(document) : undefined;
    if (own !== undefined) this.#byUri.set(withoutFragment(uri), own);
    return own ?? first;
  }

  #enter(schema: JsonObject, outer: Resource, isDocument: boolean): Resource {
    const rules = rulesOf(draftNamedBy(schema) ?? outer.rules.draft);
    if (rules.refAlone && schema.has("$ref")) return outer;
    let resource = outer;
    const id = schema.get(rules.id);
    if (typeof id === "string") {
      if (id.startsWith("#")) {
        if (!rules.modern || rules.draft === "mixed") resource.anchors.set(id.slice(1), schema);
      } else {
        resource = this.#add(schema, withoutFragment(resolveUri(outer.uri, id)), rules.draft);
        this.#ownResource.set(schema, resource);
        const fragment = fragmentOf(id);
        if (fragment !== "") resource.anchors.set(fragment, schema);
      }
    } else if (isDocument) this.#ownResource.set(schema, resource);
    if (!rules.modern) return resource;
    const anchor = schema.get("$anchor");
    if (typeof anchor === "string") resource.anchors.set(anchor, schema);
    const dynamic = schema.get("$dynamicAnchor");
    if (typeof dynamic === "string" && rules.dynamicRef) resource.dynamicAnchors.set(dynamic, schema);
    return resource;
  }

  #add(root: Json, uri: string, draft: Draft): Resource {
    const object = isJsonObject(root) ? root : undefined;
    const rules = rulesOf((object && draftNamedBy(object)) ?? this.#draftOfMetaSchema(object) ?? draft);
    const vocabularies = this.#vocabularies(object);
    const resource: Resource = {
      uri,
      root,
      rules,
      anchors: new Map(),
      dynamicAnchors: new Map(),
      recursiveAnchor: object?.get("$recursiveAnchor") === true,
      assertions: vocabularies === undefined || vocabularies.some((name) => name.endsWith("/vocab/validation")),
      assertsFormats: vocabularies?.some((name) => name.endsWith("/vocab/format-assertion")) === true,
    };
    this.#byUri.set(uri, resource);
    return resource;
  }

  /** The meta-schema, where a document for it was given. */
  #metaSchema(schema: JsonObject | undefined): JsonObject | undefined {
    const uri = schema?.get("$schema");
    const document = typeof uri === "string" ? this.#documents.get(uri) : undefined;
    return isJsonObject(document) ? document : undefined;
  }

  #draftOfMetaSchema(schema: JsonObject | undefined): Draft | undefined {
    const meta = this.#metaSchema(schema);
    return meta === undefined ? undefined : draftNamedBy(meta);
  }

  #vocabularies(schema: JsonObject | undefined): string[] | undefined {
    const vocabulary = this.#metaSchema(schema)?.get("$vocabulary");
    return isJsonObject(vocabulary) ? [...vocabulary.keys()] : undefined;
  }
}
