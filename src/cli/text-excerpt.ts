import type { Style } from "./terminal.ts";

/** Most characters of a line on each side of the place that is shown. */
const MARGIN = 60;

/** The line of a place (an index into `text`), and a caret below the place. */
export function excerpt(text: string, offset: number, style: Style): [line: string, caret: string] {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const found = text.indexOf("\n", offset);
  const end = found < 0 ? text.length : found;
  const before = [...text.slice(from, offset)];
  const after = [...text.slice(offset, end)];
  const lead = before.length > MARGIN ? "…" : "";
  const shown = lead + visible(before.slice(-MARGIN).join(""));
  const rest = visible(after.slice(0, MARGIN).join("")) + (after.length > MARGIN ? "…" : "");
  return [shown + rest, `${" ".repeat(columns(shown))}${style.red("^")}`];
}

/** Control characters as their pictures, so that a caret stands below its character. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, (control) =>
    String.fromCharCode(control === "\u007f" ? 0x2421 : 0x2400 + control.charCodeAt(0)),
  );
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that a terminal gives a text: East Asian characters and emoji take two, combining marks none. */
function columns(text: string): number {
  let count = 0;
  for (const character of text) count += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return count;
}

/** A text of at most `length` characters. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
