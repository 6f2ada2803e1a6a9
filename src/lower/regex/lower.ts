import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { CharSpelling } from "../char-spelling.ts";
import { ALL_CODE_POINTS, uniteRanges } from "../code-points.ts";
import { frontSize } from "../front-size.ts";
import { absorb, pruned } from "./automaton.ts";
import { LINE_TERMINATORS } from "./char-sets.ts";
import { behindTest } from "./contexts.ts";
import { type Continuation, RegexLowering } from "./lowering.ts";
import { canBeEmpty, children, hasAssertedLoop, hasAssertion, type RegexNode } from "./nodes.ts";
import { parseRegex } from "./parse.ts";

export interface LowerRegexOptions {
  /** How the characters of the matched text are written. */
  readonly spelling: CharSpelling;
  /** `whole`: the pattern must match the whole text. `search`: it must match somewhere in it, as JSON Schema's `pattern`. */
  readonly mode: "whole" | "search";
  /** ECMAScript flags of a pattern given as text. */
  readonly flags?: string;
  /** Where the pattern stands, for errors. */
  readonly path?: string;
}

/** Most expressions at which one byte may make the matcher look. */
const MAX_FRONT = 100_000;
const ANYTHING: RegexNode = { type: "repeat", body: { type: "chars", set: ALL_CODE_POINTS }, min: 0, max: -1 };
const lowered = new WeakMap<CharSpelling, Map<string, ExprId>>();

/**
 * The texts that a pattern matches, written in a spelling. Exact, assertions included: what can not be exact is refused. `NEVER` where the pattern can match no text.
 * Counters stay counters. Equal patterns give equal expressions within an arena (a spelling belongs to one arena).
 *
 * @throws StructagError `regex-unsupported`, `regex-too-complex`, `regex-repeat-too-large` and those of {@link parseRegex}
 */
export function lowerRegex(arena: ExprArena, pattern: string | RegexNode, options: LowerRegexOptions): ExprId {
  if (typeof pattern !== "string") return lowerNode(arena, pattern, options);
  let known = lowered.get(options.spelling);
  if (known === undefined) lowered.set(options.spelling, (known = new Map()));
  const key = `${options.mode}/${options.flags ?? ""}/${pattern}`;
  let e = known.get(key);
  if (e === undefined) {
    const { flags, path } = options;
    const node = parseRegex(pattern, { ...(flags === undefined ? {} : { flags }), ...(path === undefined ? {} : { path }) });
    known.set(key, (e = lowerNode(arena, node, options)));
  }
  return e;
}

function lowerNode(arena: ExprArena, node: RegexNode, { spelling, mode, path = "" }: LowerRegexOptions): ExprId {
  const search = mode === "search";
  const lowering = new RegexLowering(arena, spelling, node, path);
  const universe = lowering.plain(ANYTHING);
  const options = node.type === "alt" ? node.options : [node];
  const lowerOptions = (): ExprId =>
    arena.alt(
      options.map((option) => {
        if (search && canBeEmpty(option) && !hasAssertion(option)) return universe;
        const items = flatItems(option);
        return lowerItems(lowering, search ? [ANYTHING, ...items, ANYTHING] : items, universe);
      }),
    );
  // A repetition with assertions intersects itself while it is unfolded, so its dead states are found afterwards.
  if (hasAssertedLoop(node)) return arena.unchecked(() => pruned(arena, lowerOptions(), universe, path));
  const { undecided } = arena;
  const matched = lowerOptions();
  const e = search && !endsAtEnd(node) && !isAnchoredText(node) ? absorb(arena, matched, universe) : matched;
  // Better refused than a matcher that searches at each byte, or gives up in the middle.
  if (arena.undecided > undecided || frontSize(arena, e, new Map()) > MAX_FRONT) {
    fail(
      "regex-too-complex",
      path,
      "the pattern makes the matcher look at too many places at once",
      "simplify its assertions or its runs of optional pieces",
    );
  }
  return e;
}

function flatItems(node: RegexNode): readonly RegexNode[] {
  return node.type === "seq" ? node.items.flatMap(flatItems) : [node];
}

/** Whether every match ends where the text ends. */
function endsAtEnd(node: RegexNode): boolean {
  if (node.type === "end") return !node.multiline;
  if (node.type === "seq") return node.items.some(endsAtEnd);
  return node.type === "alt" && node.options.every(endsAtEnd);
}

/** `^abc`: the rest of the text follows a fixed number of characters, so nothing is there to absorb. */
function isAnchoredText(node: RegexNode): boolean {
  return (
    node.type === "seq" &&
    node.items.every((item, index) => (index === 0 ? item.type === "start" && !item.multiline : item.type === "chars"))
  );
}

function lowerItems(lowering: RegexLowering, items: readonly RegexNode[], universe: ExprId): ExprId {
  const wide = items.findLastIndex((item) => item.type === "look" && !item.ahead && behindTest(item.body) === undefined);
  const rest = lowering.lower({ type: "seq", items: items.slice(wide + 1) }, lowering.everywhere(EMPTY));
  return wide === -1 ? rest[0] : joined(lowering, textBefore(lowering, items.slice(0, wide + 1), universe), rest, universe);
}

/** The texts before a place at the top level of the pattern: a lookbehind of any width intersects them. */
function textBefore(lowering: RegexLowering, items: readonly RegexNode[], universe: ExprId): ExprId {
  const { arena } = lowering;
  const filter = (text: ExprId, behind: RegexNode, negated: boolean): ExprId => {
    const seen = lowering.lower({ type: "seq", items: [ANYTHING, behind] }, lowering.everywhere(EMPTY))[0];
    if (text === universe && !negated) return seen;
    return arena.and(text, negated ? arena.not(seen) : seen);
  };
  let text = EMPTY;
  for (const item of items) {
    if (!hasAssertion(item)) text = arena.seq2(text, lowering.plain(item));
    else if (item.type === "start" && !item.multiline) text = arena.isNullable(text) ? EMPTY : NEVER;
    else if (item.type === "start")
      text = arena.and(text, arena.alt2(EMPTY, arena.seq2(universe, lowering.plain({ type: "chars", set: LINE_TERMINATORS }))));
    else if (item.type === "look" && !item.ahead && looksBackOnly(item.body)) text = filter(text, item.body, item.negated);
    else {
      fail(
        "regex-unsupported",
        lowering.path,
        "a lookbehind of more than one character follows an assertion that looks ahead, or holds one",
        "put the lookbehind before lookaheads and word boundaries",
      );
    }
  }
  return text;
}

function looksBackOnly(node: RegexNode): boolean {
  return node.type !== "end" && node.type !== "boundary" && node.type !== "look" && children(node).every(looksBackOnly);
}

/** `text` and then what may follow it: for each context, the texts that lead to it. */
function joined(lowering: RegexLowering, text: ExprId, next: Continuation, universe: ExprId): ExprId {
  const { arena, contexts } = lowering;
  if (next.every((e) => e === next[0])) return arena.seq2(text, next[0]);
  const parts = [arena.isNullable(text) ? next[0] : NEVER];
  for (const e of new Set(next.slice(1))) {
    if (e === NEVER) continue;
    const set = uniteRanges(...contexts.cells.filter((_, index) => next[index + 1] === e));
    const ending = arena.seq2(universe, lowering.plain({ type: "chars", set }));
    parts.push(arena.seq2(arena.and(text, ending), e));
  }
  return arena.alt(parts);
}
