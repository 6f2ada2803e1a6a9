import type { CodePointRanges } from "../char-spelling.ts";

/** A parsed grammar body. */
export type GrammarNode =
  | LiteralNode
  | { readonly type: "chars"; readonly set: CodePointRanges }
  /** `at`: where the name stands in the text. */
  | { readonly type: "ref"; readonly name: string; readonly at: number }
  | { readonly type: "seq"; readonly items: readonly GrammarNode[] }
  | { readonly type: "alt"; readonly options: readonly GrammarNode[] }
  /** `max` -1: no bound. */
  | { readonly type: "repeat"; readonly body: GrammarNode; readonly min: number; readonly max: number }
  | MacroNode;

export interface LiteralNode {
  readonly type: "literal";
  readonly text: string;
}

export interface MacroNode {
  readonly type: "macro";
  readonly name: MacroName;
  readonly args: readonly MacroValue[];
  readonly named: ReadonlyMap<string, MacroValue>;
  readonly at: number;
}

export const MACRO_NAMES = ["Regex", "Substring", "TagDispatch", "Token", "ExcludeToken", "TokenTagDispatch"] as const;
export type MacroName = (typeof MACRO_NAMES)[number];

/** An argument of a macro: a text, a number, a boolean, a rule's name, or a tuple. */
export type MacroValue = string | number | boolean | { readonly rule: string; readonly at: number } | readonly MacroValue[];

export interface GrammarRule {
  readonly name: string;
  readonly body: GrammarNode;
  readonly at: number;
  readonly options: ReadonlyMap<string, string | number | true>;
}

export const EMPTY_BODY: GrammarNode = { type: "seq", items: [] };

export function children(node: GrammarNode): readonly GrammarNode[] {
  switch (node.type) {
    case "seq":
      return node.items;
    case "alt":
      return node.options;
    case "repeat":
      return [node.body];
    default:
      return [];
  }
}

/** The rules that a macro names, with their places. */
export function macroRules(node: MacroNode): readonly { readonly rule: string; readonly at: number }[] {
  const found: { rule: string; at: number }[] = [];
  const visit = (value: MacroValue): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === "object" && "rule" in value) found.push(value);
  };
  node.args.forEach(visit);
  return found;
}
