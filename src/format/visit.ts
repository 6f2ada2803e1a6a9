import { fail } from "../core/errors.ts";
import type { Format } from "./types.ts";

/** Levels of formats that every function of this room accepts; a root alone is one level. */
export const MAX_FORMAT_DEPTH = 256;

/** Formats in one tree. Shared subtrees count once for each place, as they do on the wire. */
export const MAX_FORMAT_NODES = 100_000;

/** Where the root of a format lies in a structural tag's JSON. */
export const ROOT_PATH = "/format";

export interface ChildFormat {
  readonly format: Format;
  /** JSON pointer from the parent to the child in the wire JSON, such as `/elements/0` or `/rules/2/1`. */
  readonly pointer: string;
}

export interface FormatNode {
  readonly format: Format;
  /** JSON pointer in the wire JSON. */
  readonly path: string;
  /** 0 for the root. */
  readonly depth: number;
}

/** The formats directly inside a format, in the order of the wire JSON. */
export function childFormats(format: Format): readonly ChildFormat[] {
  switch (format.type) {
    case "const_string":
    case "json_schema":
    case "regex":
    case "grammar":
    case "any_text":
    case "token":
    case "exclude_token":
    case "any_tokens":
      return [];
    case "sequence":
    case "or":
      return format.elements.map((element, index) => ({ format: element, pointer: `/elements/${index}` }));
    case "optional":
    case "plus":
    case "star":
    case "repeat":
    case "tag":
      return [{ format: format.content, pointer: "/content" }];
    case "triggered_tags":
    case "token_triggered_tags":
    case "tags_with_separator":
      return format.tags.map((tag, index) => ({ format: tag, pointer: `/tags/${index}` }));
    case "dispatch":
    case "token_dispatch":
      return format.rules.map(([, body], index) => ({ format: body, pointer: `/rules/${index}/1` }));
  }
}

/**
 * Every format of a tree, parents first, in the order of the wire JSON. No recursion, so that any tree ends in a walk or a coded error.
 * @throws StructagError `format-depth` past {@link MAX_FORMAT_DEPTH} (also where a tree contains itself), `format-size` past {@link MAX_FORMAT_NODES}
 */
export function* walkFormat(root: Format, path: string = ROOT_PATH): Generator<FormatNode, void, undefined> {
  const open: FormatNode[] = [{ format: root, path, depth: 0 }];
  for (let count = 0; open.length > 0; count += 1) {
    const node = open.pop()!;
    if (node.depth >= MAX_FORMAT_DEPTH) failDepth(path);
    if (count >= MAX_FORMAT_NODES) failSize(path);
    yield node;
    const children = childFormats(node.format);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      open.push({ format: child.format, path: node.path + child.pointer, depth: node.depth + 1 });
    }
  }
}

/** Throws where a tree is too deep or too large to recurse over it. */
export function assertFormatBounds(root: Format, path: string = ROOT_PATH): void {
  for (const _ of walkFormat(root, path));
}

export function failDepth(path: string): never {
  fail(
    "format-depth",
    path,
    `formats are nested deeper than ${MAX_FORMAT_DEPTH} levels`,
    "flatten the tree, or use a grammar with a recursive rule",
  );
}

export function failSize(path: string): never {
  fail("format-size", path, `the tree has more than ${MAX_FORMAT_NODES} formats`, "share less, or split the tools over several requests");
}
