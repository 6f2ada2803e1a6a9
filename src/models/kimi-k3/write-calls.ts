import { fail } from "../../core/errors.ts";
import { type Json, jsonTypeOf } from "../../core/json.ts";
import { type WriteOptions, writeJson } from "../../core/json-write.ts";
import { childPointer } from "../../core/pointer.ts";
import {
  K3_ATTRIBUTE_TERMINATORS,
  K3_CALL_BEGIN_END,
  K3_JSON_BEGIN,
  k3ArgumentBegin,
  k3CallBegin,
  k3Close,
  k3Open,
} from "../../wire/kimi-k3.ts";
import type { WritableCall } from "../family.ts";

const ARGUMENT_END = k3Close("argument");
/** What ends a string value that is written as it is. */
const VALUE_ENDS = [ARGUMENT_END, k3Close("call")];
/** JSON as the checkpoint's own renderer spaces it. */
const SPACED: WriteOptions = { itemSeparator: ", ", keySeparator: ": " };

/**
 * The tools channel that holds `calls`, numbered from 1; an empty text for no call. Arguments are typed by their values, as the checkpoint renders a
 * conversation. A call with a key or a text that would end its own tag has its arguments as one JSON object, which can hold any.
 * @throws StructagError `kimi-k3-tool-name`
 */
export function writeKimiK3Calls(calls: readonly WritableCall[]): string {
  if (calls.length === 0) return "";
  return k3Open("tools") + calls.map(writeCall).join("") + k3Close("tools");
}

function writeCall({ name, arguments: members }: WritableCall, position: number): string {
  if (holdsAny(name, K3_ATTRIBUTE_TERMINATORS)) {
    const path = childPointer(childPointer("/calls", position), "name");
    fail("kimi-k3-tool-name", path, `the tool name ${JSON.stringify(name)} holds a marker, which would end its tag`, "rename the tool");
  }
  const block = [...members].some(([key, value]) => holdsAny(key, K3_ATTRIBUTE_TERMINATORS) || endsEarly(value));
  const body = block
    ? K3_JSON_BEGIN + writeJson(members, SPACED) + k3Close("json")
    : [...members].map(([key, value]) => writeArgument(key, value)).join("");
  return k3CallBegin(name) + String(position + 1) + K3_CALL_BEGIN_END + body + k3Close("call");
}

function writeArgument(key: string, value: Json): string {
  const text = typeof value === "string" ? value : writeJson(value, SPACED);
  return k3ArgumentBegin(key, jsonTypeOf(value)) + text + ARGUMENT_END;
}

function endsEarly(value: Json): boolean {
  return typeof value === "string" && holdsAny(value, VALUE_ENDS);
}

function holdsAny(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
}
