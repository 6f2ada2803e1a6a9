/** The index behind the string literal whose opening quote is at `quote`; -1 where it has no end. Escapes are skipped, not checked. */
export function jsonLiteralEnd(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
  return -1;
}
