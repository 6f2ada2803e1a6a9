import { isJsonArray, JsonNumber, type JsonObject } from "../../../src/core/json.ts";
import { listField, objectField, textField } from "../fields.ts";

/** A row whose inputs are made: its generator, its limits, and how times may grow. */
export interface GeneratorRow {
  readonly fields: JsonObject;
  readonly generator: JsonObject;
  readonly limits: ReadonlyMap<string, number>;
  readonly growth: string | undefined;
}

/** Makes the inputs of a generator's kind and says what exceeds the row's limits. */
export type Generator = (row: GeneratorRow) => string | undefined;

export function generatorRow(fields: JsonObject): GeneratorRow {
  const limits = fields.has("limits") ? objectField(fields, "limits") : new Map<string, never>();
  return {
    fields,
    generator: objectField(fields, "generator"),
    limits: new Map([...limits].flatMap(([name, value]) => (value instanceof JsonNumber ? [[name, value.value] as const] : []))),
    growth: limits.has("growth") ? textField(limits, "growth") : undefined,
  };
}

/** The numbers of a field that holds one or a list of them. */
export function numbers(fields: JsonObject, name: string): number[] {
  const value = fields.get(name);
  const list = isJsonArray(value) ? value : [value];
  return list.map((item) => {
    if (!(item instanceof JsonNumber)) throw new TypeError(`${name} must be numbers`);
    return item.value;
  });
}

export function texts(fields: JsonObject, name: string): string[] {
  const value = fields.get(name);
  if (typeof value === "string") return [value];
  return listField(fields, name).map((item) => {
    if (typeof item !== "string") throw new TypeError(`${name} must be strings`);
    return item;
  });
}
