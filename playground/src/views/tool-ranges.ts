/** Where tools and their parameters stand in the text of the tools pane, whether it is whole or not. */

export interface ToolRange {
  readonly tool: string;
  readonly from: number;
  readonly to: number;
  readonly keys: readonly KeyRange[];
}

export interface KeyRange {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN = /"(?:\\.|[^"\\\n])*"|[{}[\],]/g;

interface Open {
  readonly kind: string;
  readonly from: number;
  /** The key that it is the value of. */
  readonly key: string | undefined;
  readonly depth: number;
  name?: string;
  /** Members of the outermost `properties` inside. */
  properties?: { readonly depth: number; readonly keys: readonly KeyRange[] };
  readonly members: KeyRange[];
  pending: { readonly key: string; readonly from: number } | undefined;
}

/** A tool is an object with a member `name`; its parameters are the members of the outermost `properties` in it. */
export function toolRanges(text: string): readonly ToolRange[] {
  if (!/^\s*[[{]/.test(text)) return codeRanges(text);
  const found: ToolRange[] = [];
  const open: Open[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const inside = open.at(-1);
    if (token === "{" || token === "[")
      open.push({ kind: token, from: index, key: inside?.pending?.key, depth: open.length, members: [], pending: undefined });
    else if (token === ",") endMember(inside, text, index);
    else if (token === "}" || token === "]") {
      endMember(inside, text, index);
      open.pop();
      if (inside !== undefined) close(inside, index + 1, open, found);
    } else if (inside?.kind === "{" && inside.pending === undefined) inside.pending = { key: unquoted(token), from: index };
    else if (inside?.kind === "{" && inside.pending?.key === "name") inside.name = unquoted(token);
  }
  return found;
}

/** Ends the member before a comma or bracket, without the space between. */
function endMember(object: Open | undefined, text: string, before: number): void {
  if (object?.pending === undefined) return;
  let to = before;
  while (to > object.pending.from && /\s/.test(text[to - 1])) to -= 1;
  object.members.push({ ...object.pending, to });
  object.pending = undefined;
}

function close(object: Open, to: number, around: readonly Open[], found: ToolRange[]): void {
  if (object.kind !== "{") return;
  const parent = around.at(-1);
  if (object.key === "properties") {
    for (const outer of around)
      if (outer.properties === undefined || outer.properties.depth > object.depth)
        outer.properties = { depth: object.depth, keys: object.members };
    return;
  }
  if (object.name === undefined || around.some(({ key }) => key === "properties")) return;
  if (object.key === "function" && parent?.kind === "{") {
    // The object around it is the tool.
    parent.name = object.name;
    if (object.properties !== undefined) parent.properties = object.properties;
    return;
  }
  found.push({ tool: object.name, from: object.from, to, keys: object.properties?.keys ?? [] });
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

/** The same for Zod schemas. */
function codeRanges(text: string): ToolRange[] {
  const starts = [...text.matchAll(/\btool\s*\(\s*["']([^"']+)["']/g)];
  return starts.map(({ 1: tool, index: from }, number) => {
    const to = starts[number + 1]?.index ?? text.trimEnd().length;
    const keys = [...text.slice(from, to).matchAll(/^ {0,4}(["']?)([\w$-]+)\1:.*$/gm)].map((match): KeyRange => {
      const start = from + match.index + match[0].length - match[0].trimStart().length;
      return { key: match[2], from: start, to: from + match.index + match[0].length };
    });
    return { tool, from, to, keys };
  });
}
