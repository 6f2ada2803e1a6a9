import type { ExprArena } from "./arena.ts";
import type { ExprId } from "./kinds.ts";

/** Names of the kinds of nodes, by their number in `kinds.ts`. */
const KIND_NAMES = [
  "never",
  "empty",
  "bytes",
  "sequence",
  "alternation",
  "repeat",
  "intersection",
  "complement",
  "rule",
  "lexeme",
  "tokens",
  "effect",
  "tokenBudget",
  "charLimit",
] as const;

export type KindName = (typeof KIND_NAMES)[number];

/** What an arena holds. */
export interface ArenaStatistics {
  readonly nodes: number;
  readonly nodesByKind: Readonly<Record<KindName, number>>;
  /** Distinct byte sets, rules, token sets and effects. */
  readonly byteSets: number;
  readonly rules: number;
  readonly tokenSets: number;
  readonly effects: number;
  /** Emptiness checks that ran out of their budget. */
  readonly undecided: number;
  readonly byteLength: number;
}

export function arenaStatistics(arena: ExprArena): ArenaStatistics {
  const { store } = arena;
  const nodesByKind = Object.fromEntries(KIND_NAMES.map((name) => [name, 0])) as Record<KindName, number>;
  for (let id: ExprId = 0; id < store.nodeCount; id += 1) nodesByKind[KIND_NAMES[store.kind[id]]] += 1;
  return {
    nodes: store.nodeCount,
    nodesByKind,
    byteSets: store.sets.length,
    rules: store.rules.length,
    tokenSets: store.tokenSets.length,
    effects: store.effects.length,
    undecided: arena.undecided,
    byteLength: store.byteLength,
  };
}
