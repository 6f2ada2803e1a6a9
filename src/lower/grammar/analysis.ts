import type { GrammarNode, GrammarRule } from "./nodes.ts";
import { children, macroRules } from "./nodes.ts";

/** Facts about nodes that the analysis asks of the lowering: whether a macro matches anything, and the empty text. */
export interface MacroFacts {
  isEmptyLanguage(node: GrammarNode & { type: "macro" }): boolean;
  isNullable(node: GrammarNode & { type: "macro" }): boolean;
}

export type Rules = ReadonlyMap<string, GrammarRule>;

/** Rules named in a node, each occurrence. */
export function referencesOf(node: GrammarNode): string[] {
  const found: string[] = [];
  const open: GrammarNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "ref") found.push(next.name);
    else if (next.type === "macro") for (const { rule } of macroRules(next)) found.push(rule);
    else for (const child of children(next)) open.push(child);
  }
  return found;
}

/** Strongly connected groups of a graph, each after those that it leads to (Tarjan, without recursion). */
export function connectedGroups(names: Iterable<string>, edges: (name: string) => readonly string[]): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];
  for (const root of names) {
    if (index.has(root)) continue;
    const frames: { name: string; targets: readonly string[]; at: number }[] = [];
    const enter = (name: string): void => {
      index.set(name, index.size);
      low.set(name, index.size - 1);
      stack.push(name);
      onStack.add(name);
      frames.push({ name, targets: edges(name), at: 0 });
    };
    enter(root);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { name } = frame;
      if (frame.at < frame.targets.length) {
        const target = frame.targets[frame.at++];
        if (!index.has(target)) enter(target);
        else if (onStack.has(target)) low.set(name, Math.min(low.get(name)!, index.get(target)!));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      if (parent !== undefined) low.set(parent.name, Math.min(low.get(parent.name)!, low.get(name)!));
      if (low.get(name) !== index.get(name)) continue;
      const group: string[] = [];
      let member: string;
      do {
        member = stack.pop()!;
        onStack.delete(member);
        group.push(member);
      } while (member !== name);
      groups.push(group);
    }
  }
  return groups;
}

/** Most nodes that the fixpoints may look at. */
const MAX_WORK = 10_000_000;

/** Least fixpoints over a grammar's rules. */
export class GrammarAnalysis {
  readonly rules: Rules;
  /** Groups of rules that refer to each other, callees first. */
  readonly groups: readonly (readonly string[])[];
  /** Rules that refer to themselves, directly or through others. */
  readonly recursive = new Set<string>();
  readonly #facts: MacroFacts;
  readonly #nullable = new Set<string>();
  /** Height of the lowest derivation of a rule; rules without one derive nothing. */
  readonly #rank = new Map<string, number>();
  readonly #overworked: () => never;
  #work = 0;

  /** `overworked` is called where the fixpoints take too long. */
  constructor(rules: Rules, facts: MacroFacts, overworked: () => never) {
    this.rules = rules;
    this.#facts = facts;
    this.#overworked = overworked;
    const references = new Map<string, readonly string[]>();
    for (const rule of rules.values()) references.set(rule.name, [...new Set(referencesOf(rule.body))]);
    this.groups = connectedGroups(rules.keys(), (name) => references.get(name)!);
    for (const group of this.groups) {
      if (group.length > 1 || references.get(group[0])!.includes(group[0])) for (const name of group) this.recursive.add(name);
      this.#settle(
        group,
        (name) => !this.#nullable.has(name) && this.isNullable(rules.get(name)!.body),
        (name) => this.#nullable.add(name),
      );
      let height = 0;
      for (let changed = true; changed; ) {
        changed = false;
        height += 1;
        const found = group.filter((name) => !this.#rank.has(name) && this.rankOf(rules.get(name)!.body) !== undefined);
        for (const name of found) this.#rank.set(name, height);
        changed = found.length > 0;
      }
    }
  }

  #settle(group: readonly string[], holds: (name: string) => boolean, mark: (name: string) => void): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const name of group) {
        if (!holds(name)) continue;
        mark(name);
        changed = true;
      }
    }
  }

  isNullable(node: GrammarNode): boolean {
    if (++this.#work > MAX_WORK) this.#overworked();
    switch (node.type) {
      case "literal":
        return node.text === "";
      case "chars":
        return false;
      case "ref":
        return this.#nullable.has(node.name);
      case "seq":
        return node.items.every((item) => this.isNullable(item));
      case "alt":
        return node.options.some((option) => this.isNullable(option));
      case "repeat":
        return node.min === 0 || this.isNullable(node.body);
      case "macro":
        return this.#facts.isNullable(node);
    }
  }

  /** The greatest rank among the rules of the node's lowest derivation, 0 without rules; undefined where nothing can be derived. */
  rankOf(node: GrammarNode): number | undefined {
    if (++this.#work > MAX_WORK) this.#overworked();
    switch (node.type) {
      case "literal":
        return 0;
      case "chars":
        return node.set.length === 0 ? undefined : 0;
      case "ref":
        return this.#rank.get(node.name);
      case "seq": {
        let rank = 0;
        for (const item of node.items) {
          const of = this.rankOf(item);
          if (of === undefined) return undefined;
          if (of > rank) rank = of;
        }
        return rank;
      }
      case "alt": {
        let least: number | undefined;
        for (const option of node.options) {
          const of = this.rankOf(option);
          if (of !== undefined && (least === undefined || of < least)) least = of;
        }
        return least;
      }
      case "repeat":
        return node.min === 0 ? 0 : this.rankOf(node.body);
      case "macro":
        return this.#facts.isEmptyLanguage(node) ? undefined : 0;
    }
  }

  /** Rules that the node may start with, without taking input before. */
  leftReferences(node: GrammarNode): string[] {
    const found: string[] = [];
    const visit = (part: GrammarNode): void => {
      switch (part.type) {
        case "ref":
          found.push(part.name);
          break;
        case "seq":
          for (const item of part.items) {
            visit(item);
            if (!this.isNullable(item)) break;
          }
          break;
        default:
          children(part).forEach(visit);
      }
    };
    visit(node);
    return found;
  }
}
