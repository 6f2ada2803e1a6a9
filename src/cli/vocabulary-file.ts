import { gunzipSync } from "node:zlib";
import type * as Engine from "../engine.ts";
import { isJsonArray, isJsonObject, type Json, JsonNumber, StructagError } from "../index.ts";
import type { OptionValues } from "./command.ts";
import { readInputFile } from "./input-file.ts";
import { badValue, textOption } from "./option-values.ts";
import { movePaths } from "./paths.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The vocabulary that the command line names; undefined where it names none.
 * @throws StructagError `cli-usage-value`, `cli-input-…`, `vocab-…`
 */
export async function readVocabularyOption(
  engine: typeof Engine,
  options: OptionValues,
  terminal: Terminal,
): Promise<Engine.Vocabulary | undefined> {
  const file = textOption(options, "vocab");
  const specials = textOption(options, "special-tokens");
  const stop = textOption(options, "stop-token");
  if (file === undefined) {
    const unused = specials !== undefined ? "special-tokens" : stop !== undefined ? "stop-token" : undefined;
    if (unused !== undefined) throw badValue(unused, "needs --vocab");
    return undefined;
  }
  const specialTokens = specials === undefined ? undefined : await readSpecialTokens(specials, terminal);
  const read = await terminal.readBytes(file);
  const bytes = read[0] === 0x1f && read[1] === 0x8b ? new Uint8Array(gunzipSync(read)) : read;
  return movePaths([["", `${file}#`]], () => {
    const given = specialTokens === undefined ? {} : { specialTokens };
    const vocabulary = engine.readVocabulary(bytes, given);
    if (stop === undefined) return vocabulary;
    const id = vocabulary.specialTokens.get(stop);
    if (id === undefined) throw badValue("stop-token", `is no special token of the vocabulary: ${JSON.stringify(stop)}`);
    return engine.readVocabulary(bytes, { ...given, stopTokenIds: [id] });
  });
}

/** Special tokens by text: such an object itself, the `added_tokens_decoder` of a tokenizer_config.json, or the `added_tokens` of a tokenizer.json. */
async function readSpecialTokens(file: string, terminal: Terminal): Promise<Record<string, number>> {
  const { json, path } = await readInputFile(file, terminal);
  const decoder = member(json, "added_tokens_decoder");
  const list = member(json, "added_tokens");
  const pairs: [Json | undefined, number][] = [];
  if (isJsonObject(decoder)) for (const [id, token] of decoder) pairs.push([member(token, "content"), Number(id)]);
  else if (isJsonArray(list)) for (const token of list) pairs.push([member(token, "content"), wholeNumber(member(token, "id"))]);
  else if (isJsonObject(json)) for (const [text, id] of json) pairs.push([text, wholeNumber(id)]);
  if (pairs.length === 0 || pairs.some(([text, id]) => typeof text !== "string" || !Number.isInteger(id))) {
    const message = "no special tokens with their ids are found here";
    const hint = 'give an object such as {"<|im_end|>": 163586}, a tokenizer_config.json or a tokenizer.json';
    throw new StructagError({ code: "cli-input-special-tokens", path, message, hint });
  }
  return Object.fromEntries(pairs);
}

function member(json: Json | undefined, key: string): Json | undefined {
  return isJsonObject(json) ? json.get(key) : undefined;
}

function wholeNumber(value: Json | undefined): number {
  return value instanceof JsonNumber ? Number(value.text) : Number.NaN;
}
