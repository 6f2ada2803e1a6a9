import type { Diagnostic } from "../../core/errors.ts";
import { writeJson } from "../../core/json-write.ts";
import type { NormalNode, Piece, SchemaRef } from "../../schema/normal.ts";
import { isWellFormed } from "./constants.ts";
import type { JsonWriter } from "./context.ts";

const MAX_SHOWN = 60;

/**
 * What a grammar leaves out although the schema speaks of it: constants and keys without a text, and optional members whose value turned out to have none.
 * @param nodes those of the schema
 * @param written the same without what can't be written
 */
export function* unwritten(nodes: readonly NormalNode[], written: readonly NormalNode[], writer: JsonWriter): Generator<Diagnostic> {
  const isLost = (ref: SchemaRef): boolean => nodes[ref].pieces.length > 0 && written[ref].pieces.length === 0;
  for (const [ref, { any, path, pieces }] of nodes.entries()) {
    if (any) continue;
    const reported = new Set<string>();
    const remaining = membersOf(written[ref].pieces).filter(([, value]) => written[value].pieces.length > 0);
    const open = new Set(remaining.map(([key]) => key));
    for (const [key, value] of membersOf(pieces)) {
      if (reported.has(key)) continue;
      const why = !isWellFormed(key)
        ? "it has a lone surrogate"
        : isLost(value) && !open.has(key)
          ? "no value of it can be written"
          : undefined;
      if (why === undefined) continue;
      reported.add(key);
      yield dropped(isWellFormed(key) ? nodes[value].path : path, `the member ${shown(JSON.stringify(key))} is left out: ${why}`);
    }
    for (const piece of pieces) {
      if (piece.type !== "literals") continue;
      for (const value of piece.values) {
        if (writer.constantTexts([value], writer.layout).length === 0)
          yield dropped(path, `the constant ${shown(writeJson(value))} is left out: it can't be written`);
      }
    }
  }
}

function membersOf(pieces: readonly Piece[]): (readonly [key: string, value: SchemaRef])[] {
  return pieces.flatMap((piece) => (piece.type === "object" ? [...piece.properties] : []));
}

function dropped(path: string, message: string): Diagnostic {
  return { kind: "dropped", code: "lower-json-dropped", path, message };
}

function shown(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}
