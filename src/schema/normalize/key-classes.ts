import type { StringCheck } from "../normal.ts";
import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import type { ObjectDraft, ObjectLayer } from "./drafts.ts";
import { areDisjoint } from "./patterns.ts";
import type { Workspace } from "./workspace.ts";

/** A class of undeclared keys, before its value has a node. */
export interface KeyClassDraft {
  readonly matching: readonly StringCheck[];
  readonly notMatching: readonly StringCheck[];
  readonly value: Conj;
}

interface DistinctPattern {
  readonly check: StringCheck;
  /** Its number in each layer that has it; `undefined`: another reason to tell keys apart. */
  readonly values: ReadonlyMap<ObjectLayer, Conj>;
}

/**
 * Divides the undeclared keys by the patterns that they match, as far as it matters for their values or for `tellApart`. A class whose keys may not occur is left out. Patterns are decided one
 * after the other, and what no longer depends on a pattern is not divided by it, so patterns with equal values make one class each.
 */
export function keyClasses(
  work: Workspace,
  draft: ObjectDraft,
  closed: boolean,
  tellApart: readonly StringCheck[],
  path: string,
): readonly KeyClassDraft[] {
  const patterns = distinctPatterns(work, draft.layers, tellApart);
  const apart = new Set(tellApart.map((check) => check.source));
  const classes: KeyClassDraft[] = [];
  const divide = (index: number, matched: readonly DistinctPattern[], unmatched: readonly DistinctPattern[]): void => {
    const contributions = draft.layers.map((layer) => contribution(work, layer, matched));
    if (contributions.some((value, at) => value === NEVER && isSettled(draft.layers[at], matched, patterns, index))) return;
    const rest = patterns.slice(index).filter((pattern) => !matched.some((other) => areDisjoint(other.check.source, pattern.check.source)));
    const next = rest.find((pattern) => apart.has(pattern.check.source) || matters(work, draft.layers, contributions, matched, pattern));
    if (next !== undefined) {
      const after = patterns.indexOf(next) + 1;
      // Patterns passed over here do not matter on either side.
      divide(after, [...matched, next], unmatched);
      divide(after, matched, [...unmatched, next]);
      return;
    }
    const value = closed && matched.every((pattern) => pattern.values.size === 0) ? NEVER : work.conjunctions.all(contributions);
    if (value === NEVER) return;
    // What a matched pattern excludes anyway need not be said.
    const excluded = unmatched.filter((pattern) => !matched.some((other) => areDisjoint(other.check.source, pattern.check.source)));
    classes.push({ matching: matched.map(({ check }) => check), notMatching: excluded.map(({ check }) => check), value });
    if (classes.length > work.limits.maxKeyClasses) work.refuse("schema-limit-key-classes", path);
  };
  divide(0, [], []);
  return classes;
}

function distinctPatterns(work: Workspace, layers: readonly ObjectLayer[], tellApart: readonly StringCheck[]): readonly DistinctPattern[] {
  const bySource = new Map<string, { check: StringCheck; values: Map<ObjectLayer, Conj> }>();
  const at = (check: StringCheck) => {
    let entry = bySource.get(check.source);
    if (entry === undefined) {
      entry = { check, values: new Map() };
      bySource.set(check.source, entry);
    }
    return entry;
  };
  for (const layer of layers) {
    for (const { source, path, value } of layer.patterns) {
      const { values } = at({ source, negated: false, path });
      values.set(layer, work.conjunctions.and(values.get(layer) ?? ANY, value));
    }
  }
  for (const check of tellApart) at({ ...check, negated: false });
  return [...bySource.values()];
}

/** What a layer says about keys that match these patterns and no other. */
function contribution(work: Workspace, layer: ObjectLayer, matched: readonly DistinctPattern[]): Conj {
  let value: Conj | undefined;
  for (const pattern of matched) {
    const own = pattern.values.get(layer);
    if (own !== undefined) value = value === undefined ? own : work.conjunctions.and(value, own);
  }
  return value ?? layer.additional;
}

/** Whether a pattern changes what some layer says. */
function matters(
  work: Workspace,
  layers: readonly ObjectLayer[],
  contributions: readonly Conj[],
  matched: readonly DistinctPattern[],
  pattern: DistinctPattern,
): boolean {
  return layers.some((layer, at) => {
    const own = pattern.values.get(layer);
    if (own === undefined) return false;
    const isFirst = !matched.some((other) => other.values.has(layer));
    return (isFirst ? own : work.conjunctions.and(contributions[at], own)) !== contributions[at];
  });
}

/** Whether no further pattern can change what the layer says from {@link NEVER} to something else. */
function isSettled(layer: ObjectLayer, matched: readonly DistinctPattern[], patterns: readonly DistinctPattern[], index: number): boolean {
  return matched.some((pattern) => pattern.values.has(layer)) || !patterns.slice(index).some((pattern) => pattern.values.has(layer));
}
