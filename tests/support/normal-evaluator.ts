import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../../src/core/json.ts";
import { canonicalText, parseDecimal } from "../../src/core/json-compare.ts";
import type {
  ArrayPiece,
  CountedWay,
  NormalSchema,
  NumberPiece,
  ObjectPiece,
  Piece,
  SchemaRef,
  StringCheck,
  StringPiece,
} from "../../src/schema/normal.ts";
import { compareDecimals, isMultipleOf, isWhole } from "../../src/schema/validate/decimal.ts";
import { FORMATS } from "../../src/schema/validate/formats/formats.ts";

const expressions = new Map<string, RegExp>();

/** Whether a value fits a normalised schema: a second reading of it, for tests, that goes by the meaning of each field and does no work of its own. */
export function fitsNormal(schema: NormalSchema, value: Json, ref: SchemaRef = schema.root): boolean {
  const node = schema.nodes[ref];
  if (node.any) return true;
  return node.pieces.some((piece) => fitsPiece(schema, value, piece));
}

function fitsPiece(schema: NormalSchema, value: Json, piece: Piece): boolean {
  switch (piece.type) {
    case "literals":
      return piece.values.some((literal) => canonicalText(literal) === canonicalText(value));
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "number":
      return value instanceof JsonNumber && fitsNumber(value, piece);
    case "string":
      return typeof value === "string" && fitsString(value, piece);
    case "array":
      return isJsonArray(value) && fitsArray(schema, value, piece);
    case "object":
      return isJsonObject(value) && fitsObject(schema, value, piece);
  }
}

function fitsNumber(value: JsonNumber, piece: NumberPiece): boolean {
  const number = parseDecimal(value.text);
  if (isWhole(number) ? piece.notInteger === true : piece.integer) return false;
  if (piece.min !== undefined && compareDecimals(number, piece.min.value) < (piece.min.exclusive ? 1 : 0)) return false;
  if (piece.max !== undefined && compareDecimals(number, piece.max.value) > (piece.max.exclusive ? -1 : 0)) return false;
  return (
    piece.multipleOf.every((step) => isMultipleOf(number, step)) &&
    !piece.notMultipleOf.some((step) => isMultipleOf(number, step)) &&
    !piece.excluded.some((other) => compareDecimals(number, other) === 0)
  );
}

function matches(check: StringCheck, text: string): boolean {
  let expression = expressions.get(check.source);
  if (expression === undefined) {
    try {
      expression = new RegExp(check.source, "u");
    } catch {
      expression = new RegExp(check.source);
    }
    expressions.set(check.source, expression);
  }
  return expression.test(text);
}

function fitsString(value: string, piece: StringPiece): boolean {
  const length = [...value].length;
  return (
    length >= piece.minLength &&
    length <= (piece.maxLength ?? Number.POSITIVE_INFINITY) &&
    piece.patterns.every((check) => matches(check, value) !== check.negated) &&
    piece.formats.every((check) => FORMATS.get(check.source)!(value) !== check.negated) &&
    !piece.excluded.includes(value)
  );
}

function fitsArray(schema: NormalSchema, value: readonly Json[], piece: ArrayPiece): boolean {
  if (value.length < piece.minItems || value.length > (piece.maxItems ?? Number.POSITIVE_INFINITY)) return false;
  const allDiffer = new Set(value.map(canonicalText)).size === value.length;
  if (piece.unique !== "any" && allDiffer !== (piece.unique === "yes")) return false;
  if (!value.every((item, index) => fitsNormal(schema, item, piece.prefix[index] ?? piece.rest))) return false;
  const counts = piece.contains.map(
    (entry) => value.filter((item, index) => index >= (entry.from ?? 0) && fitsNormal(schema, item, entry.schema)).length,
  );
  const plain = piece.contains.every(
    (entry, index) => counts[index] >= entry.min && counts[index] <= (entry.max ?? Number.POSITIVE_INFINITY),
  );
  if (piece.counted !== undefined) {
    const { prefix, rest } = piece.counted;
    const worked = canBeCounted(
      schema,
      value.map((item, index) => ({ value: item, ways: prefix[index] ?? rest })),
      piece.contains.map(({ min, max }) => ({ min, max: max ?? Number.POSITIVE_INFINITY })),
    );
    if (worked !== plain) throw new Error(`counted ways of ${JSON.stringify(piece.contains)} say ${worked} for ${canonicalText(value)}`);
  }
  return plain;
}

/** Whether each member can be given a way so that the counts come out right. */
function canBeCounted(
  schema: NormalSchema,
  members: readonly { readonly value: Json; readonly ways: readonly CountedWay[] }[],
  entries: readonly { readonly min: number; readonly max: number }[],
): boolean {
  let states = new Map<string, readonly number[]>([["", entries.map(() => 0)]]);
  for (const { value, ways } of members) {
    const next = new Map<string, readonly number[]>();
    for (const way of ways) {
      if (!fitsNormal(schema, value, way.value)) continue;
      for (const state of states.values()) {
        const counted = state.map((count, entry) => count + (way.counts.includes(entry) ? 1 : 0));
        next.set(counted.join(), counted);
      }
    }
    states = next;
  }
  return [...states.values()].some((state) => state.every((count, entry) => count >= entries[entry].min && count <= entries[entry].max));
}

function fitsObject(schema: NormalSchema, value: JsonObject, piece: ObjectPiece): boolean {
  if (value.size < piece.minProperties || value.size > (piece.maxProperties ?? Number.POSITIVE_INFINITY)) return false;
  if (!piece.required.every((key) => value.has(key))) return false;
  if (!piece.implications.every(({ present, requires }) => !value.has(present) || requires.every((key) => value.has(key)))) return false;
  const members: { value: Json; ways: readonly CountedWay[] }[] = [];
  for (const [key, member] of value) {
    const declared = piece.properties.get(key);
    if (declared !== undefined) {
      if (!fitsNormal(schema, member, declared)) return false;
      members.push({ value: member, ways: piece.counted?.get(key) ?? [{ value: declared, counts: [] }] });
      continue;
    }
    if (piece.names !== undefined && !fitsNormal(schema, key, piece.names)) return false;
    const classes = piece.keyClasses.filter(
      ({ matching, notMatching, names }) =>
        matching.every((check) => matches(check, key)) &&
        !notMatching.some((check) => matches(check, key)) &&
        (names === undefined || fitsNormal(schema, key, names)),
    );
    if (classes.length > 1) throw new Error(`the key ${key} is in ${classes.length} classes`);
    if (classes.length === 0 || !fitsNormal(schema, member, classes[0].value)) return false;
    members.push({ value: member, ways: classes[0].counted ?? [{ value: classes[0].value, counts: [] }] });
  }
  const plain = piece.some.every((some) =>
    [...value].some(
      ([key, member]) =>
        !some.except.includes(key) &&
        some.matching.every((check) => matches(check, key)) &&
        !some.notMatching.some((check) => matches(check, key)) &&
        (some.names === undefined || fitsNormal(schema, key, some.names)) &&
        fitsNormal(schema, member, some.value),
    ),
  );
  if (piece.some.length > 0) {
    const worked = canBeCounted(
      schema,
      members,
      piece.some.map(() => ({ min: 1, max: Number.POSITIVE_INFINITY })),
    );
    if (worked !== plain) throw new Error(`counted ways of ${JSON.stringify(piece.some)} say ${worked} for ${canonicalText(value)}`);
  }
  return plain;
}
