import { writeJson, writeJsonString } from "../core/json-write.ts";
import { tag } from "../format/builders.ts";
import type { CallOpening } from "../read/text-machine.ts";
import { toolArguments } from "./argument-schema.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import type { EnvelopeKeys } from "./envelope-keys.ts";
import { jsonObjectsBody } from "./json-objects-body.ts";

/** Calls as JSON objects with a name and arguments. */
export interface JsonCallsSpec {
  /** What begins a call, or the list of all calls. */
  readonly begin: string;
  /** Absent: the list ends with its JSON. */
  readonly end?: string;
  /** Between markers and JSON. Default nothing. */
  readonly pad?: string;
  /** All calls are one JSON list, with this between them. Absent: each call is a block by itself. */
  readonly listSeparator?: string;
  /** All calls stand in one block, each on a line. */
  readonly lines?: boolean;
  /** The list's bracket is part of its begin, which is text that occurs otherwise. */
  readonly fusedBracket?: boolean;
  /** Default `name` and `arguments`. `short`: the object is `{NAME: ARGUMENTS}`. */
  readonly keys?: { readonly name: string; readonly arguments: string } | "short";
  /** Other spellings of `begin` that are read. */
  readonly otherBegins?: readonly string[];
  /** Stop tokens; they break a call off. */
  readonly stops: readonly string[];
  readonly strays?: readonly string[];
  readonly afterSection?: "text" | "ignored";
}

/** The dialect of calls that are JSON objects, in blocks or as a list. */
export function jsonCalls(spec: JsonCallsSpec): CallDialect {
  const { begin, end, pad = "", fusedBracket = false, lines = false } = spec;
  const listSeparator = lines ? "\n" : spec.listSeparator;
  const head = objectHead(spec.keys);
  const list = listSeparator !== undefined;
  const before = list ? "" : begin + pad;
  const after = list ? "" : pad + (end ?? "");
  const listBegin = `${begin}${pad}${lines ? "\n" : "["}`;
  const listEnd = `${lines ? "\n" : "]"}${pad}${end ?? ""}`;
  const layout: CallLayout = list
    ? { kind: "section", begin: listBegin, end: listEnd, separator: listSeparator, trigger: fusedBracket ? listBegin : begin }
    : { kind: "blocks", trigger: begin };
  const begins = [begin, ...(spec.otherBegins ?? [])].map((marker) => (fusedBracket ? `${marker}[` : marker));
  const body = jsonObjectsBody({
    ...(end === undefined ? {} : { end }),
    breaks: [...begins, ...spec.stops],
    keys: envelopeKeys(spec.keys),
    commits: fusedBracket ? "object" : "always",
  });
  return {
    argumentEncoding:
      spec.keys === "short"
        ? "JSON objects of name and arguments"
        : `${list ? (lines ? "lines of JSON objects" : "list of JSON objects") : "JSON object"} with name`,
    layout,
    tags: (tool, context) => [tag(before + head(tool.name), toolArguments(tool, context), `}${after}`)],
    unwritableName: () => undefined,
    openings: begins.map((marker): CallOpening => ({ marker, body, ...(fusedBracket ? { keep: 1 } : {}) })),
    strays: [...(end === undefined ? [] : [end]), ...(spec.strays ?? [])],
    ...(spec.afterSection === undefined ? {} : { afterSection: spec.afterSection }),
    write(calls) {
      const written = calls.map((call) => `${before}${head(call.name)}${writeJson(call.arguments, SPACED)}}${after}`);
      return list ? listBegin + written.join(listSeparator) + listEnd : written.join(pad === "" ? "" : "\n");
    },
  };
}

/** The beginning of an object up to its arguments, for each name. */
export function objectHead(keys: JsonCallsSpec["keys"]): (name: string) => string {
  if (keys === "short") return (name) => `{${writeJsonString(name)}: `;
  const { name: nameKey, arguments: argumentsKey } = keys ?? { name: "name", arguments: "arguments" };
  return (name) => `{${writeJsonString(nameKey)}: ${writeJsonString(name)}, ${writeJsonString(argumentsKey)}: `;
}

/** The keys that are read: those that are written, and what models write instead. */
export function envelopeKeys(keys: JsonCallsSpec["keys"]): EnvelopeKeys {
  if (keys === "short") return { name: [], arguments: [], short: true };
  return {
    name: [...new Set([keys?.name ?? "name", "name"])],
    arguments: [...new Set([keys?.arguments ?? "arguments", "arguments", "parameters"])],
  };
}

/** JSON as most chat templates space it. */
export const SPACED = { itemSeparator: ", ", keySeparator: ": " } as const;
