import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { escapePointerToken, pointerTokens } from "../core/pointer.ts";
import { forEachSubschema, mapSubschemas } from "./subschemas.ts";

/** A place in the root schema. */
export interface ReferenceTarget {
  readonly schema: Json;
  readonly pointer: string;
}

/** What a schema needs around it: a definition of the root that keeps its name, or another place that gets a name of its own. */
interface Home {
  readonly keyword: "$defs" | "definitions";
  readonly name: string;
  readonly schema: Json;
  /** What a reference text of the source must become, where that is not itself. */
  readonly moved: boolean;
}

/** The local references of one root schema: JSON pointers (also percent-encoded), `$anchor` and `$id`. Nothing is fetched. */
export class References {
  /** Up to draft 7 the keywords beside `$ref` do not count. */
  readonly hidesSiblings: boolean;
  readonly #root: Json;
  readonly #resolved = new Map<string, ReferenceTarget | undefined>();
  readonly #direct = new Map<Json, readonly string[]>();
  readonly #homes = new Map<string, Home>();
  #named: Map<string, ReferenceTarget> | undefined;

  constructor(root: Json) {
    this.#root = root;
    const draft = isJsonObject(root) ? root.get("$schema") : undefined;
    this.hidesSiblings = typeof draft === "string" && /draft-0[3467]/.test(draft);
  }

  resolve(reference: string): ReferenceTarget | undefined {
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#find(reference));
    return this.#resolved.get(reference);
  }

  /**
   * `schema`, taken out of the root, with the definitions that `declared` (the schema as it stands in the root) reaches, so that its
   * references still resolve. Definitions keep their names and their order; other places that are referred to become definitions.
   */
  carry(schema: JsonObject, declared: Json): JsonObject {
    const homes = this.#reach(declared);
    if (homes.size === 0) return schema;
    const rewrite = [...homes.values()].some((home) => home.moved);
    const adapt = (part: Json): Json => (rewrite ? mapSubschemas(part, (node) => this.#rewritten(node)) : part);
    const out = new Map(adapt(schema) as JsonObject);
    for (const keyword of ["$defs", "definitions"] as const) {
      const wanted = [...homes.values()].filter((home) => home.keyword === keyword);
      if (wanted.length === 0) continue;
      const own = out.get(keyword);
      const members = new Map<string, Json>(isJsonObject(own) ? own : []);
      const order = isJsonObject(this.#root) ? this.#root.get(keyword) : undefined;
      const rank = new Map(isJsonObject(order) ? [...order.keys()].map((name, index) => [name, index] as const) : []);
      wanted.sort((a, b) => (rank.get(a.name) ?? rank.size) - (rank.get(b.name) ?? rank.size));
      for (const home of wanted) members.set(home.name, adapt(withoutDefinitions(home)));
      out.set(keyword, members);
    }
    return out;
  }

  #reach(declared: Json): Map<string, Home> {
    const homes = new Map<string, Home>();
    const queue = [...this.#refsIn(declared)];
    while (queue.length > 0) {
      const home = this.#home(queue.pop()!);
      if (home === undefined || homes.has(`${home.keyword}/${home.name}`)) continue;
      homes.set(`${home.keyword}/${home.name}`, home);
      queue.push(...this.#refsIn(withoutDefinitions(home)));
    }
    return homes;
  }

  #home(reference: string): Home | undefined {
    const target = this.resolve(reference);
    if (target === undefined) return undefined;
    const [keyword, name] = pointerTokens(target.pointer) ?? [];
    if ((keyword === "$defs" || keyword === "definitions") && name !== undefined) {
      const pointer = `/${keyword}/${escapePointerToken(name)}`;
      const schema = this.resolve(`#${pointer}`)!.schema;
      return { keyword, name, schema, moved: reference !== `#${target.pointer}` };
    }
    let home = this.#homes.get(target.pointer);
    if (home === undefined) {
      home = { keyword: "$defs", name: this.#freeName(target.pointer), schema: target.schema, moved: true };
      this.#homes.set(target.pointer, home);
    }
    return home;
  }

  #freeName(pointer: string): string {
    const base = pointerTokens(pointer)?.at(-1) ?? "root";
    const taken = new Set([...this.#homes.values()].map((home) => home.name));
    const own = isJsonObject(this.#root) ? this.#root.get("$defs") : undefined;
    let name = base;
    for (let count = 2; taken.has(name) || (isJsonObject(own) && own.has(name)); count += 1) name = `${base}_${count}`;
    return name;
  }

  #rewritten(node: JsonObject): JsonObject {
    const reference = node.get("$ref");
    if (typeof reference !== "string") return node;
    const home = this.#home(reference);
    if (home === undefined || !home.moved) return node;
    const target = this.resolve(reference)!;
    const stays = this.#homes.get(target.pointer) !== home;
    return new Map(node).set("$ref", stays ? `#${target.pointer}` : `#/${home.keyword}/${escapePointerToken(home.name)}`);
  }

  /** The reference texts inside a schema, each once. */
  #refsIn(schema: Json): readonly string[] {
    const known = this.#direct.get(schema);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const walk = (node: Json): void => {
      if (!isJsonObject(node)) return;
      const reference = node.get("$ref");
      if (typeof reference === "string") found.add(reference);
      forEachSubschema(node, "", walk);
    };
    walk(schema);
    const list = [...found];
    this.#direct.set(schema, list);
    return list;
  }

  #find(reference: string): ReferenceTarget | undefined {
    const hash = reference.indexOf("#");
    const base = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    const start: ReferenceTarget | undefined = base === "" ? { schema: this.#root, pointer: "" } : this.#byName(base);
    if (start === undefined) return undefined;
    if (fragment === "") return start;
    if (!fragment.startsWith("/")) return base === "" ? this.#byName(`#${fragment}`) : undefined;
    return follow(start, fragment) ?? follow(start, decodePercent(fragment));
  }

  #byName(name: string): ReferenceTarget | undefined {
    if (this.#named === undefined) {
      const named = new Map<string, ReferenceTarget>();
      const walk = (schema: Json, pointer: string): void => {
        if (!isJsonObject(schema)) return;
        const anchor = schema.get("$anchor");
        // Draft 4 has `id`, and both may be a bare fragment.
        const names = [schema.get("$id"), schema.get("id"), typeof anchor === "string" ? `#${anchor}` : undefined];
        for (const own of names) if (typeof own === "string" && !named.has(own)) named.set(own, { schema, pointer });
        forEachSubschema(schema, pointer, walk);
      };
      walk(this.#root, "");
      this.#named = named;
    }
    return this.#named.get(name);
  }
}

/** A place that becomes a definition must not bring the root's definitions along a second time. */
function withoutDefinitions(home: Home): Json {
  if (!home.moved || !isJsonObject(home.schema)) return home.schema;
  if (!home.schema.has("$defs") && !home.schema.has("definitions")) return home.schema;
  const out = new Map(home.schema);
  out.delete("$defs");
  out.delete("definitions");
  return out;
}

function follow(start: ReferenceTarget, pointer: string): ReferenceTarget | undefined {
  const tokens = pointerTokens(pointer);
  if (tokens === undefined) return undefined;
  let value: Json | undefined = start.schema;
  for (const token of tokens) {
    if (isJsonObject(value)) value = value.get(token);
    else if (isJsonArray(value) && /^(?:0|[1-9]\d*)$/.test(token)) value = value[Number(token)];
    else return undefined;
  }
  return value === undefined ? undefined : { schema: value, pointer: start.pointer + pointer };
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
