import { NEVER } from "../../expr/kinds.ts";
import type { ArrayPiece, KeyClass, NormalNode, ObjectPiece, Piece } from "../../schema/normal.ts";
import { inhabitedNodes, prunedNodes } from "../../schema/normalize/inhabited.ts";
import type { JsonWriter } from "./context.ts";
import { isUnconditional } from "./strings.ts";

/** What existence asks of a level. */
interface Probe {
  array(piece: Piece & { type: "array" }, path: string): number;
  hasObject(piece: ObjectPiece, path: string): boolean;
}

/**
 * The nodes without pieces that can't be written: strings and numbers whose conditions contradict each other, constants that have no spelling, containers that can't be completed, and all
 * that depends on them. Regular expressions and formats are lowered here, so that whatever is wrong with them comes up before anything is matched.
 */
export function existingNodes(
  nodes: readonly NormalNode[],
  writer: JsonWriter,
  probe: (nodes: readonly NormalNode[]) => Probe,
): readonly NormalNode[] {
  let current = withoutPieces(nodes, (piece, path) => isWritable(piece, path, writer));
  for (;;) {
    const level = probe(current);
    const next = withoutPieces(current, (piece, path) => {
      if (piece.type === "array") return !isIntricateArray(piece) || level.array(piece, path) !== NEVER;
      return piece.type !== "object" || !isIntricate(piece) || level.hasObject(piece, path);
    });
    if (next === current) return current;
    current = next;
  }
}

/** The nodes without the pieces that fail the test, and without what can't exist then; the same list where all pass. */
function withoutPieces(nodes: readonly NormalNode[], keep: (piece: Piece, path: string) => boolean): readonly NormalNode[] {
  let changed = false;
  const kept = nodes.map((node) => {
    if (node.any) return node;
    const pieces = node.pieces.filter((piece) => keep(piece, node.path));
    if (pieces.length === node.pieces.length) return node;
    changed = true;
    return { ...node, pieces };
  });
  return changed ? prunedNodes(kept, inhabitedNodes(kept)) : nodes;
}

function isWritable(piece: Piece, path: string, writer: JsonWriter): boolean {
  switch (piece.type) {
    case "literals":
      return piece.values.some((value) => writer.constantTexts([value], writer.layout).length > 0);
    case "number":
      return writer.numbers.lower(piece, path) !== NEVER;
    case "string":
      return isUnconditional(piece) || writer.strings(piece) !== NEVER;
    default:
      return true;
  }
}

/** Arrays whose items are counted, or could be too few. */
function isIntricateArray({ contains, unique, minItems }: ArrayPiece): boolean {
  return contains.length > 0 || (unique === "yes" && minItems > 1);
}

/** Objects that may turn out to be impossible although all required members exist, or whose keys have patterns to check. */
function isIntricate({ keyClasses, some, implications, names, minProperties, maxProperties, required }: ObjectPiece): boolean {
  if (some.length > 0 || names !== undefined || keyClasses.some(isConditional)) return true;
  return implications.length > 0 && (maxProperties !== undefined || minProperties > required.length);
}

function isConditional({ matching, notMatching, names }: KeyClass): boolean {
  return matching.length > 0 || notMatching.length > 0 || names !== undefined;
}
