import {
  altNode,
  childNodes,
  type GrammarNode,
  type GrammarRules,
  isNothing,
  NOTHING,
  ROOT,
  refNode,
  repeatNode,
  seqNode,
} from "./grammar.ts";

/** Elements up to which a rule that is used once is written in its place. */
const INLINE_SIZE = 40;
/** Levels of a body that inlining may make. */
const INLINE_DEPTH = 8;

/**
 * The same language in fewer rules: loops as repetitions, rules that are used once in their place, numbers without gaps. No body of a repetition accepts the empty text, since readers take that for left recursion.
 */
export function tidyRules(rules: GrammarRules): GrammarRules {
  let current = new Map(Array.from(rules, ([name, body]) => [name, withoutTailLoop(name, body)]));
  current = inlined(current);
  return renamed(new NonEmpty(current).rules());
}

/** `a ::= x a | y` as `a ::= x* y`, where `a` occurs nowhere else in its body. */
function withoutTailLoop(name: string, body: GrammarNode): GrammarNode {
  const loops: GrammarNode[] = [];
  const others: GrammarNode[] = [];
  for (const option of optionsOf(body)) {
    const items = option.type === "seq" ? option.items : [option];
    const last = items.at(-1);
    if (last?.type === "ref" && last.name === name) loops.push(seqNode(items.slice(0, -1)));
    else others.push(option);
  }
  if (loops.length === 0 || others.length === 0 || [...loops, ...others].some((part) => refersTo(part, name))) return body;
  return seqNode([repeatNode(altNode(loops), 0, -1), altNode(others)]);
}

function optionsOf(body: GrammarNode): readonly GrammarNode[] {
  if (body.type === "alt") return body.options;
  if (body.type === "repeat" && body.min === 0 && body.max === 1) return [...optionsOf(body.body), NOTHING];
  return [body];
}

function refersTo(node: GrammarNode, name: string): boolean {
  return node.type === "ref" ? node.name === name : childNodes(node).some((child) => refersTo(child, name));
}

function inlined(rules: ReadonlyMap<string, GrammarNode>): Map<string, GrammarNode> {
  const uses = new Map<string, number>();
  const count = (node: GrammarNode): void => {
    if (node.type === "ref") uses.set(node.name, (uses.get(node.name) ?? 0) + 1);
    else childNodes(node).forEach(count);
  };
  for (const body of rules.values()) count(body);
  const done = new Map<string, GrammarNode>();
  const open = new Set<string>();
  const heights = new Map<string, number>();
  const resolve = (name: string): GrammarNode => {
    const known = done.get(name);
    if (known !== undefined) return known;
    open.add(name);
    const body = inline(rules.get(name)!);
    open.delete(name);
    done.set(name, body);
    heights.set(name, heightOf(body));
    return body;
  };
  const inline = (node: GrammarNode): GrammarNode => {
    switch (node.type) {
      case "text":
      case "chars":
        return node;
      case "ref": {
        // A rule that is open refers to itself; deep chains of rules stay rules, so that nothing here recurses far.
        if (open.has(node.name) || open.size > 64) return node;
        const body = resolve(node.name);
        const isTrivial = isNothing(body) || (body.type !== "seq" && childNodes(body).length === 0);
        if (isTrivial) return body;
        const fits = uses.get(node.name) === 1 && heights.get(node.name)! <= INLINE_DEPTH && sizeOf(body) <= INLINE_SIZE;
        return fits && !refersTo(body, node.name) ? body : node;
      }
      case "seq":
        return seqNode(node.items.map(inline));
      case "alt":
        return altNode(node.options.map(inline));
      case "repeat":
        return repeatNode(inline(node.body), node.min, node.max);
    }
  };
  for (const name of rules.keys()) resolve(name);
  return reachable(done);
}

function reachable(rules: ReadonlyMap<string, GrammarNode>): Map<string, GrammarNode> {
  const found = new Map<string, GrammarNode>();
  const open = [ROOT];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    const body = rules.get(name)!;
    found.set(name, body);
    const targets: string[] = [];
    const visit = (node: GrammarNode): void => {
      if (node.type === "ref") targets.push(node.name);
      else childNodes(node).forEach(visit);
    };
    visit(body);
    open.push(...targets.reverse());
  }
  return found;
}

function sizeOf(node: GrammarNode): number {
  return childNodes(node).reduce((sum, child) => sum + sizeOf(child), 1);
}

function heightOf(node: GrammarNode): number {
  return childNodes(node).reduce((most, child) => Math.max(most, heightOf(child)), 0) + 1;
}

/** Takes the empty text out of the bodies of repetitions. */
class NonEmpty {
  readonly #rules: Map<string, GrammarNode>;
  readonly #nullable = new Set<string>();
  /** Names of the rules without the empty text. */
  readonly #names = new Map<string, string>();
  readonly #result = new Map<string, GrammarNode>();

  constructor(rules: Map<string, GrammarNode>) {
    this.#rules = rules;
    for (let changed = true; changed; ) {
      changed = false;
      for (const [name, body] of rules) {
        if (this.#nullable.has(name) || !this.#isNullable(body)) continue;
        this.#nullable.add(name);
        changed = true;
      }
    }
  }

  rules(): GrammarRules {
    for (const [name, body] of this.#rules) this.#result.set(name, this.#rewrite(body));
    return this.#result;
  }

  #isNullable(node: GrammarNode): boolean {
    switch (node.type) {
      case "text":
      case "chars":
        return false;
      case "ref":
        return this.#nullable.has(node.name);
      case "seq":
        return node.items.every((item) => this.#isNullable(item));
      case "alt":
        return node.options.some((option) => this.#isNullable(option));
      case "repeat":
        return node.min === 0 || this.#isNullable(node.body);
    }
  }

  #rewrite(node: GrammarNode): GrammarNode {
    switch (node.type) {
      case "text":
      case "chars":
      case "ref":
        return node;
      case "seq":
        return seqNode(node.items.map((item) => this.#rewrite(item)));
      case "alt":
        return altNode(node.options.map((option) => this.#rewrite(option)));
      case "repeat":
        if (node.max === 1 || !this.#isNullable(node.body)) return repeatNode(this.#rewrite(node.body), node.min, node.max);
        return repeatNode(this.#some(node.body), 0, node.max);
    }
  }

  /** The texts of a node but the empty one. */
  #some(node: GrammarNode): GrammarNode {
    if (!this.#isNullable(node)) return this.#rewrite(node);
    switch (node.type) {
      case "text":
      case "chars":
        return node;
      case "ref":
        return refNode(this.#someOf(node.name));
      case "alt":
        return altNode(node.options.filter((option) => !isNothing(option)).map((option) => this.#some(option)));
      case "repeat": {
        const body = this.#some(node.body);
        return repeatNode(body, 1, node.max);
      }
      case "seq": {
        const options: GrammarNode[] = [];
        for (const [at, item] of node.items.entries())
          options.push(seqNode([this.#some(item), ...node.items.slice(at + 1).map((rest) => this.#rewrite(rest))]));
        return altNode(options);
      }
    }
  }

  #someOf(name: string): string {
    let some = this.#names.get(name);
    if (some === undefined) {
      some = `${name}-some`;
      this.#names.set(name, some);
      this.#result.set(some, this.#some(this.#rules.get(name)!));
    }
    return some;
  }
}

/** Names that count up without gaps: `part-1`, `part-2` …. */
function renamed(rules: GrammarRules): GrammarRules {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const name of reachable(new Map(rules)).keys()) {
    const hint = name.replace(/(-\d+|-some)*$/, "");
    const number = (counts.get(hint) ?? 0) + 1;
    counts.set(hint, number);
    names.set(name, name === ROOT ? ROOT : `${hint}-${number}`);
  }
  const rename = (node: GrammarNode): GrammarNode => {
    switch (node.type) {
      case "text":
      case "chars":
        return node;
      case "ref":
        return refNode(names.get(node.name)!);
      case "seq":
        return { type: "seq", items: node.items.map(rename) };
      case "alt":
        return { type: "alt", options: node.options.map(rename) };
      case "repeat":
        return { ...node, body: rename(node.body) };
    }
  };
  return new Map(Array.from(names, ([name, to]) => [to, rename(rules.get(name)!)]));
}
