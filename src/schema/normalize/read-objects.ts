import { fail } from "../../core/errors.ts";
import { isJsonArray } from "../../core/json.ts";
import { childPointer } from "../../core/pointer.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import { ANY_OBJECT, type Implication, type LayerPattern, type ObjectDraft, type ObjectLayer } from "./drafts.ts";
import { countValue, objectValue, textListValue } from "./keyword-values.ts";
import { newLayer } from "./layers.ts";
import type { PlaceReader } from "./read-place.ts";

/** The objects that a schema's own keywords allow. */
export function readObjectKeywords(reader: PlaceReader, assertions: boolean): readonly ObjectDraft[] {
  const layer = readLayer(reader);
  const required = assertions ? [...new Set(reader.value("required", textListValue) ?? [])] : [];
  const min = (assertions ? reader.value("minProperties", countValue) : undefined) ?? 0;
  const max = (assertions ? reader.value("maxProperties", countValue) : undefined) ?? Number.POSITIVE_INFINITY;
  const names = reader.schema("propertyNames") ?? ANY;
  const implications = assertions ? readImplications(reader) : [];
  if (min > max || required.length > max) return [];
  if (
    layer === undefined &&
    required.length === 0 &&
    min === 0 &&
    max === Number.POSITIVE_INFINITY &&
    names === ANY &&
    implications.length === 0
  )
    return [ANY_OBJECT];
  return [{ layers: layer === undefined ? [] : [layer], required, min, max, names, implications, some: [] }];
}

function readLayer(reader: PlaceReader): ObjectLayer | undefined {
  const { places, place } = reader;
  const properties = new Map<string, Conj>();
  const declared = reader.value("properties", objectValue);
  if (declared !== undefined) {
    const path = reader.path("properties");
    for (const [key, schema] of declared) properties.set(key, places.conjOf(schema, place, childPointer(path, key)));
  }
  const patterns: LayerPattern[] = [];
  const patterned = reader.value("patternProperties", objectValue);
  if (patterned !== undefined) {
    const path = reader.path("patternProperties");
    for (const [source, schema] of patterned) {
      const at = childPointer(path, source);
      patterns.push({ source, path: at, value: places.conjOf(schema, place, at) });
    }
  }
  const additional = reader.schema("additionalProperties");
  if (declared === undefined && patterned === undefined && additional === undefined) return undefined;
  const openness = !reader.closed
    ? "neutral"
    : additional !== undefined
      ? "opens"
      : reader.get("unevaluatedProperties") !== undefined
        ? "neutral"
        : "closes";
  return newLayer({ properties, patterns, additional: additional ?? ANY, evaluates: additional === undefined ? "named" : "all", openness });
}

/** `dependentRequired`, and those members of the older `dependencies` that are lists of keys (or, in draft 3, one key). */
function readImplications(reader: PlaceReader): Implication[] {
  const implications: Implication[] = [];
  const add = (present: string, requires: readonly string[]): void => {
    if (requires.length > 0) implications.push({ present, requires: [...new Set(requires)] });
  };
  if (reader.place.resource.rules.modern) {
    const path = reader.path("dependentRequired");
    for (const [present, requires] of reader.value("dependentRequired", objectValue) ?? [])
      add(present, textListValue(requires, childPointer(path, present)));
  }
  const path = reader.path("dependencies");
  for (const [present, requires] of reader.value("dependencies", objectValue) ?? []) {
    if (typeof requires === "string")
      fail(
        "schema-keyword-value",
        childPointer(path, present),
        "must be a list of keys or a schema",
        `write [${JSON.stringify(requires)}]`,
      );
    if (isJsonArray(requires)) add(present, textListValue(requires, childPointer(path, present)));
  }
  return implications;
}
