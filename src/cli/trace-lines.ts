import type { TraceSpan } from "../engine.ts";
import type { Style } from "./terminal.ts";
import { cut } from "./text-excerpt.ts";

const MAX_FORMAT = 72;
const MAX_TEXT = 60;

/** A line for each format that matched something: its bytes, the format below those around it, and the text of formats that hold no others. */
export function traceLines(spans: readonly TraceSpan[], output: string, style: Style): string[] {
  const bytes = new TextEncoder().encode(output);
  const open: string[] = [];
  const rows = spans.map(({ formatPath, outline, byteStart, byteEnd, complete }, index) => {
    while (open.length > 0 && !formatPath.startsWith(`${open[open.length - 1]}/`)) open.pop();
    const indent = "  ".repeat(open.length);
    open.push(formatPath);
    const holds = spans[index + 1]?.formatPath.startsWith(`${formatPath}/`) === true;
    const text = JSON.stringify(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(byteStart, byteEnd)));
    return {
      range: `${byteStart}–${complete ? byteEnd : "…"}`,
      format: indent + cut(outline === "" ? formatPath : outline, MAX_FORMAT),
      text: holds ? "" : `  ${style.dim(cut(text, MAX_TEXT))}`,
    };
  });
  const width = Math.max(...rows.map(({ range }) => range.length));
  return rows.map(({ range, format, text }) => `${range.padEnd(width)}  ${format}${text}`);
}
