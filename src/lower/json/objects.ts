import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { KeyClass, ObjectPiece } from "../../schema/normal.ts";
import type { Level } from "./level.ts";
import { MemberPlan, type MemberWay, memberWays } from "./member-plan.ts";
import { OtherKeys } from "./other-keys.ts";
import { OpenTrie } from "./text-trie.ts";
import { CLOSE_OBJECT, END_KEY, OPEN_OBJECT } from "./unique-effects.ts";

/** A class of undeclared keys: the key behind its opening quote, and the ways of its values. */
interface OtherClass {
  readonly key: ExprId;
  readonly ways: readonly MemberWay[];
}

/**
 * An object piece as a rule: a state is what may follow a member (`MemberPlan`), and everything behind it to the closing brace is unfolded where it is needed. Declared keys are
 * written in one spelling; undeclared ones in any, but none twice and none that is declared.
 */
export class ObjectLowering implements Rule {
  readonly name = "members";
  readonly plan: MemberPlan;
  readonly #level: Level;
  readonly #others: readonly OtherClass[];
  /** Whether undeclared keys are compared with each other. */
  readonly #unique: boolean;
  readonly #declared: OpenTrie;
  readonly #quote: ExprId;
  readonly #close: ExprId;

  constructor(level: Level, piece: ObjectPiece, path: string) {
    this.#level = level;
    const { arena } = level;
    this.#others = otherClasses(level, piece);
    const exists = (ref: number): boolean => level.exists(ref);
    this.plan = new MemberPlan(
      piece,
      this.#others.map((other) => other.ways),
      exists,
      level.writer.anyOrder,
      path,
    );
    this.#unique = this.plan.repeatsOthers;
    const { sorted, ways } = this.plan;
    this.#declared = new OpenTrie(
      "keys",
      arena,
      sorted,
      (state) => this.plan.open(state),
      (index, state) => arena.alt(ways[index].map((way) => this.#member(way, this.plan.after(state, index, way)))),
    );
    this.#quote = arena.literal('"');
    const brace = arena.seq2(level.layout.last, arena.literal("}"));
    this.#close = this.#unique ? arena.seq2(brace, arena.effect(CLOSE_OBJECT)) : brace;
  }

  /** The whole object, or NEVER. */
  expr(): ExprId {
    const { arena, layout } = this.#level;
    const start = this.plan.start();
    if (start === -1) return NEVER;
    const parts = [arena.seq2(layout.first, this.#keys(start))];
    if (this.plan.mayClose(start)) parts.push(this.#closeEmpty());
    return this.#opened(arena.alt(parts));
  }

  unfold(state: number): ExprId {
    const { arena, layout } = this.#level;
    const more = arena.seq(layout.separator, layout.afterSeparator, this.#keys(state));
    return this.plan.mayClose(state) ? arena.alt2(this.#close, more) : more;
  }

  cheapest(state: number): ExprId {
    if (this.plan.mayClose(state)) return this.#close;
    const { arena, layout } = this.#level;
    return arena.seq(layout.separator, layout.afterSeparator, this.#shortest(state));
  }

  /** The whole object by its shortest members. */
  cheapestExpr(): ExprId {
    const { arena, layout } = this.#level;
    const start = this.plan.start();
    return this.#opened(this.plan.mayClose(start) ? this.#closeEmpty() : arena.seq2(layout.first, this.#shortest(start)));
  }

  #opened(rest: ExprId): ExprId {
    const { arena, layout } = this.#level;
    return arena.seq(arena.literal("{"), this.#unique ? arena.effect(OPEN_OBJECT) : EMPTY, layout.afterOpen, rest);
  }

  /** The end of an empty object, which has no line break inside. */
  #closeEmpty(): ExprId {
    const { arena } = this.#level;
    return this.#unique ? arena.seq2(arena.literal("}"), arena.effect(CLOSE_OBJECT)) : arena.literal("}");
  }

  /** The next key and all behind it. */
  #keys(state: number): ExprId {
    const { arena } = this.#level;
    return arena.seq2(this.#quote, arena.alt2(this.#declared.at(state), this.#undeclared(state)));
  }

  #shortest(state: number): ExprId {
    const { arena } = this.#level;
    const { keys, ways } = this.plan;
    const index = this.plan.shortest(state);
    if (index === -1) return arena.seq2(this.#quote, this.#undeclared(state));
    const way = ways[index].find((each) => this.plan.alive(this.plan.after(state, index, each))) ?? ways[index][0];
    return arena.seq2(arena.literal(JSON.stringify(keys[index])), this.#member(way, this.plan.after(state, index, way)));
  }

  #undeclared(state: number): ExprId {
    const { arena } = this.#level;
    const parts: ExprId[] = [];
    for (const { key, ways } of this.#others) {
      const members: ExprId[] = [];
      for (const way of ways) {
        const next = this.plan.afterOther(state, way);
        if (next !== -1) members.push(this.#member(way, next));
      }
      if (members.length > 0) parts.push(arena.seq(key, this.#unique ? arena.effect(END_KEY) : EMPTY, arena.alt(members)));
    }
    return arena.alt(parts);
  }

  /** What follows a key: the value and the members after it. */
  #member(way: MemberWay, next: number): ExprId {
    const { arena, layout } = this.#level;
    if (!this.plan.alive(next)) return NEVER;
    return arena.seq(layout.colon, this.#level.deeper.value(way.value), layout.afterValue, arena.rule(this, next));
  }
}

function otherClasses(level: Level, piece: ObjectPiece): OtherClass[] {
  const classes: OtherClass[] = [];
  for (const keyClass of piece.keyClasses) {
    const ways = memberWays(keyClass.counted, keyClass.value).filter((way) => level.exists(way.value));
    if (ways.length === 0) continue;
    const key = otherKey(level, piece, keyClass);
    if (key !== NEVER) classes.push({ key, ways });
  }
  return classes;
}

/** The keys of a class behind their opening quote. */
function otherKey(level: Level, piece: ObjectPiece, { matching, notMatching, names }: KeyClass): ExprId {
  const { writer, arena } = level;
  const declared = [...piece.properties.keys()];
  const conditions = [piece.names, names].filter((ref) => ref !== undefined);
  if (matching.length === 0 && notMatching.length === 0 && conditions.length === 0 && !writer.hasExcludes) {
    if (declared.length === 0) return writer.stringRest;
    return writer.rest(new OtherKeys(arena, writer.texts, declared).expr);
  }
  const patterns = [...matching, ...notMatching.map((check) => ({ ...check, negated: !check.negated }))];
  // A declared key that the patterns leave out anyway needs no exclusion.
  const excluded = declared.filter((key) => patterns.every((check) => mayMatch(check.source, key) !== check.negated));
  const content = writer.texts.lower({ patterns, formats: [], excluded });
  return writer.rest(arena.and(content, ...conditions.map((ref) => level.keyTexts(ref))));
}

/** Whether a pattern finds something in a key; undefined where JavaScript can't tell. */
function mayMatch(source: string, key: string): boolean | undefined {
  try {
    return new RegExp(source, "u").test(key);
  } catch {
    return undefined;
  }
}
