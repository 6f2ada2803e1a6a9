import type { GrammarAnalysis, Rules } from "./analysis.ts";
import { connectedGroups } from "./analysis.ts";
import { EMPTY_BODY, type GrammarNode, type GrammarRule } from "./nodes.ts";

/** Most rules of one left-recursive group that are rewritten. */
const MAX_GROUP = 16;
/** Most tails that rewriting a group may make: substitution multiplies. */
const MAX_TAILS = 5_000;

/** A body as `rest | member₁ tail | member₂ tail …`, where only the members start with the group. */
interface LeftForm {
  readonly rest: GrammarNode[];
  readonly tails: Map<string, GrammarNode[]>;
}

/** Groups of rules that start with each other. */
function leftGroups(rules: Rules, analysis: GrammarAnalysis): string[][] {
  const edges = new Map<string, readonly string[]>();
  for (const name of analysis.recursive)
    edges.set(
      name,
      analysis.leftReferences(rules.get(name)!.body).filter((target) => analysis.recursive.has(target)),
    );
  return connectedGroups(analysis.recursive, (name) => edges.get(name)!).filter(
    (group) => group.length > 1 || edges.get(group[0])!.includes(group[0]),
  );
}

/**
 * The rules with left recursion written as repetition: `a ::= a x | y` becomes `a ::= y x*`, through other rules too. `refuse` is called with a rule where that is not possible.
 */
export function withoutLeftRecursion(
  rules: Rules,
  analyse: (rules: Rules) => GrammarAnalysis,
  refuse: (rule: GrammarRule) => never,
): Rules {
  const analysis = analyse(rules);
  const groups = leftGroups(rules, analysis);
  if (groups.length === 0) return rules;
  const rewritten = new Map(rules);
  for (const group of groups) {
    const first = rules.get(group[0])!;
    if (group.length > MAX_GROUP) refuse(first);
    for (const [name, body] of new GroupRewriter(rules, group, analysis, () => refuse(first)).bodies()) {
      rewritten.set(name, { ...rules.get(name)!, body });
    }
  }
  const [left] = leftGroups(rewritten, analyse(rewritten));
  if (left !== undefined) refuse(rules.get(left[0])!);
  return rewritten;
}

class GroupRewriter {
  readonly #rules: Rules;
  readonly #group: readonly string[];
  readonly #analysis: GrammarAnalysis;
  readonly #refuse: () => never;

  constructor(rules: Rules, group: readonly string[], analysis: GrammarAnalysis, refuse: () => never) {
    this.#rules = rules;
    this.#group = group;
    this.#analysis = analysis;
    this.#refuse = refuse;
  }

  bodies(): Map<string, GrammarNode> {
    const solved = new Map<string, LeftForm>();
    const bodies = new Map<string, GrammarNode>();
    for (const name of this.#group) {
      if (this.#rules.get(name)!.options.size > 0) this.#refuse();
      const form = this.#form(this.#rules.get(name)!.body);
      // Members that are solved start with later ones only.
      for (const [earlier, { rest, tails }] of solved) {
        const after = form.tails.get(earlier);
        if (after === undefined) continue;
        form.tails.delete(earlier);
        for (const tail of after) {
          for (const start of rest) form.rest.push(sequence(start, tail));
          for (const [member, starts] of tails) for (const start of starts) addTail(form, member, sequence(start, tail));
        }
        if (form.rest.length + [...form.tails.values()].reduce((sum, list) => sum + list.length, 0) > MAX_TAILS) this.#refuse();
      }
      const own = form.tails.get(name);
      if (own !== undefined) {
        form.tails.delete(name);
        const more: GrammarNode = { type: "repeat", body: alternatives(own), min: 0, max: -1 };
        for (const list of [form.rest, ...form.tails.values()]) list.forEach((node, at) => (list[at] = sequence(node, more)));
      }
      solved.set(name, form);
      const options = [...form.rest];
      for (const [member, tails] of form.tails)
        options.push(sequence({ type: "ref", name: member, at: this.#rules.get(member)!.at }, alternatives(tails)));
      bodies.set(name, alternatives(options));
    }
    return bodies;
  }

  #reaches(node: GrammarNode): boolean {
    return this.#analysis.leftReferences(node).some((name) => this.#group.includes(name));
  }

  #form(node: GrammarNode): LeftForm {
    if (!this.#reaches(node)) return { rest: [node], tails: new Map() };
    switch (node.type) {
      case "ref":
        return { rest: [], tails: new Map([[node.name, [EMPTY_BODY]]]) };
      case "alt": {
        const form: LeftForm = { rest: [], tails: new Map() };
        for (const option of node.options) append(form, this.#form(option));
        return form;
      }
      case "seq": {
        const [first, ...others] = node.items;
        const following: GrammarNode = { type: "seq", items: others };
        const start = this.#form(first);
        const form: LeftForm = { rest: [], tails: new Map() };
        for (const [member, tails] of start.tails) for (const tail of tails) addTail(form, member, sequence(tail, following));
        const hidden = this.#reaches(following);
        for (const rest of start.rest) {
          if (!hidden || !this.#analysis.isNullable(rest)) form.rest.push(sequence(rest, following));
          else {
            form.rest.push(sequence(this.#nonEmpty(rest), following));
            append(form, this.#form(following));
          }
        }
        return form;
      }
      case "repeat": {
        const nullable = this.#analysis.isNullable(node.body);
        const body = nullable ? this.#nonEmpty(node.body) : node.body;
        const min = nullable ? 0 : node.min;
        const more: GrammarNode =
          node.max === 1 ? EMPTY_BODY : { type: "repeat", body, min: Math.max(0, min - 1), max: node.max === -1 ? -1 : node.max - 1 };
        const form = this.#form({ type: "seq", items: [body, more] });
        if (min === 0) form.rest.push(EMPTY_BODY);
        return form;
      }
      default:
        return this.#refuse();
    }
  }

  /** The texts of a nullable node but the empty one. */
  #nonEmpty(node: GrammarNode): GrammarNode {
    if (!this.#analysis.isNullable(node)) return node;
    switch (node.type) {
      case "literal":
        return NOTHING;
      case "ref":
        return this.#analysis.recursive.has(node.name) || this.#rules.get(node.name)!.options.size > 0
          ? this.#refuse()
          : this.#nonEmpty(this.#rules.get(node.name)!.body);
      case "alt":
        return alternatives(node.options.map((option) => this.#nonEmpty(option)));
      case "repeat":
        return sequence(
          this.#nonEmpty(node.body),
          node.max === 1 ? EMPTY_BODY : { type: "repeat", body: node.body, min: 0, max: node.max === -1 ? -1 : node.max - 1 },
        );
      case "seq":
        return alternatives(node.items.map((item, at) => ({ type: "seq", items: [this.#nonEmpty(item), ...node.items.slice(at + 1)] })));
      default:
        return this.#refuse();
    }
  }
}

const NOTHING: GrammarNode = { type: "chars", set: [] };

function append(form: LeftForm, more: LeftForm): void {
  form.rest.push(...more.rest);
  for (const [member, tails] of more.tails) for (const tail of tails) addTail(form, member, tail);
}

function addTail(form: LeftForm, member: string, tail: GrammarNode): void {
  const known = form.tails.get(member);
  if (known === undefined) form.tails.set(member, [tail]);
  else known.push(tail);
}

function sequence(first: GrammarNode, second: GrammarNode): GrammarNode {
  if (first === EMPTY_BODY) return second;
  if (second === EMPTY_BODY || (second.type === "seq" && second.items.length === 0)) return first;
  return { type: "seq", items: [first, second] };
}

function alternatives(options: readonly GrammarNode[]): GrammarNode {
  return options.length === 1 ? options[0] : { type: "alt", options };
}
