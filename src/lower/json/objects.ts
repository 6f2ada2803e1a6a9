import type { ExprArena } from "../../expr/arena.ts";
import type { Effect, Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { ObjectPiece, SchemaRef } from "../../schema/normal.ts";
import { MemberPlan, type MemberWay } from "./member-plan.ts";
import { OpenTrie } from "./text-trie.ts";
import type { UniqueKeys } from "./unique-effects.ts";

/** A class of undeclared keys: the key as it is written, from behind `keyBegin` on, and the ways of its values. */
export interface OtherClass {
  readonly key: ExprId;
  readonly ways: readonly MemberWay[];
  /** For keys that are compared: how many there are, and the key with checks where it could turn out to be used up. */
  readonly distinct?: { readonly count: number; key(): ExprId };
}

/** How the objects of one wire syntax are written: open afterOpen ( closeEmpty | first member (separator member)* close ) afterClose, a member being keyBegin, key, and what `member` gives. */
export interface ObjectSyntax {
  readonly arena: ExprArena;
  readonly anyOrder: boolean;
  readonly open: ExprId;
  readonly afterOpen: ExprId;
  readonly first: ExprId;
  readonly separator: ExprId;
  readonly close: ExprId;
  readonly closeEmpty: ExprId;
  /** What may be empty goes here, so that the brackets end where an object does; default nothing. */
  readonly afterClose?: ExprId;
  readonly keyBegin: ExprId;
  /** A declared key behind `keyBegin`, with what ends it; undefined where it can't be written. */
  spell(key: string): string | undefined;
  readonly others: readonly OtherClass[];
  /** What follows a key: its value and the end of the member. The key is undefined for those that are not declared. */
  member(value: SchemaRef, key: string | undefined): ExprId;
  /** How undeclared keys are compared, where there may be several. */
  readonly unique: UniqueKeys;
  exists(ref: SchemaRef): boolean;
}

/**
 * An object piece as a rule: a state is what may follow a member (`MemberPlan`), and everything behind it to the closing brace is unfolded where it is needed. Declared keys are
 * written in one spelling; undeclared ones in any, but none twice and none that is declared.
 */
export class ObjectLowering implements Rule {
  readonly name = "members";
  readonly plan: MemberPlan;
  readonly #syntax: ObjectSyntax;
  /** Whether undeclared keys are compared with each other. */
  readonly #unique: boolean;
  readonly #declared: OpenTrie;

  constructor(syntax: ObjectSyntax, piece: ObjectPiece, path: string) {
    this.#syntax = syntax;
    const { unique } = syntax;
    this.plan = new MemberPlan(piece, {
      others: syntax.others.map((other) => other.ways),
      mostOthers: syntax.others.reduce((sum, { distinct }) => sum + (distinct?.count ?? Number.POSITIVE_INFINITY), 0),
      exists: (ref) => syntax.exists(ref),
      spell: (key) => syntax.spell(key),
      anyOrder: syntax.anyOrder,
      tellFirstOther: unique.first !== unique.next,
      path,
      spend: (steps) => syntax.arena.store.meter.spend(steps),
    });
    this.#unique = this.plan.repeatsOthers;
    const { keys, sorted, ways } = this.plan;
    this.#declared = new OpenTrie(
      "keys",
      syntax.arena,
      sorted,
      (state) => this.plan.open(state),
      (index, state) => syntax.arena.alt(ways[index].map((way) => this.#member(way, this.plan.after(state, index, way), keys[index]))),
    );
  }

  /** The whole object, or NEVER. */
  expr(): ExprId {
    const { arena, first } = this.#syntax;
    const start = this.plan.start();
    if (start === -1) return NEVER;
    const parts = [arena.seq2(first, this.#keys(start))];
    if (this.plan.mayClose(start)) parts.push(this.#closeEmpty());
    return this.#opened(arena.alt(parts));
  }

  nullable(state: number): boolean {
    return this.#syntax.close === EMPTY && this.plan.mayClose(state);
  }

  unfold(state: number): ExprId {
    const { arena, separator } = this.#syntax;
    const more = arena.seq2(separator, this.#keys(state));
    return this.plan.mayClose(state) ? arena.alt2(this.#close(), more) : more;
  }

  cheapest(state: number): ExprId {
    if (this.plan.mayClose(state)) return this.#close();
    return this.#syntax.arena.seq2(this.#syntax.separator, this.#shortest(state));
  }

  /** The whole object by its shortest members. */
  cheapestExpr(): ExprId {
    const { arena, first } = this.#syntax;
    const start = this.plan.start();
    return this.#opened(this.plan.mayClose(start) ? this.#closeEmpty() : arena.seq2(first, this.#shortest(start)));
  }

  #opened(rest: ExprId): ExprId {
    const { arena, open, afterOpen, unique } = this.#syntax;
    return arena.seq(open, this.#effect(unique.brackets?.open), afterOpen, rest);
  }

  #close(bracket = this.#syntax.close): ExprId {
    const { arena, unique, afterClose = EMPTY } = this.#syntax;
    return arena.seq(bracket, this.#effect(unique.brackets?.close), afterClose);
  }

  #closeEmpty(): ExprId {
    return this.#close(this.#syntax.closeEmpty);
  }

  #effect(effect: Effect | undefined): ExprId {
    return this.#unique && effect !== undefined ? this.#syntax.arena.effect(effect) : EMPTY;
  }

  /** The next key and all behind it. */
  #keys(state: number): ExprId {
    const { arena, keyBegin } = this.#syntax;
    return arena.seq2(keyBegin, arena.alt2(this.#declared.at(state), this.#undeclared(state)));
  }

  #shortest(state: number): ExprId {
    const { arena, keyBegin } = this.#syntax;
    const { keys, spelled, ways } = this.plan;
    const index = this.plan.shortest(state);
    if (index === -1) return arena.seq2(keyBegin, this.#undeclared(state));
    const way = ways[index].find((each) => this.plan.alive(this.plan.after(state, index, each))) ?? ways[index][0];
    return arena.seq(keyBegin, arena.literal(spelled[index]), this.#member(way, this.plan.after(state, index, way), keys[index]));
  }

  #undeclared(state: number): ExprId {
    const { arena, others, unique } = this.#syntax;
    const check = this.#effect(this.plan.hasOther(state) ? unique.next : unique.first);
    const parts: ExprId[] = [];
    for (const { key, ways, distinct } of others) {
      const members: ExprId[] = [];
      for (const way of ways) {
        const next = this.plan.afterOther(state, way);
        if (next !== -1) members.push(this.#member(way, next, undefined));
      }
      const checked = this.#unique && distinct !== undefined ? distinct.key() : key;
      if (members.length > 0) parts.push(arena.seq(checked, check, arena.alt(members)));
    }
    return arena.alt(parts);
  }

  /** What follows a key: the value and the members after it. */
  #member(way: MemberWay, next: number, key: string | undefined): ExprId {
    const { arena } = this.#syntax;
    return this.plan.alive(next) ? arena.seq2(this.#syntax.member(way.value, key), arena.rule(this, next)) : NEVER;
  }
}
