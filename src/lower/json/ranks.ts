import type { ArrayPiece, NormalNode, ObjectPiece, Piece } from "../../schema/normal.ts";

const UNKNOWN = 0x7fffffff;

/** For each node the levels of containers that its flattest value has: a least fixpoint, so following smaller ranks never goes in circles. */
export function shortestRanks(nodes: readonly NormalNode[]): Int32Array {
  const ranks = new Int32Array(nodes.length).fill(UNKNOWN);
  for (let changed = true; changed; ) {
    changed = false;
    for (let ref = nodes.length - 1; ref >= 0; ref -= 1) {
      let rank = UNKNOWN;
      for (const piece of nodes[ref].pieces) rank = Math.min(rank, pieceRank(piece, ranks));
      if (rank < ranks[ref]) {
        ranks[ref] = rank;
        changed = true;
      }
    }
  }
  return ranks;
}

export function pieceRank(piece: Piece, ranks: Int32Array): number {
  if (piece.type === "array") return arrayRank(piece, ranks);
  return piece.type === "object" ? objectRank(piece, ranks) : 0;
}

function above(most: number): number {
  return most === UNKNOWN ? UNKNOWN : most + 1;
}

function arrayRank({ prefix, rest, minItems, contains, counted }: ArrayPiece, ranks: Int32Array): number {
  let most = -1;
  for (let index = 0; index < Math.min(minItems, prefix.length); index += 1) most = Math.max(most, ranks[prefix[index]]);
  if (minItems > prefix.length) most = Math.max(most, ranks[rest]);
  if (contains.some(({ min }) => min > 0)) {
    const places = [...(counted?.prefix ?? []), counted?.rest ?? []];
    const ways = places.flat().filter((way) => way.counts.length > 0);
    most = Math.max(
      most,
      ways.reduce((least, way) => Math.min(least, ranks[way.value]), UNKNOWN),
    );
  }
  return above(most);
}

function objectRank({ properties, required, minProperties, keyClasses, some, counted }: ObjectPiece, ranks: Int32Array): number {
  let most = -1;
  for (const key of required) most = Math.max(most, ranks[properties.get(key) as number]);
  if (minProperties > required.length || some.length > 0) {
    const members = [...properties.values(), ...keyClasses.map(({ value }) => value)];
    const ways = [...(counted?.values() ?? []), ...keyClasses.map((keyClass) => keyClass.counted ?? [])].flat();
    const values = some.length > 0 ? ways.map((way) => way.value) : members;
    most = Math.max(
      most,
      values.reduce((least, ref) => Math.min(least, ranks[ref]), UNKNOWN),
    );
  }
  return above(most);
}
