import { MarkerSet } from "../../read/marker-set.ts";
import type { ReaderWindow } from "../../read/reader.ts";
import { K3_ATTRIBUTE_TERMINATORS, K3_SEP, unescapeK3Attribute } from "../../wire/kimi-k3.ts";

/** Most characters of an opening tag's attributes. */
const MAX_LENGTH = 64 * 1024;
const TERMINATORS = new MarkerSet(K3_ATTRIBUTE_TERMINATORS);
const PAIR = /\s+(\w+)="([^"]*)"/y;

/** The attributes of an opening tag, by name. */
export type K3Attributes = ReadonlyMap<string, string>;

/**
 * Reads ` name="value"` pairs, unescaped; the first of a name wins. `undefined` where anything else stands in the text.
 */
export function parseK3Attributes(text: string): K3Attributes | undefined {
  const attributes = new Map<string, string>();
  let at = 0;
  for (;;) {
    PAIR.lastIndex = at;
    const pair = PAIR.exec(text);
    if (pair === null) return text.slice(at).trim() === "" ? attributes : undefined;
    at = PAIR.lastIndex;
    if (!attributes.has(pair[1])) attributes.set(pair[1], unescapeK3Attribute(pair[2]));
  }
}

/** Collects the text of an opening tag behind its name, up to and with its `<|sep|>`. */
export class K3AttributeText {
  text = "";

  /** `whole`: the tag ended. `broken`: another marker or too much text came first; that marker is not consumed. */
  read(window: ReaderWindow): "more" | "whole" | "broken" {
    const { at, marker } = TERMINATORS.search(window.text, window.at);
    this.text += window.text.slice(window.at, at);
    window.at = at;
    if (marker === K3_SEP) {
      window.at += K3_SEP.length;
      return "whole";
    }
    return marker === undefined && this.text.length <= MAX_LENGTH ? "more" : "broken";
  }
}
