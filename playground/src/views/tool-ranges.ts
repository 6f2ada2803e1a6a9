import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

type SyntaxNode = ReturnType<typeof syntaxTree>["topNode"];

/** Where tools and their parameters stand in JSON text. A tool is an object with a member `name`; its parameters are the members of the first `properties` in it. */

export interface ToolPoint {
  readonly tool: string;
  readonly key?: string;
}

/** The range of a tool, or of one of its parameters. */
export function rangeOf(state: EditorState, tool: string, key: string | undefined): { from: number; to: number } | undefined {
  let found: SyntaxNode | undefined;
  syntaxTree(state).iterate({
    enter: ({ node }) => {
      if (found !== undefined) return false;
      if (node.name === "Property" && memberName(state, node) === "name" && stringValue(state, node.lastChild) === tool)
        found = toolObject(state, node);
      return undefined;
    },
  });
  if (found === undefined) return undefined;
  const member = key === undefined ? undefined : parameter(state, found, key);
  return member === undefined ? { from: found.from, to: found.to } : { from: member.from, to: member.to };
}

/** The tool, and the parameter, at a position. */
export function placeAt(state: EditorState, position: number): ToolPoint | undefined {
  let key: string | undefined;
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, 1); node !== null; node = node.parent) {
    if (node.name === "Property" && isPropertiesObject(state, node.parent)) key = memberName(state, node);
    if (node.name !== "Object") continue;
    const name = node.getChildren("Property").find((member) => memberName(state, member) === "name");
    const tool = name === undefined ? undefined : stringValue(state, name.lastChild);
    // An object that describes a parameter may have a member `name` too, but no tool stands inside of another.
    if (tool !== undefined && !isPropertiesObject(state, node)) return key === undefined ? { tool } : { tool, key };
  }
  return undefined;
}

/** The object whose member `name` a node is, or the one around it that wraps it as `function`. */
function toolObject(state: EditorState, name: SyntaxNode): SyntaxNode | undefined {
  const object = name.parent;
  if (object === null) return undefined;
  const wrapper = object.parent;
  return wrapper?.name === "Property" && memberName(state, wrapper) === "function" && wrapper.parent !== null ? wrapper.parent : object;
}

function parameter(state: EditorState, object: SyntaxNode, key: string): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  object.cursor().iterate(({ node }) => {
    if (found !== undefined) return false;
    if (node.name === "Property" && isPropertiesObject(state, node.parent) && memberName(state, node) === key) found = node;
    return undefined;
  });
  return found;
}

function isPropertiesObject(state: EditorState, node: SyntaxNode | null): boolean {
  return node?.parent?.name === "Property" && memberName(state, node.parent) === "properties";
}

function memberName(state: EditorState, property: SyntaxNode): string | undefined {
  return stringValue(state, property.firstChild);
}

function stringValue(state: EditorState, node: SyntaxNode | null): string | undefined {
  if (node === null || (node.name !== "String" && node.name !== "PropertyName")) return undefined;
  try {
    const value: unknown = JSON.parse(state.sliceDoc(node.from, node.to));
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
