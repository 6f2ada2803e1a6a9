import type { Rule } from "../../expr/definitions.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import { holdsAtEnd } from "./at-end.ts";
import type { Continuation, RegexLowering } from "./lowering.ts";
import { canBeEmpty, nonEmptyPart, type RegexNode } from "./nodes.ts";

/**
 * A repetition whose body holds assertions, unfolded one time around after the other, because what its assertions see reaches into later rounds. A state is the number of rounds
 * done, counted up to what matters, and the context.
 */
export class AssertedLoop implements Rule {
  readonly name = "loop";
  readonly #lowering: RegexLowering;
  readonly #node: RegexNode & { type: "repeat" };
  readonly #next: Continuation;
  readonly #further: RegexNode;
  readonly #rounds = new Map<number, Continuation>();

  constructor(lowering: RegexLowering, node: RegexNode & { type: "repeat" }, next: Continuation) {
    this.#lowering = lowering;
    this.#node = node;
    this.#next = next;
    // A round beyond the required ones must take a character: it would change nothing otherwise, and the rule would start with itself.
    this.#further = nonEmptyPart(node.body);
  }

  start(): Continuation {
    return this.#at(0);
  }

  nullable(state: number): boolean {
    const [round, context] = this.#place(state);
    if (!this.#lowering.arena.isNullable(this.#next[context])) return false;
    return round >= this.#node.min || holdsAtEnd(this.#lowering, this.#node.body, context);
  }

  unfold(state: number): ExprId {
    const { min, max, body } = this.#node;
    const [round, context] = this.#place(state);
    const end = round >= min ? this.#next[context] : NEVER;
    if (max !== -1 && round >= max) return end;
    let rounds = this.#rounds.get(round);
    if (rounds === undefined) {
      const following = this.#at(max === -1 ? Math.min(round + 1, min) : round + 1);
      rounds = this.#lowering.arena.unchecked(() =>
        this.#lowering.lower(round < min && canBeEmpty(body) ? body : this.#further, following),
      );
      this.#rounds.set(round, rounds);
    }
    return this.#lowering.arena.alt2(end, rounds[context]);
  }

  #at(round: number): Continuation {
    const { arena, contexts } = this.#lowering;
    return Array.from({ length: contexts.count }, (_, context) => arena.rule(this, round * contexts.count + context));
  }

  #place(state: number): [round: number, context: number] {
    const { count } = this.#lowering.contexts;
    return [Math.floor(state / count), state % count];
  }
}
