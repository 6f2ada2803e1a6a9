import {
  childFormats,
  type Format,
  type OutlineLine,
  type OutlineSpan,
  outlineLines,
  type TokenRef,
  walkFormat,
} from "../../../src/index.ts";
import type { ToolPlace, TreeFormat } from "./protocol.ts";

/** The text of each format's own part of the outline, by path. */
function labels(lines: readonly OutlineLine[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { text, spans } of lines)
    for (const { path, start, end } of spans as readonly OutlineSpan[]) texts.set(path, text.slice(start, end));
  return texts;
}

/** The format as a tree of boxes with labels. */
export function formatTree(root: Format, rootPath = "/format"): TreeFormat {
  const texts = labels(outlineLines(root, rootPath));
  const build = (format: Format, path: string): TreeFormat => ({
    type: format.type,
    path,
    label: texts.get(path) ?? format.type,
    children: childFormats(format).map((child) => build(child.format, path + child.pointer)),
    ...markersOf(format),
  });
  return build(root, rootPath);
}

function markersOf(format: Format): Partial<TreeFormat> {
  switch (format.type) {
    case "tag":
      return { begin: boundary(format.begin), end: Array.isArray(format.end) ? format.end.join(" | ") : boundary(format.end as string) };
    case "tags_with_separator":
      return { separator: format.separator, atLeastOne: format.atLeastOne === true };
    case "triggered_tags":
    case "token_triggered_tags":
      return { atLeastOne: format.atLeastOne === true };
    case "repeat":
      return { label: `${format.min}–${format.max < 0 ? "∞" : format.max}` };
    case "const_string":
      return { label: format.value };
    case "dispatch":
    case "token_dispatch":
      return { begin: format.rules.map(([on]) => String(on)).join(" | ") };
    default:
      return {};
  }
}

function boundary(marker: string | { readonly token: TokenRef }): string {
  return typeof marker === "string" ? marker : String(marker.token);
}

/** Which formats belong to which tool and parameter: a tag belongs to the tool, or to the parameter of the tool around it, whose name its begin says. */
export function toolPlaces(root: Format, tools: readonly { readonly name: string; readonly keys: readonly string[] }[]): ToolPlace[] {
  const places: ToolPlace[] = [];
  for (const { format, path } of walkFormat(root)) {
    const text = format.type === "tag" ? boundary(format.begin) : format.type === "const_string" ? format.value : "";
    if (text === "") continue;
    const outer = places.findLast((place) => path.startsWith(`${place.path}/`) && place.key === undefined);
    if (outer === undefined) {
      const tool = tools.find(({ name }) => saysName(text, name));
      if (tool !== undefined) places.push({ path: format.type === "tag" ? path : parentPath(path), tool: tool.name });
      continue;
    }
    const key = tools.find(({ name }) => name === outer.tool)?.keys.find((name) => saysName(text, name));
    if (key !== undefined) places.push({ path, tool: outer.tool, key });
  }
  return places;
}

/** Whether the name stands in the text, not as a part of a longer name. */
function saysName(text: string, name: string): boolean {
  const part = /[\p{L}\p{N}_-]/u;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!part.test(text[at - 1] ?? "") && !part.test(text[at + name.length] ?? "")) return true;
  }
  return false;
}

function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.lastIndexOf("/") - 1));
}
