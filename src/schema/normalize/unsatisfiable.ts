import type { Issue } from "../../core/errors.ts";
import type { NormalNode, Piece, SchemaRef } from "../normal.ts";
import type { Finisher } from "./finish.ts";
import { constrainingKeywords } from "./keyword-sets.ts";

/** Says why the root has no value: follows members that must exist down to the first one that is contradictory in itself. */
export function describeUnsatisfiable(finisher: Finisher, nodes: readonly NormalNode[], inhabited: Uint8Array): Issue {
  let ref: SchemaRef = 0;
  const passed = new Set<SchemaRef>();
  const trail: string[] = [];
  let recursive = false;
  for (;;) {
    passed.add(ref);
    const next = firstMissing(nodes[ref].pieces, inhabited);
    if (next === undefined) break;
    trail.push(next.name);
    recursive = passed.has(next.ref);
    ref = next.ref;
    if (recursive) break;
  }
  const where = sources(finisher, ref);
  const way = trail.length === 0 ? "" : ` (by way of ${trail.join(" → ")})`;
  const why = recursive ? "can only be filled by going on forever" : "leaves no value";
  return {
    code: "schema-unsatisfiable",
    path: nodes[ref].path,
    message: `no value is valid: ${where} ${why}${way}`,
    hint: "correct the schema so that at least one value is valid",
  };
}

function firstMissing(pieces: readonly Piece[], inhabited: Uint8Array): { readonly ref: SchemaRef; readonly name: string } | undefined {
  for (const piece of pieces) {
    if (piece.type === "object") {
      const key = piece.required.find((name) => inhabited[piece.properties.get(name)!] === 0);
      if (key !== undefined) return { ref: piece.properties.get(key)!, name: JSON.stringify(key) };
    } else if (piece.type === "array") {
      const index = piece.prefix.findIndex((item, at) => at < piece.minItems && inhabited[item] === 0);
      if (index >= 0) return { ref: piece.prefix[index], name: `item ${index}` };
      if (piece.minItems > piece.prefix.length && inhabited[piece.rest] === 0) return { ref: piece.rest, name: "its items" };
    }
  }
  return undefined;
}

/** The places that a node is made of, each with the keywords that constrain it. */
function sources(finisher: Finisher, ref: SchemaRef): string {
  const { places, conjunctions } = finisher.work;
  const names = conjunctions.terms(finisher.conj(ref)).map((term) => {
    const place = places.place(term);
    if (place.kind === "union") return `#${place.path}`;
    const constraining = constrainingKeywords(place.resource.rules);
    const keywords = [...place.schema.keys()].filter((keyword) => constraining.has(keyword));
    return `${(term & 1) === 1 ? "the negation of " : ""}#${place.path} (${keywords.join(", ")})`;
  });
  return names.length === 0 ? "the schema false" : names.join(" with ");
}
