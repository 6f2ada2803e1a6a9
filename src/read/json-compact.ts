import { jsonLiteralEnd } from "../core/json-literal.ts";
import { readJson } from "../core/json-read.ts";
import { TextBuffer } from "./text-buffer.ts";

const SPACE = /[ \t\r\n]+/g;

/** JSON text without the whitespace between its tokens; every token keeps its spelling. `text` must be valid JSON. */
export function compactJson(text: string): string {
  if (text.search(SPACE) < 0) return text;
  const out = new TextBuffer();
  let at = 0;
  for (;;) {
    const quote = text.indexOf('"', at);
    out.append(text.slice(at, quote < 0 ? text.length : quote).replace(SPACE, ""));
    if (quote < 0) return out.toString();
    at = jsonLiteralEnd(text, quote);
    out.append(text.slice(quote, at));
  }
}

/** JSON text without whitespace between its tokens; `undefined` where the text is no JSON. */
export function jsonText(text: string): string | undefined {
  try {
    readJson(text);
    return compactJson(text);
  } catch {
    return undefined;
  }
}
