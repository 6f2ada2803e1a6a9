import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { CharSpelling, CodePointRanges } from "../char-spelling.ts";
import { ALL_CODE_POINTS, intersectRanges } from "../code-points.ts";
import { AssertedLoop } from "./asserted-loop.ts";
import { LINE_TERMINATORS } from "./char-sets.ts";
import { type BehindTest, behindTest, Contexts } from "./contexts.ts";
import { repeated } from "./counters.ts";
import { canBeEmpty, hasAssertion, isLoop, nonEmptyPart, type RegexNode } from "./nodes.ts";

/** What may follow a place, for each context in which the place can be. */
export type Continuation = readonly ExprId[];

/** Most contexts that the assertions of a pattern may tell apart. */
const MAX_CONTEXTS = 64;

/**
 * Lowers one pattern. A piece without assertions is an expression of its own. With assertions a piece is lowered together with what follows it: a lookahead intersects its
 * continuation, `$` asks whether that may be empty, and for assertions that look back the continuation is kept once for each context.
 */
export class RegexLowering {
  readonly arena: ExprArena;
  readonly path: string;
  readonly contexts: Contexts;
  readonly #spelling: CharSpelling;
  readonly #plain = new Map<RegexNode, ExprId>();

  constructor(arena: ExprArena, spelling: CharSpelling, root: RegexNode, path: string) {
    this.arena = arena;
    this.path = path;
    this.#spelling = spelling;
    this.contexts = new Contexts(root);
    if (this.contexts.count > MAX_CONTEXTS) {
      fail(
        "regex-too-complex",
        path,
        `the assertions of the pattern tell more than ${MAX_CONTEXTS} contexts apart`,
        "use fewer different lookbehinds",
      );
    }
  }

  /** The same expression in every context. */
  everywhere(e: ExprId): Continuation {
    return new Array<ExprId>(this.contexts.count).fill(e);
  }

  /** A node without assertions. */
  plain(node: RegexNode): ExprId {
    let e = this.#plain.get(node);
    if (e === undefined) this.#plain.set(node, (e = this.#plainOf(node)));
    return e;
  }

  #plainOf(node: RegexNode): ExprId {
    switch (node.type) {
      case "chars":
        return this.#chars(node.set);
      case "seq": {
        let e = EMPTY;
        for (let at = node.items.length - 1; at >= 0; at -= 1) e = this.arena.seq2(this.plain(node.items[at]), e);
        return e;
      }
      case "alt":
        return this.arena.alt(node.options.map((option) => this.plain(option)));
      case "repeat":
        return repeated(this.arena, this.plain(node.body), node.min, node.max, this.path);
      default:
        throw new Error(`a ${node.type} assertion is no language of its own`);
    }
  }

  #chars(set: CodePointRanges): ExprId {
    return isAll(set) ? this.#spelling.any : this.#spelling.chars(set);
  }

  /** The node and what follows it, for each context in which the node may start. */
  lower(node: RegexNode, next: Continuation): Continuation {
    if (next.every((e) => e === next[0]) && !hasAssertion(node)) return this.everywhere(this.arena.seq2(this.plain(node), next[0]));
    switch (node.type) {
      case "chars": {
        const parts = this.contexts.cells.map((cell, index) =>
          this.arena.seq2(this.#chars(intersectRanges(node.set, cell)), next[index + 1]),
        );
        return this.everywhere(this.arena.alt(parts));
      }
      case "seq": {
        let after = next;
        for (let at = node.items.length - 1; at >= 0; at -= 1) after = this.lower(node.items[at], after);
        return after;
      }
      case "alt": {
        const options = node.options.map((option) => this.lower(option, next));
        return next.map((_, context) => this.arena.alt(options.map((option) => option[context])));
      }
      case "repeat":
        return hasAssertion(node.body) ? this.#loop(node, next) : this.#plainLoop(node, next);
      case "start":
        return this.#behind({ atStart: true, after: node.multiline ? LINE_TERMINATORS : [] }, false, next);
      case "end":
        return next.map((e) => this.#end(e, node.multiline));
      case "boundary":
        return this.#boundary(node, next);
      case "look":
        return node.ahead ? this.#ahead(node, next) : this.#behind(this.narrowTest(node.body), node.negated, next);
    }
  }

  /** A repetition of a body without assertions, before a continuation that looks back: the last time around decides the context. */
  #plainLoop(node: RegexNode & { type: "repeat" }, next: Continuation): Continuation {
    const min = canBeEmpty(node.body) ? 0 : node.min;
    const body = nonEmptyPart(node.body);
    const last = this.lower(body, next)[0];
    const before = repeated(this.arena, this.plain(body), Math.max(0, min - 1), node.max === -1 ? -1 : node.max - 1, this.path);
    const some = this.arena.seq2(before, last);
    return min > 0 ? this.everywhere(some) : next.map((e) => this.arena.alt2(e, some));
  }

  #loop(node: RegexNode & { type: "repeat" }, next: Continuation): Continuation {
    if (!isLoop(node)) {
      const once = this.lower(node.body, next);
      return node.min === 1 ? once : next.map((e, context) => this.arena.alt2(e, once[context]));
    }
    return new AssertedLoop(this, node, next).start();
  }

  #end(next: ExprId, multiline: boolean): ExprId {
    const here = this.arena.isNullable(next) ? EMPTY : NEVER;
    if (!multiline) return here;
    return this.arena.alt2(here, this.arena.and(next, this.arena.seq2(this.#chars(LINE_TERMINATORS), this.arena.all)));
  }

  #boundary(node: RegexNode & { type: "boundary" }, next: Continuation): Continuation {
    const { arena } = this;
    const word = arena.seq2(this.#chars(node.word), arena.all);
    const isWord = { atStart: false, after: node.word };
    return next.map((e, context) => {
      const wordFollows = this.contexts.holds(isWord, context) === node.negated;
      return arena.and(e, wordFollows ? word : arena.not(word));
    });
  }

  #ahead(node: RegexNode & { type: "look" }, next: Continuation): Continuation {
    const { arena } = this;
    const seen = this.lower(node.body, this.everywhere(arena.all));
    return next.map((e, context) => arena.and(e, node.negated ? arena.not(seen[context]) : seen[context]));
  }

  #behind(test: BehindTest, negated: boolean, next: Continuation): Continuation {
    return next.map((e, context) => (this.contexts.holds(test, context) !== negated ? e : NEVER));
  }

  /** The test of a lookbehind inside a group or repetition, which may look one character back. */
  narrowTest(body: RegexNode): BehindTest {
    const test = behindTest(body);
    if (test !== undefined) return test;
    return fail(
      "regex-unsupported",
      this.path,
      "a lookbehind of more than one character stands in a group, in a repetition or after a lookahead",
      "move it to the top level of the pattern, or write its characters out before it",
    );
  }
}

function isAll(set: CodePointRanges): boolean {
  return set.length === 2 && set.every((range, index) => range[0] === ALL_CODE_POINTS[index][0] && range[1] === ALL_CODE_POINTS[index][1]);
}
