import type { ArrayPiece, CountedWay } from "../normal.ts";
import { type Conj, NEVER } from "./conjunctions.ts";
import { countedWays } from "./counted-ways.ts";
import type { ArrayDraft } from "./drafts.ts";
import type { Finisher } from "./finish.ts";

export function finishArray(finisher: Finisher, draft: ArrayDraft, path: string): ArrayPiece {
  const rest = draft.openness === "closes" ? NEVER : draft.rest;
  const prefix = [...draft.prefix];
  for (const { from } of draft.contains) while (prefix.length < from) prefix.push(rest);
  const max = rest === NEVER ? Math.min(draft.max, prefix.length) : draft.max;
  const ways = (item: Conj, index: number): CountedWay[] => {
    const conditions = draft.contains.map((condition, entry) => ({
      ...condition,
      entry,
      excludes: condition.max !== Number.POSITIVE_INFINITY,
      asked: condition.min > 0,
    }));
    return countedWays(
      finisher,
      item,
      conditions.filter(({ from }) => index >= from),
      path,
    );
  };
  return {
    type: "array",
    prefix: prefix.map((conj) => finisher.ref(conj)),
    rest: finisher.ref(rest),
    minItems: draft.min,
    ...(max === Number.POSITIVE_INFINITY ? {} : { maxItems: max }),
    contains: draft.contains.map(({ schema, min, max: most, from }) => ({
      schema: finisher.ref(schema),
      min,
      ...(most === Number.POSITIVE_INFINITY ? {} : { max: most }),
      ...(from === 0 ? {} : { from }),
    })),
    ...(draft.contains.length === 0 ? {} : { counted: { prefix: prefix.map(ways), rest: ways(rest, prefix.length) } }),
    unique: draft.unique,
  };
}
