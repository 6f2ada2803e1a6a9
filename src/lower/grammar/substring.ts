import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId } from "../../expr/kinds.ts";

interface SuffixState {
  readonly length: number;
  link: number;
  next: Map<string, number>;
}

/** Any run of neighbouring chunks, the empty one too: a suffix automaton over the chunks, whose states are the rule's states. */
export function substring(arena: ExprArena, chunks: readonly string[]): ExprId {
  const states = suffixAutomaton(chunks.filter((chunk) => chunk !== ""));
  const rule: Rule = {
    name: "substring",
    nullable: () => true,
    cheapest: () => EMPTY,
    unfold: (state) => {
      const parts = [EMPTY];
      for (const [chunk, to] of states[state].next) parts.push(arena.seq2(arena.literal(chunk), arena.rule(rule, to)));
      return arena.alt(parts);
    },
  };
  return arena.rule(rule, 0);
}

/** State 0 is the start; every state may end. At most two states for each symbol. */
function suffixAutomaton(symbols: readonly string[]): readonly SuffixState[] {
  const states: SuffixState[] = [{ length: 0, link: -1, next: new Map() }];
  let last = 0;
  for (const symbol of symbols) {
    const added = states.length;
    states.push({ length: states[last].length + 1, link: 0, next: new Map() });
    let at = last;
    for (; at !== -1 && !states[at].next.has(symbol); at = states[at].link) states[at].next.set(symbol, added);
    last = added;
    if (at === -1) continue;
    const target = states[at].next.get(symbol)!;
    if (states[target].length === states[at].length + 1) {
      states[added].link = target;
      continue;
    }
    const clone = states.length;
    states.push({ length: states[at].length + 1, link: states[target].link, next: new Map(states[target].next) });
    for (; at !== -1 && states[at].next.get(symbol) === target; at = states[at].link) states[at].next.set(symbol, clone);
    states[target].link = clone;
    states[added].link = clone;
  }
  return states;
}
