import type { Issue } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json, JsonNumber, type JsonObject } from "../core/json.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import type { TokenRef } from "./types.ts";

/** Findings past this number are not collected. */
const MAX_ISSUES = 100;

export type UnknownFields = "error" | "ignore";

/** Collects what is wrong while reading goes on with stand-ins, so that one error names every fault. */
export class Findings {
  readonly unknownFields: UnknownFields;
  readonly errors: Issue[] = [];
  readonly warnings: Issue[] = [];

  constructor(unknownFields: UnknownFields) {
    this.unknownFields = unknownFields;
  }

  error(code: string, path: string, message: string, hint?: string): void {
    if (this.errors.length < MAX_ISSUES) this.errors.push(hint === undefined ? { code, path, message } : { code, path, message, hint });
  }

  warn(code: string, path: string, message: string, hint?: string): void {
    if (this.warnings.length < MAX_ISSUES) this.warnings.push(hint === undefined ? { code, path, message } : { code, path, message, hint });
  }

  /** A field that its place does not have: an error, or a warning where they are to be ignored. */
  unknownField(path: string, name: string, known: readonly string[]): void {
    const message = `unknown field ${JSON.stringify(name)}`;
    const hint = `the fields here are ${known.join(", ")}`;
    if (this.unknownFields === "error") this.error("format-unknown-field", childPointer(path, name), message, hint);
    else this.warn("format-unknown-field", childPointer(path, name), `${message} is ignored`, hint);
  }

  wrongType(path: string, expected: string, found: Json): void {
    const shown = isJsonArray(found) ? "a list" : isJsonObject(found) ? "an object" : writeJson(found);
    this.error("format-field-type", path, `expected ${expected}, found ${shown}`);
  }
}

/** The fields of one JSON object. A missing or wrong field is reported and read as a stand-in of the right type. */
export class Fields {
  readonly object: JsonObject;
  readonly path: string;
  readonly findings: Findings;

  constructor(object: JsonObject, path: string, findings: Findings) {
    this.object = object;
    this.path = path;
    this.findings = findings;
  }

  at(name: string): string {
    return childPointer(this.path, name);
  }

  /** Reports the fields that are not among `known`. `type` is always known. */
  refuseUnknown(known: readonly string[]): void {
    for (const name of this.object.keys()) if (name !== "type" && !known.includes(name)) this.findings.unknownField(this.path, name, known);
  }

  /** The value of a required field; undefined, and reported, where it is missing. */
  required(name: string): Json | undefined {
    const value = this.object.get(name);
    if (value === undefined) this.findings.error("format-missing-field", this.at(name), `the field ${JSON.stringify(name)} is missing`);
    return value;
  }

  string(name: string): string {
    const value = this.required(name);
    return value === undefined ? "" : asString(value, this.at(name), this.findings);
  }

  boolean(name: string): boolean | undefined {
    const value = this.object.get(name);
    if (value === undefined || typeof value === "boolean") return value;
    this.findings.wrongType(this.at(name), "true or false", value);
    return undefined;
  }

  /** An integer that must be there. */
  integer(name: string): number {
    const value = this.required(name);
    return value === undefined ? 0 : asInteger(value, this.at(name), this.findings);
  }

  /** An integer that may be absent or null. */
  limit(name: string): number | undefined {
    const value = this.object.get(name);
    return value === undefined || value === null ? undefined : asInteger(value, this.at(name), this.findings);
  }

  /** A list that must be there, each member read by `member`. */
  list<T>(name: string, member: (value: Json, path: string) => T): T[] {
    const value = this.required(name);
    return value === undefined ? [] : this.members(value, name, member);
  }

  /** A list that may be absent. */
  optionalList<T>(name: string, member: (value: Json, path: string) => T): T[] {
    const value = this.object.get(name);
    return value === undefined ? [] : this.members(value, name, member);
  }

  strings(name: string): string[] {
    return this.list(name, (value, path) => asString(value, path, this.findings));
  }

  optionalStrings(name: string): string[] {
    return this.optionalList(name, (value, path) => asString(value, path, this.findings));
  }

  token(name: string): TokenRef {
    const value = this.required(name);
    return value === undefined ? 0 : asToken(value, this.at(name), this.findings);
  }

  tokens(name: string): TokenRef[] {
    return this.list(name, (value, path) => asToken(value, path, this.findings));
  }

  optionalTokens(name: string): TokenRef[] {
    return this.optionalList(name, (value, path) => asToken(value, path, this.findings));
  }

  private members<T>(value: Json, name: string, member: (value: Json, path: string) => T): T[] {
    if (isJsonArray(value)) return value.map((item, index) => member(item, `${this.at(name)}/${index}`));
    this.findings.wrongType(this.at(name), "a list", value);
    return [];
  }
}

export function asObject(value: Json, path: string, expected: string, findings: Findings): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  findings.wrongType(path, expected, value);
  return undefined;
}

export function asString(value: Json, path: string, findings: Findings): string {
  if (typeof value === "string") return value;
  findings.wrongType(path, "a string", value);
  return "";
}

export function asToken(value: Json, path: string, findings: Findings): TokenRef {
  if (typeof value === "string") return value;
  if (value instanceof JsonNumber && value.isIntegerSpelling) return value.value;
  findings.wrongType(path, "a token id or a token's text", value);
  return 0;
}

function asInteger(value: Json, path: string, findings: Findings): number {
  if (value instanceof JsonNumber && value.isIntegerSpelling) return value.value;
  findings.wrongType(path, "an integer", value);
  return 0;
}
