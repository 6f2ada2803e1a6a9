/**
 * Kimi K3's wire syntax (XTML): every marker, the attribute escape and the type labels, for builder, reader and prompt alike.
 *
 * Source: `encoding_k3.py` and `tokenization_kimi.py` of the checkpoint `moonshotai/Kimi-K3`, with the token ids of its tokenizer
 * files, as read in December 2026.
 */

export const K3_OPEN = "<|open|>";
export const K3_CLOSE = "<|close|>";
export const K3_SEP = "<|sep|>";
/** The stop token of a message. */
export const K3_END_OF_MESSAGE = "<|end_of_msg|>";

/** Ids of the special tokens in the real vocabulary (163,840 entries). `[EOS]` never ends a chat message. */
export const K3_TOKEN_IDS = {
  "[BOS]": 163584,
  "[EOS]": 163585,
  [K3_END_OF_MESSAGE]: 163586,
  [K3_OPEN]: 163587,
  [K3_CLOSE]: 163588,
  [K3_SEP]: 163589,
  "[UNK]": 163838,
  "[PAD]": 163839,
} as const;

/** The channels of an assistant message, and the message itself. */
export type K3Channel = "think" | "response" | "tools" | "message";

/** Every element name of an assistant message. */
export type K3Element = K3Channel | "call" | "argument" | "json";

/** `<|open|>NAME<|sep|>`: the opening of an element without attributes. */
export function k3Open(name: K3Element): string {
  return `${K3_OPEN}${name}${K3_SEP}`;
}

/** `<|close|>NAME<|sep|>`. */
export function k3Close(name: K3Element): string {
  return `${K3_CLOSE}${name}${K3_SEP}`;
}

/** The labels that the `type` attribute of an argument takes. Integers are labelled `number`. */
export const K3_TYPES = ["string", "number", "boolean", "null", "object", "array"] as const;

export type K3Type = (typeof K3_TYPES)[number];

/** The special tokens that make up all structure. */
export const K3_MARKERS: readonly string[] = [K3_OPEN, K3_CLOSE, K3_SEP, K3_END_OF_MESSAGE];

/** Text that no attribute value can hold: it would end the tag. */
export const K3_ATTRIBUTE_TERMINATORS: readonly string[] = [...K3_MARKERS];

/** Escapes an attribute value: `&` first, then `"`; nothing else. */
export function escapeK3Attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** Undoes {@link escapeK3Attribute}, in reverse order, so that `&amp;quot;` reads as `&quot;`. */
export function unescapeK3Attribute(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** Everything of a call tag before its index digits. */
export function k3CallBegin(tool: string): string {
  return `${K3_OPEN}call tool="${escapeK3Attribute(tool)}" index="`;
}

/** What follows the index digits: the end of the attribute and of the opening tag. */
export const K3_CALL_BEGIN_END = `"${K3_SEP}`;

/** The part of an argument's opening tag before its key. */
export const K3_ARGUMENT_KEY_BEGIN = `${K3_OPEN}argument key="`;

/** The part of an argument's opening tag after its key. */
export function k3ArgumentKeyEnd(type: K3Type): string {
  return `" type="${type}"${K3_SEP}`;
}

/** The opening tag of an argument. */
export function k3ArgumentBegin(key: string, type: K3Type): string {
  return `${K3_ARGUMENT_KEY_BEGIN}${escapeK3Attribute(key)}${k3ArgumentKeyEnd(type)}`;
}

/** The opening tag of a block that holds all arguments as one JSON object. */
export const K3_JSON_BEGIN = `${K3_OPEN}json type="object"${K3_SEP}`;
