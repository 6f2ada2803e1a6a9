/** gpt-oss' Harmony: a row of messages, each a header and a body. All markers are special tokens. */
export const HARMONY_START = "<|start|>";
export const HARMONY_CHANNEL = "<|channel|>";
export const HARMONY_CONSTRAIN = "<|constrain|>";
export const HARMONY_MESSAGE = "<|message|>";
export const HARMONY_END = "<|end|>";
export const HARMONY_RETURN = "<|return|>";
export const HARMONY_CALL = "<|call|>";

export const HARMONY_MARKERS: readonly string[] = [
  HARMONY_START,
  HARMONY_CHANNEL,
  HARMONY_CONSTRAIN,
  HARMONY_MESSAGE,
  HARMONY_END,
  HARMONY_RETURN,
  HARMONY_CALL,
];

export const HARMONY_ROLE = "assistant";
/** The header of a channel up to its body. */
export function harmonyChannel(name: "analysis" | "commentary" | "final"): string {
  return HARMONY_CHANNEL + name + HARMONY_MESSAGE;
}

/** In front of the names of functions. */
export const HARMONY_NAMESPACE = "functions.";
export const HARMONY_RECIPIENT = " to=";
