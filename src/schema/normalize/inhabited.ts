import type { ArrayPiece, CountedWay, KeyClass, NormalNode, ObjectPiece, Piece } from "../normal.ts";

/**
 * Which nodes have a finite value: a least fixpoint, so a node that could only be finished by going on forever has none. Whether patterns of strings contradict each other is not looked into.
 */
export function inhabitedNodes(nodes: readonly NormalNode[]): Uint8Array {
  const inhabited = new Uint8Array(nodes.length);
  for (let changed = true; changed; ) {
    changed = false;
    // Members mostly come after what contains them.
    for (let ref = nodes.length - 1; ref >= 0; ref -= 1) {
      if (inhabited[ref] === 1 || !nodes[ref].pieces.some((piece) => isInhabited(piece, inhabited, nodes))) continue;
      inhabited[ref] = 1;
      changed = true;
    }
  }
  return inhabited;
}

function isInhabited(piece: Piece, inhabited: Uint8Array, nodes: readonly NormalNode[]): boolean {
  switch (piece.type) {
    case "literals":
      return piece.values.length > 0;
    case "array":
      return isArrayInhabited(piece, inhabited, nodes);
    case "object":
      return isObjectInhabited(piece, inhabited);
    default:
      return true;
  }
}

function isArrayInhabited(piece: ArrayPiece, inhabited: Uint8Array, nodes: readonly NormalNode[]): boolean {
  const { prefix, minItems } = piece;
  for (let index = 0; index < Math.min(minItems, prefix.length); index += 1) if (inhabited[prefix[index]] === 0) return false;
  if (minItems > prefix.length && inhabited[piece.rest] === 0) return false;
  if (piece.unique === "yes" && prefix.length === 0 && minItems > distinctValues(nodes[piece.rest])) return false;
  return piece.contains.every((entry, index) => entry.min === 0 || countablePlaces(piece, index, inhabited) >= entry.min);
}

/** How many items can count for an entry of `contains`. */
function countablePlaces(piece: ArrayPiece, entry: number, inhabited: Uint8Array): number {
  const ways = piece.counted!;
  const most = piece.maxItems ?? Number.POSITIVE_INFINITY;
  let count = 0;
  for (let index = 0; index < piece.prefix.length && index < most; index += 1) {
    if (inhabited[piece.prefix[index]] === 0) return count;
    if (canCount(ways.prefix[index], entry, inhabited)) count += 1;
  }
  return canCount(ways.rest, entry, inhabited) ? count + Math.max(0, most - piece.prefix.length) : count;
}

function canCount(ways: readonly CountedWay[] | undefined, entry: number, inhabited: Uint8Array): boolean {
  return ways?.some((way) => way.counts.includes(entry) && inhabited[way.value] === 1) === true;
}

/** How many values a node has, where they are few enough to be listed. */
function distinctValues(node: NormalNode): number {
  let count = 0;
  for (const piece of node.pieces) {
    if (piece.type === "literals") count += piece.values.length;
    else if (piece.type === "null") count += 1;
    else if (piece.type === "boolean") count += 2;
    else return Number.POSITIVE_INFINITY;
  }
  return count;
}

function isObjectInhabited(piece: ObjectPiece, inhabited: Uint8Array): boolean {
  const { properties, required, minProperties, maxProperties } = piece;
  if (required.length > (maxProperties ?? Number.POSITIVE_INFINITY) || minProperties > (maxProperties ?? Number.POSITIVE_INFINITY))
    return false;
  for (const key of required) if (inhabited[properties.get(key)!] === 0) return false;
  for (let entry = 0; entry < piece.some.length; entry += 1) {
    const declared = [...piece.counted!.values()].some((ways) => canCount(ways, entry, inhabited));
    if (
      !declared &&
      !piece.keyClasses.some((keyClass) => namesPossible(piece, keyClass, inhabited) && canCount(keyClass.counted, entry, inhabited))
    )
      return false;
  }
  if (minProperties <= required.length || hasUndeclared(piece, inhabited)) return true;
  const possible = possibleKeys(piece, inhabited);
  return minProperties <= possible.size;
}

function hasUndeclared(piece: ObjectPiece, inhabited: Uint8Array): boolean {
  return piece.keyClasses.some((keyClass) => inhabited[keyClass.value] === 1 && namesPossible(piece, keyClass, inhabited));
}

function namesPossible(piece: ObjectPiece, keyClass: KeyClass, inhabited: Uint8Array): boolean {
  return [piece.names, keyClass.names].every((names) => names === undefined || inhabited[names] === 1);
}

/** Declared keys that can occur: they have a value, and so has everything that they imply. */
export function possibleKeys({ properties, implications }: ObjectPiece, inhabited: Uint8Array): ReadonlySet<string> {
  const possible = new Set<string>();
  for (const [key, ref] of properties) if (inhabited[ref] === 1) possible.add(key);
  for (let changed = implications.length > 0; changed; ) {
    changed = false;
    for (const { present, requires } of implications) {
      if (possible.has(present) && !requires.every((key) => possible.has(key))) changed = possible.delete(present) || changed;
    }
  }
  return possible;
}

/** The nodes without what can't occur: pieces without a value, classes of keys and counted ways that lead nowhere. */
export function prunedNodes(nodes: readonly NormalNode[], inhabited: Uint8Array): readonly NormalNode[] {
  if (inhabited.every((flag) => flag === 1)) return nodes;
  return nodes.map((node, ref) => {
    if (inhabited[ref] === 0) return { ...node, pieces: [] };
    if (node.any) return node;
    return {
      ...node,
      pieces: node.pieces.filter((piece) => isInhabited(piece, inhabited, nodes)).map((piece) => prunedPiece(piece, inhabited)),
    };
  });
}

function prunedPiece(piece: Piece, inhabited: Uint8Array): Piece {
  if (piece.type === "object") return prunedObject(piece, inhabited);
  return piece.type === "array" ? prunedArray(piece, inhabited) : piece;
}

function prunedWays(ways: readonly CountedWay[], inhabited: Uint8Array): readonly CountedWay[] {
  return ways.filter((way) => inhabited[way.value] === 1);
}

function prunedArray(piece: ArrayPiece, inhabited: Uint8Array): ArrayPiece {
  const closedAt = piece.prefix.findIndex((ref) => inhabited[ref] === 0);
  const most = closedAt >= 0 ? closedAt : inhabited[piece.rest] === 0 ? piece.prefix.length : Number.POSITIVE_INFINITY;
  const maxItems = Math.min(most, piece.maxItems ?? Number.POSITIVE_INFINITY);
  const { counted } = piece;
  return {
    ...piece,
    ...(maxItems === Number.POSITIVE_INFINITY ? {} : { maxItems }),
    ...(counted === undefined
      ? {}
      : { counted: { prefix: counted.prefix.map((ways) => prunedWays(ways, inhabited)), rest: prunedWays(counted.rest, inhabited) } }),
  };
}

function prunedObject(piece: ObjectPiece, inhabited: Uint8Array): ObjectPiece {
  return {
    ...piece,
    keyClasses: piece.keyClasses
      .filter((keyClass) => inhabited[keyClass.value] === 1 && namesPossible(piece, keyClass, inhabited))
      .map((keyClass) => (keyClass.counted === undefined ? keyClass : { ...keyClass, counted: prunedWays(keyClass.counted, inhabited) })),
    ...(piece.counted === undefined
      ? {}
      : { counted: new Map([...piece.counted].map(([key, ways]) => [key, prunedWays(ways, inhabited)])) }),
  };
}
