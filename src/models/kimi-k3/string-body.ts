import { isCutOff } from "../../read/marker-set.ts";
import { K3_END_OF_MESSAGE, K3_OPEN, k3Close } from "../../wire/kimi-k3.ts";
import { matchK3Tag, nextK3Token } from "./tags.ts";

const ARGUMENT_END = k3Close("argument");
const CALL_END = k3Close("call");
/** The end of a message, which ends an unclosed value only as the very last text. */
const MESSAGE_TAIL = `${k3Close("message")}${K3_END_OF_MESSAGE}`;
const SPACED = { open: [], close: ["argument", "call"] } as const;

/** What a scan of a string value found: text up to `at` is value; `after` is the index behind the marker that ends it, if one does. */
export interface K3StringHit {
  readonly at: number;
  readonly after: number | undefined;
  /** The call's own end came, the argument's did not. */
  readonly byCall: boolean;
  /** An opening token is part of the value. */
  readonly holdsTag: boolean;
}

/**
 * Finds the end of a string value. Only the close tags of argument and call end it, since the output grammar lets every other marker
 * into a string; close tags with whitespace inside count if `spaced`. The end of the message is data if anything follows it.
 */
export function scanK3String(text: string, from: number, spaced: boolean): K3StringHit {
  let holdsTag = false;
  for (let at = nextK3Token(text, from); at >= 0; at = nextK3Token(text, at + 1)) {
    if (text.startsWith(ARGUMENT_END, at)) return { at, after: at + ARGUMENT_END.length, byCall: false, holdsTag };
    if (text.startsWith(CALL_END, at)) return { at, after: at + CALL_END.length, byCall: true, holdsTag };
    if (spaced) {
      const tag = matchK3Tag(text, at, SPACED);
      if (tag === "partial") return { at, after: undefined, byCall: false, holdsTag };
      if (tag?.kind === "close") return { at, after: tag.end, byCall: tag.name === "call", holdsTag };
    }
    if (isCutOff(text, at, ARGUMENT_END) || isCutOff(text, at, CALL_END) || isCutOff(text, at, K3_OPEN) || isMessageTail(text, at)) {
      return { at, after: undefined, byCall: false, holdsTag };
    }
    if (text.startsWith(K3_OPEN, at)) holdsTag = true;
  }
  return { at: text.length, after: undefined, byCall: false, holdsTag };
}

function isMessageTail(text: string, at: number): boolean {
  if (text.length - at > MESSAGE_TAIL.length) return false;
  const rest = text.slice(at);
  return MESSAGE_TAIL.startsWith(rest) || K3_END_OF_MESSAGE.startsWith(rest);
}
