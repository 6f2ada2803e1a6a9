import { JsonNumber, type JsonObject } from "../../../src/core/json.ts";
import { SeededRandom } from "../../../src/core/random.ts";
import type { CompiledGrammar } from "../../../src/matcher/compiled-grammar.ts";
import { GrammarCompiler } from "../../../src/matcher/compiler.ts";
import { traverseDraftTree } from "../../../src/matcher/draft-tree.ts";
import type { GrammarMatcher } from "../../../src/matcher/matcher.ts";
import type { CaseKind } from "../case-kind.ts";
import { listField, objectField, objectOf, optionalNumber } from "../fields.ts";
import { accepts, bitsOf, isOpen, maskDifference } from "../mask-bits.ts";
import { spelledVocabulary } from "../mask-vocabulary.ts";
import { rowGrammar } from "../row-grammar.ts";

const MAX_WALK_TOKENS = 40;

/** Token masks on a vocabulary that the row spells out. */
export const kind: CaseKind = {
  name: "mask",

  covers({ fields }) {
    return fields.has("mask") ? ["mask"] : [];
  },

  run({ fields }) {
    const mask = objectField(fields, "mask");
    const vocabulary = spelledVocabulary(listField(mask, "vocab"), optionalNumber(mask, "logits_width"));
    const grammar = rowGrammar(new GrammarCompiler(vocabulary), fields);
    const reason =
      stepsDifference(grammar, mask) ??
      acceptErrorsDifference(grammar, mask) ??
      eitherDifference(grammar, mask) ??
      draftDifference(grammar, mask) ??
      walkDifference(grammar, mask);
    return reason === undefined ? undefined : { reason };
  },
};

function ids(fields: JsonObject, name: string): number[] {
  return listField(fields, name).map((value) => {
    if (!(value instanceof JsonNumber)) throw new TypeError(`${name} must be a list of ids`);
    return value.value;
  });
}

function feed(matcher: GrammarMatcher, tokens: readonly number[]): string | undefined {
  for (const token of tokens) {
    const open = isOpen(bitsOf(matcher), token);
    if (!accepts(matcher, token)) return `token ${token} is refused${open ? ", but open" : ""}`;
    if (!open) return `token ${token} is accepted, but masked`;
  }
  return undefined;
}

function stepsDifference(grammar: CompiledGrammar, mask: JsonObject): string | undefined {
  const matcher = grammar.matcher();
  for (const [index, value] of listField(mask, "steps").entries()) {
    const step = objectOf(value, "steps");
    const reason = stepDifference(matcher, step);
    if (reason !== undefined) return `step ${index}: ${reason}`;
  }
  return undefined;
}

function stepDifference(matcher: GrammarMatcher, step: JsonObject): string | undefined {
  const fed = feed(matcher, ids(step, "feed"));
  if (fed !== undefined) return fed;
  const rollback = optionalNumber(step, "rollback");
  if (rollback !== undefined) matcher.rollback(rollback);
  const terminated = step.get("terminated");
  if (terminated !== undefined && matcher.isTerminated() !== terminated) return `terminated is ${matcher.isTerminated()}`;
  if (matcher.isTerminated()) return undefined;
  const bits = bitsOf(matcher);
  for (const token of ids(step, "allowed")) if (!isOpen(bits, token)) return `token ${token} is closed`;
  for (const token of ids(step, "forbidden")) if (isOpen(bits, token)) return `token ${token} is open`;
  const { vocabulary } = matcher.grammar;
  const stops = new Set(vocabulary.stopTokenIds);
  const canStop = [...stops].some((token) => isOpen(bits, token));
  const canGoOn = Array.from({ length: vocabulary.size }, (_, token) => token).some((token) => !stops.has(token) && isOpen(bits, token));
  const wanted = { can_stop: step.get("can_stop"), must_stop: step.get("must_stop") };
  if (wanted.can_stop !== undefined && wanted.can_stop !== canStop) return `a stop token is ${canStop ? "open" : "closed"}`;
  if (wanted.must_stop !== undefined && wanted.must_stop !== (canStop && !canGoOn))
    return `other tokens are ${canGoOn ? "open" : "closed"}`;
  return undefined;
}

function acceptErrorsDifference(grammar: CompiledGrammar, mask: JsonObject): string | undefined {
  const matcher = grammar.matcher();
  const before = bitsOf(matcher);
  for (const token of ids(mask, "accept_errors")) {
    if (accepts(matcher, token)) return `token ${token} is accepted`;
    if (matcher.historyLength !== 0 || bitsOf(matcher).some((word, at) => word !== before[at]))
      return `refusing ${token} changed the state`;
  }
  return undefined;
}

/** Both answers are right, but mask and accept must give the same one. */
function eitherDifference(grammar: CompiledGrammar, mask: JsonObject): string | undefined {
  for (const value of listField(mask, "either")) {
    const either = objectOf(value, "either");
    const matcher = grammar.matcher();
    const reason = feed(matcher, ids(either, "feed")) ?? maskDifference(matcher);
    if (reason !== undefined) return `either: ${reason}`;
  }
  return undefined;
}

function draftDifference(grammar: CompiledGrammar, mask: JsonObject): string | undefined {
  if (!mask.has("draft")) return undefined;
  const draft = objectField(mask, "draft");
  const matcher = grammar.matcher();
  const fed = feed(matcher, ids(draft, "after"));
  if (fed !== undefined) return `draft: ${fed}`;
  const tokens = ids(draft, "verify");
  const words = bitsOf(matcher).length;
  // The root stands for the last token that was fed, then comes the draft as one chain.
  const nodes = [0, ...tokens];
  const rows = new Int32Array(nodes.length * words);
  const chain = {
    nextChild: nodes.map((_, index) => (index + 1 < nodes.length ? index + 1 : -1)),
    nextSibling: nodes.map(() => -1),
    tokens: nodes,
  };
  traverseDraftTree(matcher, chain, rows);
  let accepted = 0;
  while (accepted < tokens.length && isOpen(rows.subarray(accepted * words, (accepted + 1) * words), tokens[accepted])) accepted += 1;
  if (accepted !== optionalNumber(draft, "accepted")) return `draft: ${accepted} tokens pass`;
  const reason = feed(matcher, tokens.slice(0, accepted));
  if (reason !== undefined) return `draft: ${reason}`;
  const bits = bitsOf(matcher);
  const closed = ids(draft, "then_allowed").find((token) => !isOpen(bits, token));
  return closed === undefined ? undefined : `draft: token ${closed} is closed`;
}

function walkDifference(grammar: CompiledGrammar, mask: JsonObject): string | undefined {
  if (mask.get("mask_equals_accept") !== true) return undefined;
  const walks = optionalNumber(mask, "walks") ?? 1;
  const random = new SeededRandom(1);
  for (let walk = 0; walk < walks; walk += 1) {
    const matcher = grammar.matcher();
    for (let length = 0; length < MAX_WALK_TOKENS && !matcher.isTerminated(); length += 1) {
      const reason = maskDifference(matcher);
      if (reason !== undefined) return `walk ${walk}: ${reason}`;
      const open = matcher.nextTokenMask().toArray();
      if (open.length === 0) return `walk ${walk}: the mask is empty after ${length} tokens`;
      matcher.acceptToken(random.pick([...open]));
    }
  }
  return undefined;
}
