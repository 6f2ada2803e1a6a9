/** A piece of a line and how it looks. */
export interface Painted {
  readonly text: string;
  readonly look: string;
}

const OUTLINE =
  /(`(?:\\.|[^`\\])*`)|(^\/(?:\\.|[^/\\])+\/)|\b(tag|sequence|or|optional|plus|star|repeat|text|tokens|token|dispatch|on|grammar|triggered_tags|token_triggered_tags|tags_with_separator)\b(?=[ :]|$)|\b(excluding|at_least_one|stop_after_first|max_tokens|max_chars|max_whitespace|any_order)\b|([a-z0-9_]+(?=\())/g;
const JSON_TEXT = /("(?:\\.|[^"\\])*"(?=:))|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
const OUTLINE_LOOKS = ["marker", "pattern", "word", "option", "kind"];
const JSON_LOOKS = ["key", "string", "number", "word"];

/** A text with its words, markers and numbers told apart. */
export function painted(text: string, language: "outline" | "json"): Painted[] {
  const pattern = language === "outline" ? OUTLINE : JSON_TEXT;
  const looks = language === "outline" ? OUTLINE_LOOKS : JSON_LOOKS;
  const parts: Painted[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), look: "plain" });
    const group = match.slice(1).findIndex((found) => found !== undefined);
    parts.push({ text: match[0], look: looks[group] ?? "plain" });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), look: "plain" });
  return parts;
}
