import { encodeRanks, type Vocabulary } from "../../src/engine.ts";
import { readTools, toNative, writeJson } from "../../src/index.ts";
import { toolLists } from "../models/tool-lists.ts";

/** Roughly the pieces that tokenizers cut text into before they join bytes. */
const PIECE = /\p{N}{1,3}| ?\p{L}+| ?[^\s\p{L}\p{N}]+|\s+/gu;

export interface TypicalCall {
  readonly name: string;
  readonly schema: object;
  /** The arguments as a model writes them, and the stop token. */
  readonly ids: readonly number[];
}

/** The first call of `count` rows of BFCL, and the schema of its tool. */
export function callsOf(vocabulary: Vocabulary, count: number): TypicalCall[] {
  const encoder = new TextEncoder();
  return toolLists(count).flatMap(({ tools, calls }) => {
    const call = calls[0];
    const tool = readTools(tools).find((each) => each.kind === "function" && each.name === call?.name);
    if (call === undefined || tool?.kind !== "function") return [];
    const text = writeJson(call.arguments, { itemSeparator: ", ", keySeparator: ": " });
    const ids = (text.match(PIECE) ?? []).flatMap((piece) => encodeRanks(vocabulary, encoder.encode(piece)));
    return [{ name: tool.name, schema: closed(toNative(tool.parameters)) as object, ids: [...ids, vocabulary.stopTokenIds[0]] }];
  });
}

/** The schema with no undeclared keys anywhere. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return copy.type === "object" && typeof copy.properties === "object" ? { ...copy, additionalProperties: false } : copy;
}
