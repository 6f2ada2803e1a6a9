import type { Json } from "../core/json.ts";
import type { Format, JsonSchemaFormat } from "../format/types.ts";
import type { Findings } from "./findings.ts";
import { anyKey, type FreeKeySpelling, patternKey, undeclaredKey } from "./free-keys.ts";
import { type ObjectShape, objectShapes, type PlacedSchema, type ShapeFree, type ShapeKey } from "./object-shapes.ts";
import { takesKey } from "./pattern-text.ts";
import { rawText } from "./raw-text.ts";
import { References } from "./references.ts";
import { separated } from "./separated.ts";
import { type ValueOption, type ValueType, valueOptions } from "./value-options.ts";

/** How a wire syntax writes each argument as a parameter with a key. */
export interface ParameterSyntax {
  /** Written once before the parameters and after each of them. */
  readonly separator?: Format;
  /** Written between parameters, not before the first and not after the last; with it there is no `separator`. */
  readonly between?: string;
  /** Strings are values like all others. Default: they are raw text. */
  readonly quoted?: boolean;
  /** Another way to write the values of a type. */
  value?(type: ValueType): Format | undefined;
  /** Texts that end a raw string value, and so can never be in one. */
  readonly terminators: readonly string[];
  /** Other texts that no enumerated string may hold. */
  readonly markers?: readonly string[];
  /** The type label of a value; values with one label share a parameter. */
  label(type: ValueType): string;
  /** A parameter under a declared key. */
  declared(key: string, label: string, content: Format): Format;
  /** Why a declared key cannot be written, if it cannot. */
  unwritableKey(key: string): string | undefined;
  /** Parameters under keys that a pattern describes; absent where the syntax cannot write them. */
  readonly free?: {
    readonly spelling: FreeKeySpelling;
    parameter(keyPattern: string, label: string, content: Format): Format;
  };
}

export interface ArgumentOptions {
  /** Parameters in any order. Which are required and that each comes once is then not held. Default false: declared order. */
  readonly anyOrder?: boolean;
  /** Whitespace between the tokens of JSON values; see {@link JsonSchemaFormat.maxWhitespaceCount}. */
  readonly maxWhitespaceCount?: number;
  /** Texts that no string value may hold, nested ones included. */
  readonly excludes?: readonly string[];
}

/** One parameter as it will be written, with `required` of its shape. */
interface Rendered {
  readonly format: Format;
  readonly required: boolean;
}

/**
 * The arguments of one tool as keyed parameters. `undefined`: they cannot be written so; the caller falls back on another form. What is not held
 * exactly, and what is impossible, goes to `findings`.
 */
export function keyedParameters(schema: Json, syntax: ParameterSyntax, options: ArgumentOptions, findings: Findings): Format | undefined {
  const references = new References(schema);
  const shapes = objectShapes(schema, references, findings);
  if (shapes === undefined) {
    findings.error(
      "arguments-not-object",
      "",
      "no object satisfies the schema, and arguments are always an object",
      "describe the arguments by properties",
    );
    return undefined;
  }
  const writer = new ParameterWriter(syntax, options, references, findings);
  const alternatives: Format[] = [];
  let impossible: ShapeKey | undefined;
  for (const shape of shapes) {
    const written = writer.shape(shape);
    if (written.kind === "unwritable") return undefined;
    if (written.kind === "written") alternatives.push(written.format);
    else impossible = written.key;
  }
  if (alternatives.length === 0 && impossible !== undefined) {
    const hint = "give the property a schema that some value satisfies, or take it out of `required`";
    findings.error(
      "arguments-impossible",
      impossible.path,
      `the required property ${JSON.stringify(impossible.key)} has no possible value`,
      hint,
    );
    return undefined;
  }
  return alternatives.length === 1 ? alternatives[0] : { type: "or", elements: alternatives };
}

/** A `json_schema` format with the options of the arguments. */
export function jsonArguments(schema: Json, options: ArgumentOptions): JsonSchemaFormat {
  return {
    type: "json_schema",
    jsonSchema: schema,
    ...(options.anyOrder === true ? { anyOrder: true } : {}),
    ...(options.maxWhitespaceCount === undefined ? {} : { maxWhitespaceCount: options.maxWhitespaceCount }),
    ...(options.excludes === undefined || options.excludes.length === 0 ? {} : { excludes: options.excludes }),
  };
}

/** Arguments of one shape; or the required key that has no value; or a form that the syntax does not have. */
type WrittenShape =
  | { readonly kind: "written"; readonly format: Format }
  | { readonly kind: "impossible"; readonly key: ShapeKey }
  | { readonly kind: "unwritable" };

class ParameterWriter {
  readonly #syntax: ParameterSyntax;
  readonly #options: ArgumentOptions;
  readonly #references: References;
  readonly #findings: Findings;

  constructor(syntax: ParameterSyntax, options: ArgumentOptions, references: References, findings: Findings) {
    this.#syntax = syntax;
    this.#options = options;
    this.#references = references;
    this.#findings = findings;
  }

  shape(shape: ObjectShape): WrittenShape {
    const declared: Rendered[] = [];
    for (const entry of shape.keys) {
      const content = this.#content(entry);
      if (content === undefined) {
        if (entry.required) return { kind: "impossible", key: entry };
        continue;
      }
      const reason = this.#syntax.unwritableKey(entry.key);
      if (reason !== undefined) {
        const hint = "rename the property";
        this.#findings.error("arguments-key", entry.path, `the property ${JSON.stringify(entry.key)} cannot be written: ${reason}`, hint);
        continue;
      }
      const groups = [...content].map(([label, formats]) => this.#syntax.declared(entry.key, label, either(formats)));
      declared.push({ format: either(groups), required: entry.required });
    }
    const keys = shape.keys.map((entry) => entry.key);
    const free: Format[] = [];
    for (const entry of shape.free) {
      const rendered = this.#free(entry, keys, shape.free);
      if (rendered === "unwritable") return { kind: "unwritable" };
      if (rendered !== undefined) free.push(rendered);
    }
    return { kind: "written", format: this.#assemble(declared, free) };
  }

  /** The values of a parameter by label, in order of first appearance; `undefined` where there is none. */
  #content(entry: PlacedSchema): ReadonlyMap<string, readonly Format[]> | undefined {
    const groups = new Map<string, Format[]>();
    for (const option of valueOptions(entry.schema, entry.path, this.#references, this.#findings)) {
      const format = this.#value(option, entry.schema);
      if (format === undefined) continue;
      const label = this.#syntax.label(option.type);
      const group = groups.get(label);
      if (group === undefined) groups.set(label, [format]);
      else group.push(format);
    }
    return groups.size === 0 ? undefined : groups;
  }

  #value(option: ValueOption, declared: Json): Format | undefined {
    const own = option.literal === undefined ? this.#syntax.value?.(option.type) : undefined;
    if (own !== undefined) return own;
    if (option.type !== "string" || this.#syntax.quoted === true) {
      return jsonArguments(this.#references.carry(option.schema, declared), this.#options);
    }
    if (typeof option.literal === "string") return this.#literal(option.literal, option.path);
    const limits = { excludes: this.#options.excludes ?? [], terminators: this.#syntax.terminators };
    return rawText(option.schema, option.path, limits, this.#findings);
  }

  #literal(value: string, path: string): Format | undefined {
    const forbidden = [...(this.#options.excludes ?? []), ...this.#syntax.terminators, ...(this.#syntax.markers ?? [])];
    const found = forbidden.find((text) => value.includes(text));
    if (found === undefined) return { type: "const_string", value };
    this.#findings.note(
      "dropped",
      "arguments-value-marker",
      path,
      `the value ${JSON.stringify(value)} holds the marker ${JSON.stringify(found)}`,
    );
    return undefined;
  }

  #free(entry: ShapeFree, keys: readonly string[], all: readonly ShapeFree[]): Format | "unwritable" | undefined {
    const content = this.#content(entry);
    if (content === undefined) return undefined;
    if (this.#syntax.free === undefined) return "unwritable";
    const { spelling, parameter } = this.#syntax.free;
    let pattern: string | undefined;
    if (entry.pattern !== undefined) {
      pattern = patternKey(entry.pattern, spelling);
      if (pattern === undefined) {
        const message = `keys of the pattern ${JSON.stringify(entry.pattern)} are written in the JSON form only`;
        this.#findings.note("dropped", "arguments-key-pattern", entry.path, message);
        return undefined;
      }
      const source = entry.pattern;
      if (keys.some((key) => takesKey(source, key) !== false)) {
        const message = "a declared key that fits this pattern may be written a second time";
        this.#findings.note("loosened", "arguments-key-overlap", entry.path, message);
      }
    } else {
      if (all.some((other) => other.pattern !== undefined)) {
        const message = "a key that fits a pattern may also be written under the schema of the other keys";
        this.#findings.note("loosened", "arguments-key-overlap", entry.path, message);
      }
      pattern = undeclaredKey(keys, spelling);
      if (pattern === undefined) {
        const message = "there are too many declared keys to keep them apart from the undeclared ones";
        this.#findings.note("loosened", "arguments-key-overlap", entry.path, message);
        pattern = anyKey(spelling);
      }
    }
    const keyPattern = pattern;
    return either([...content].map(([label, formats]) => parameter(keyPattern, label, either(formats))));
  }

  #assemble(declared: readonly Rendered[], free: readonly Format[]): Format {
    const { separator, between } = this.#syntax;
    if (between !== undefined) return separated(declared, free, between, this.#options.anyOrder === true);
    const withSeparator = (format: Format): Format =>
      separator === undefined ? format : { type: "sequence", elements: [format, separator] };
    const elements: Format[] = separator === undefined ? [] : [separator];
    if (this.#options.anyOrder === true) {
      const all = [...declared.map((entry) => entry.format), ...free].map(withSeparator);
      const required = declared.some((entry) => entry.required);
      if (declared.length > 0) {
        const message = "in any order, that each argument comes once and that the required ones come is held in the JSON form only";
        this.#findings.note("loosened", "arguments-any-order", "", message);
      }
      if (all.length > 0) elements.push({ type: required ? "plus" : "star", content: either(all) });
    } else {
      for (const { format, required } of declared) {
        const element = withSeparator(format);
        elements.push(required ? element : { type: "optional", content: element });
      }
      if (free.length > 0) elements.push({ type: "star", content: either(free.map(withSeparator)) });
    }
    if (elements.length === 0) return { type: "const_string", value: "" };
    return elements.length === 1 ? elements[0] : { type: "sequence", elements };
  }
}

function either(formats: readonly Format[]): Format {
  return formats.length === 1 ? formats[0] : { type: "or", elements: formats };
}
