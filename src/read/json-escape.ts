const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/**
 * The inside of a JSON string literal for a piece of well-formed text. The escapes of a text are the concatenated escapes of its
 * pieces, so a string can be written while it arrives.
 */
export function escapeJsonText(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
