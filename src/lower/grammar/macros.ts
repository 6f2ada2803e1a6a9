import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import { dispatchLoop } from "../free-text.ts";
import { jsonStringSpelling } from "../json/string-spelling.ts";
import { lowerRegex } from "../regex/lower.ts";
import { utf8Spelling } from "../utf8.ts";
import type { MacroNode, MacroValue } from "./nodes.ts";
import { substring } from "./substring.ts";
import type { GrammarText } from "./text.ts";

/** What macros need from the lowering of the grammar around them. */
export interface MacroContext {
  readonly arena: ExprArena;
  readonly text: GrammarText;
  /** The id of a token; fails with a code where there is none. Undefined without a vocabulary. */
  readonly resolveToken: ((token: number | string) => number | undefined) | undefined;
  readonly literal: (text: string) => ExprId;
  readonly rule: (name: string) => ExprId;
}

type Named = Readonly<Record<string, "boolean" | "string" | "tuple">>;

/** Whether the macro has an expression of its own, without the rules that it names. */
export function isClosed(node: MacroNode): boolean {
  return node.name !== "TagDispatch" && node.name !== "TokenTagDispatch";
}

export function lowerMacro(node: MacroNode, context: MacroContext): ExprId {
  switch (node.name) {
    case "Regex":
      return lowerRegexMacro(node, context);
    case "Substring":
      checkNames(node, {}, context);
      return substring(context.arena, strings(node.args, node, context));
    case "Token":
    case "ExcludeToken": {
      checkNames(node, {}, context);
      if (node.args.length === 0 && node.name === "Token") wrong(node, "needs a token", context);
      return tokenSet(node.args, node.name === "ExcludeToken", node, context);
    }
    case "TagDispatch":
      return lowerTagDispatch(node, context);
    case "TokenTagDispatch":
      return lowerTokenTagDispatch(node, context);
  }
}

function lowerRegexMacro(node: MacroNode, context: MacroContext): ExprId {
  checkNames(node, { json_string: "boolean", flags: "string" }, context);
  const [pattern, second, third] = node.args;
  const json = node.named.get("json_string") ?? second ?? false;
  const flags = node.named.get("flags") ?? third ?? "";
  if (typeof pattern !== "string" || typeof json !== "boolean" || typeof flags !== "string" || node.args.length > 3) {
    return wrong(node, 'is Regex("pattern", json_string=false, flags="")', context);
  }
  const spelling = json ? jsonStringSpelling(context.arena) : utf8Spelling(context.arena);
  return lowerRegex(context.arena, pattern, { spelling, mode: "whole", flags, path: context.text.path });
}

function lowerTagDispatch(node: MacroNode, context: MacroContext): ExprId {
  checkNames(node, { loop_after_dispatch: "boolean", excludes: "tuple" }, context);
  const excludes = strings((node.named.get("excludes") ?? []) as readonly MacroValue[], node, context);
  const rules = pairs(node, context).map(([trigger, rule]) => {
    if (typeof trigger !== "string" || trigger === "") return wrong(node, "has pairs of a text, which is not empty, and a rule", context);
    const clash = excludes.find((exclude) => trigger.startsWith(exclude));
    if (clash !== undefined)
      return wrong(node, `excludes ${JSON.stringify(clash)}, with which the tag ${JSON.stringify(trigger)} starts`, context);
    return { trigger, body: context.rule(rule) };
  });
  const loop = node.named.get("loop_after_dispatch") !== false;
  return dispatchLoop(context.arena, { rules, loop, excludes, literal: context.literal });
}

function lowerTokenTagDispatch(node: MacroNode, context: MacroContext): ExprId {
  checkNames(node, { loop_after_dispatch: "boolean", excludes: "tuple" }, context);
  const { arena } = context;
  const rules = pairs(node, context);
  const tokens = rules.map(([token]) => token);
  const excludes = (node.named.get("excludes") ?? []) as readonly MacroValue[];
  const free = arena.star(tokenSet([...tokens, ...excludes], true, node, context));
  const started = arena.alt(rules.map(([token, rule]) => arena.seq2(tokenSet([token], false, node, context), context.rule(rule))));
  if (started === NEVER) return free;
  if (node.named.get("loop_after_dispatch") === false) return arena.seq2(free, arena.optional(started));
  return arena.seq2(arena.star(arena.seq2(free, started)), free);
}

/** Each argument as a pair of a value and a rule's name. */
function pairs(node: MacroNode, context: MacroContext): [MacroValue, string][] {
  if (node.args.length === 0) wrong(node, "needs a pair of a tag and a rule", context);
  return node.args.map((pair) => {
    const rule: MacroValue | undefined = Array.isArray(pair) && pair.length === 2 ? pair[1] : undefined;
    if (typeof rule !== "object" || !("rule" in rule)) return wrong(node, "has pairs of a tag and a rule's name", context);
    return [(pair as readonly MacroValue[])[0], rule.rule];
  });
}

function strings(values: readonly MacroValue[], node: MacroNode, context: MacroContext): string[] {
  return values.map((value) => (typeof value === "string" ? value : wrong(node, "takes texts here", context)));
}

function tokenSet(values: readonly MacroValue[], negated: boolean, node: MacroNode, context: MacroContext): ExprId {
  const { resolveToken, text } = context;
  if (resolveToken === undefined) {
    return text.fail(
      "grammar-token-without-vocabulary",
      `${node.name} needs a vocabulary`,
      "compile the grammar with the vocabulary it is meant for",
      node.at,
    );
  }
  const ids = values.map((value) => {
    if (typeof value !== "number" && typeof value !== "string") return wrong(node, "takes ids and texts of tokens", context);
    return (
      resolveToken(value) ??
      text.fail(
        "grammar-unknown-token",
        `the vocabulary has no token ${JSON.stringify(value)}`,
        "use an id or the exact text of a vocabulary entry",
        node.at,
      )
    );
  });
  return context.arena.tokens({ ids: new Set(ids), negated });
}

function checkNames(node: MacroNode, allowed: Named, context: MacroContext): void {
  for (const [name, value] of node.named) {
    const kind = Array.isArray(value) ? "tuple" : typeof value;
    if (!Object.hasOwn(allowed, name)) wrong(node, `has no argument ${name}`, context);
    if (allowed[name] !== kind) wrong(node, `takes a ${allowed[name]} as ${name}`, context);
  }
}

function wrong(node: MacroNode, what: string, context: MacroContext): never {
  return context.text.fail("grammar-macro", `${node.name} ${what}`, "see docs/grammar-text.md", node.at);
}
