import { type ExprId, NEVER } from "../../expr/kinds.ts";
import type { KeyClass, ObjectPiece } from "../../schema/normal.ts";
import { isWellFormed } from "./constants.ts";
import { DistinctTexts } from "./distinct-texts.ts";
import type { Level } from "./level.ts";
import { memberWays } from "./member-plan.ts";
import type { ObjectSyntax, OtherClass } from "./objects.ts";
import { CLOSE_OBJECT, END_KEY, OPEN_OBJECT, type UniqueKeys } from "./unique-effects.ts";

const UNIQUE: UniqueKeys = { brackets: { open: OPEN_OBJECT, close: CLOSE_OBJECT }, first: END_KEY, next: END_KEY };

/** JSON objects in the layout of a level. */
export function jsonObjects(level: Level, piece: ObjectPiece): ObjectSyntax {
  const { arena, layout } = level;
  return {
    arena,
    anyOrder: level.writer.anyOrder,
    open: arena.literal("{"),
    afterOpen: layout.afterOpen,
    first: layout.first,
    separator: arena.seq2(layout.separator, layout.afterSeparator),
    close: arena.seq2(layout.last, arena.literal("}")),
    // An empty object has no line break inside.
    closeEmpty: arena.literal("}"),
    keyBegin: arena.literal('"'),
    spell: (key) => (isWellFormed(key) ? JSON.stringify(key).slice(1) : undefined),
    others: otherClasses(level, piece),
    member: (value) => arena.seq(layout.colon, level.deeper.value(value), layout.afterValue),
    unique: UNIQUE,
    exists: (ref) => level.exists(ref),
  };
}

function otherClasses(level: Level, piece: ObjectPiece): OtherClass[] {
  const classes: OtherClass[] = [];
  for (const keyClass of piece.keyClasses) {
    const ways = memberWays(keyClass.counted, keyClass.value).filter((way) => level.exists(way.value));
    if (ways.length === 0) continue;
    const key = otherKey(level, piece, keyClass);
    if (key === NEVER) continue;
    const texts = DistinctTexts.of(level.arena);
    const isFree = keyClass.matching.length === 0 && keyClass.names === undefined && piece.names === undefined;
    classes.push(
      isFree ? { key, ways } : { key, ways, distinct: { count: texts.count(key, "key"), key: () => texts.checked(key, "key") } },
    );
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
    return writer.rest(writer.texts.except(declared));
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
