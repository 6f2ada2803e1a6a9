import type { JsonObject } from "../../src/core/json.ts";
import type { CompiledGrammar } from "../../src/matcher/compiled-grammar.ts";
import { listField, textOf } from "./fields.ts";

/** Whether a whole text, ended by a stop token, is an output of the grammar. */
export function acceptsWhole(grammar: CompiledGrammar, text: string): boolean {
  const matcher = grammar.matcher();
  return matcher.acceptString(text) && matcher.isCompleted();
}

/** The first text of a row that the grammar judges otherwise: those in the field `accept` are outputs, those in `reject` are none. */
export function textDifference(grammar: CompiledGrammar, fields: JsonObject, accept = "accept", reject = "reject"): string | undefined {
  for (const [name, wanted] of [
    [accept, true],
    [reject, false],
  ] as const) {
    for (const [index, value] of listField(fields, name).entries()) {
      const text = textOf(value, name);
      if (acceptsWhole(grammar, text) !== wanted) return `${name}[${index}] is ${wanted ? "refused" : "accepted"}: ${shortened(text)}`;
    }
  }
  return undefined;
}

export function shortened(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
