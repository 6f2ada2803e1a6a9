import { StructagError } from "../core/errors.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { childPointer } from "../core/pointer.ts";
import { createValidator, type Validator } from "../schema/validate.ts";
import type { Problem } from "./events.ts";

/** What a reader needs to know of a tool. */
export interface ReaderTool {
  readonly name: string;
  /** JSON Schema of the arguments; absent, null or true: any arguments. */
  readonly parameters?: Json | undefined;
}

/** Checks finished calls against the tools of the request. Without a list of tools every name is fine and no arguments are checked. */
export class ToolChecks {
  readonly #tools: ReadonlyMap<string, ReaderTool> | undefined;
  readonly #validators = new Map<string, Validator>();

  constructor(tools: readonly ReaderTool[] | undefined) {
    this.#tools = tools === undefined ? undefined : new Map(tools.map((tool) => [tool.name, tool]));
  }

  declares(name: string): boolean {
    return this.#tools === undefined || this.#tools.has(name);
  }

  /** True where the whole text of the arguments is wanted at the end. */
  wantsArguments(name: string): boolean {
    return this.#schemaOf(name) !== undefined;
  }

  /** The schema of a tool's arguments; `undefined` where any are fine. */
  parameters(name: string): Json | undefined {
    return this.#schemaOf(name);
  }

  /** True where the schema takes this value for one of the arguments. */
  acceptsMember(name: string, key: string, value: Json): boolean {
    const schema = this.#schemaOf(name);
    if (schema === undefined) return true;
    const outcome = this.#validator(name, schema).validate(new Map([[key, value]]));
    const path = childPointer("", key);
    return outcome.valid || !outcome.errors.some(({ instancePath }) => instancePath === path || instancePath.startsWith(`${path}/`));
  }

  /** What is wrong with whole arguments; `text` is one JSON object. */
  check(name: string, text: string): Problem[] {
    const schema = this.#schemaOf(name);
    if (schema === undefined) return [];
    let value: Json;
    try {
      value = readJson(text, { duplicates: "error" });
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      const code = error.code === "json-duplicate-key" ? "read-duplicate-key" : "read-arguments-not-json";
      return error.issues.map((issue) => ({ code, message: issue.message, path: issue.path }));
    }
    if (!isJsonObject(value)) return [{ code: "read-arguments-not-object", message: "the arguments are no JSON object" }];
    const outcome = this.#validator(name, schema).validate(value);
    if (outcome.valid) return [];
    return outcome.errors.map(({ code, message, instancePath }) => ({ code, message, path: instancePath }));
  }

  #schemaOf(name: string): Json | undefined {
    const parameters = this.#tools?.get(name)?.parameters;
    return parameters === null || parameters === true ? undefined : parameters;
  }

  #validator(name: string, schema: Json): Validator {
    let validator = this.#validators.get(name);
    if (validator === undefined) {
      validator = createValidator(schema);
      this.#validators.set(name, validator);
    }
    return validator;
  }
}
