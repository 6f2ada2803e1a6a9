import { fail, type Issue, StructagError } from "../core/errors.ts";
import { fromNative, isJsonArray, isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import type { CallDialect } from "../dialects/call-dialect.ts";
import { jsonCalls } from "../dialects/json-calls.ts";
import { namedJsonCalls } from "../dialects/named-json-calls.ts";
import { wholeJsonCalls } from "../dialects/whole-json-calls.ts";
import { defineFamily, type FamilyReasoning } from "./define-family.ts";
import type { Family, PromptOpens } from "./family.ts";

/** How the calls of a described family are written. */
export type GenericCalls =
  /** Each call is a JSON object with name and arguments between two markers. */
  | {
      readonly encoding: "json";
      readonly begin: string;
      readonly end: string;
      readonly pad?: string;
      readonly name_key?: string;
      readonly arguments_key?: string;
    }
  /** All calls are one JSON list of such objects. Without `end` it ends with its bracket. */
  | {
      readonly encoding: "json-list";
      readonly begin: string;
      readonly end?: string;
      readonly pad?: string;
      readonly separator?: string;
      readonly name_key?: string;
      readonly arguments_key?: string;
    }
  /** The output is text, or such objects and nothing else. */
  | { readonly encoding: "json-alone"; readonly separator?: string; readonly name_key?: string; readonly arguments_key?: string }
  /** The name stands between `begin` and `name_end`, and the arguments follow as JSON. */
  | {
      readonly encoding: "json-after-name";
      readonly begin: string;
      readonly name_end: string;
      readonly end: string;
      readonly section?: { readonly begin: string; readonly end: string; readonly separator?: string };
    };

/** A family as data, such as a JSON file holds it. */
export interface FamilyDescription {
  readonly id: string;
  readonly title?: string;
  readonly aliases?: readonly string[];
  /** Tokens that end a message. */
  readonly stops: readonly string[];
  /** Absent: the model does not reason. `prompt_opens`: what the prompt leaves open, unless reasoning is disabled (default `think`). */
  readonly reasoning?: { readonly begin: string; readonly end: string; readonly suffix?: string; readonly prompt_opens?: PromptOpens };
  /** Markers that are dropped in text. */
  readonly strays?: readonly string[];
  readonly calls: GenericCalls;
}

const ENCODINGS = ["json", "json-list", "json-alone", "json-after-name"] as const;
const OPENED: readonly PromptOpens[] = ["think", "response", "none"];

/**
 * A family that is described by data: an object, or its JSON text.
 * @throws StructagError `family-description`, with a pointer to what is wrong
 */
export function genericFamily(description: FamilyDescription | Json | string): Family {
  const json = typeof description === "string" ? readJson(description) : fromNative(description);
  if (!isJsonObject(json)) return fail("family-description", "", "a family is described by an object");
  const read = new DescriptionReader(json, "");
  const id = read.text("id");
  const stops = read.texts("stops");
  const calls = read.object("calls");
  const reasoning = read.optionalObject("reasoning");
  const title = read.optionalText("title") ?? id;
  const aliases = read.texts("aliases", true);
  const strays = read.texts("strays", true);
  const dialect = calls === undefined ? undefined : readCalls(calls, stops);
  const thinking = reasoning === undefined ? undefined : readReasoning(reasoning);
  read.only(["id", "title", "aliases", "stops", "reasoning", "strays", "calls"]);
  const issues = [read, calls, reasoning].flatMap((part) => part?.issues ?? []);
  if (issues.length > 0 || dialect === undefined) throw new StructagError(issues);
  return defineFamily({
    id,
    title,
    aliases,
    stops,
    strays,
    calls: dialect,
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    sources: ["a description"],
  });
}

function readReasoning(read: DescriptionReader): FamilyReasoning {
  const suffix = read.optionalText("suffix");
  const given = read.optionalText("prompt_opens") ?? "think";
  const opens = OPENED.find((name) => name === given);
  if (opens === undefined) read.issue("prompt_opens", `it is one of ${OPENED.join(", ")}`);
  read.only(["begin", "end", "suffix", "prompt_opens"]);
  return {
    begin: read.text("begin"),
    end: read.text("end"),
    ...(suffix === undefined ? {} : { suffix }),
    promptOpens: (mode) => (mode === "disabled" ? "response" : (opens ?? "think")),
  };
}

function readCalls(read: DescriptionReader, stops: readonly string[]): CallDialect | undefined {
  const encoding = ENCODINGS.find((name) => name === read.optionalText("encoding"));
  const keys = { name: read.optionalText("name_key") ?? "name", arguments: read.optionalText("arguments_key") ?? "arguments" };
  switch (encoding) {
    case undefined:
      read.issue("encoding", `it is one of ${ENCODINGS.join(", ")}`);
      return undefined;
    case "json":
      read.only(["encoding", "begin", "end", "pad", "name_key", "arguments_key"]);
      return jsonCalls({ begin: read.text("begin"), end: read.text("end"), pad: read.optionalText("pad") ?? "", keys, stops });
    case "json-list": {
      read.only(["encoding", "begin", "end", "pad", "separator", "name_key", "arguments_key"]);
      const end = read.optionalText("end");
      return jsonCalls({
        begin: read.text("begin"),
        ...(end === undefined ? {} : { end }),
        pad: read.optionalText("pad") ?? "",
        listSeparator: read.optionalText("separator") ?? ", ",
        keys,
        stops,
      });
    }
    case "json-alone":
      read.only(["encoding", "separator", "name_key", "arguments_key"]);
      return wholeJsonCalls({ separator: read.optionalText("separator") ?? "; ", keys, prefixes: [], stops });
    case "json-after-name": {
      read.only(["encoding", "begin", "name_end", "end", "section"]);
      const section = read.optionalObject("section");
      section?.only(["begin", "end", "separator"]);
      const dialect = {
        begin: read.text("begin"),
        nameEnd: read.text("name_end"),
        end: read.text("end"),
        ...(section === undefined
          ? {}
          : { section: { begin: section.text("begin"), end: section.text("end"), separator: section.optionalText("separator") ?? "" } }),
        stops,
      };
      read.issues.push(...(section?.issues ?? []));
      return read.issues.length > 0 ? undefined : namedJsonCalls(dialect);
    }
  }
}

/** Reads the members of one object of a description, and collects what is wrong with them. */
class DescriptionReader {
  readonly issues: Issue[] = [];
  readonly #object: JsonObject;
  readonly #path: string;

  constructor(object: JsonObject, path: string) {
    this.#object = object;
    this.#path = path;
  }

  issue(key: string, message: string): void {
    this.issues.push({ code: "family-description", path: `${this.#path}/${key}`, message: `${JSON.stringify(key)} is wrong: ${message}` });
  }

  only(known: readonly string[]): void {
    for (const key of this.#object.keys()) if (!known.includes(key)) this.issue(key, `it is none of ${known.join(", ")}`);
  }

  optionalText(key: string): string | undefined {
    const value = this.#object.get(key);
    if (value === undefined || typeof value === "string") return value;
    this.issue(key, "it is no text");
    return undefined;
  }

  /** A text that is not empty. */
  text(key: string): string {
    const value = this.optionalText(key);
    if (value !== undefined && value !== "") return value;
    if (value === "" || !this.#object.has(key)) this.issue(key, "it must be given, and not empty");
    // Something that no marker is; the issue keeps the family from being made.
    return "\u0000";
  }

  texts(key: string, optional = false): readonly string[] {
    const value = this.#object.get(key);
    if (value === undefined && optional) return [];
    if (isJsonArray(value) && value.every((item): item is string => typeof item === "string" && item !== "")) return value;
    this.issue(key, "it is a list of texts that are not empty");
    return [];
  }

  optionalObject(key: string): DescriptionReader | undefined {
    return this.#object.has(key) ? this.object(key) : undefined;
  }

  object(key: string): DescriptionReader | undefined {
    const value = this.#object.get(key);
    if (isJsonObject(value)) return new DescriptionReader(value, `${this.#path}/${key}`);
    this.issue(key, "it is an object");
    return undefined;
  }
}
