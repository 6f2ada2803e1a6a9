/** Escapes one reference token of a JSON pointer (RFC 6901 §3). */
export function escapePointerToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** Undoes {@link escapePointerToken}. */
function unescapePointerToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** `base` with one more member name or array index. */
export function childPointer(base: string, token: string | number): string {
  return `${base}/${typeof token === "number" ? token : escapePointerToken(token)}`;
}

/** The unescaped reference tokens of a pointer; `undefined` where the text is no JSON pointer. */
export function pointerTokens(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapePointerToken);
}
