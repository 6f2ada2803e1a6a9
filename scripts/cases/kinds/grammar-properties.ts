import { isJsonArray, isJsonObject, type Json } from "../../../src/core/json.ts";
import { SeededRandom } from "../../../src/core/random.ts";
import type { CompiledGrammar } from "../../../src/matcher/compiled-grammar.ts";
import type { CaseKind, CaseRow } from "../case-kind.ts";
import { tryCompile } from "../compile-expectation.ts";
import { byteCompiler } from "../engine-under-test.ts";
import { textDifference } from "../grammar-texts.ts";
import { rowGrammar } from "../row-grammar.ts";

/** Properties in prose, by the id of their row. */
const PROPERTIES: ReadonlyMap<string, (row: CaseRow) => string | undefined> = new Map([
  ["M12", descriptionsDoNotMatter],
  ["X05", errorsLeaveNothing],
]);

/** Checks for rows whose property is about grammars. */
export const kind: CaseKind = {
  name: "grammar property",

  covers({ id }) {
    return PROPERTIES.has(id) ? ["property"] : [];
  },

  run(row) {
    const reason = PROPERTIES.get(row.id)!(row);
    return reason === undefined ? undefined : { reason };
  },
};

/** Changing only a description never changes the language or the outcome. */
function descriptionsDoNotMatter({ fields }: CaseRow): string | undefined {
  const original = rowGrammar(byteCompiler, fields);
  for (const text of ["", "x", "<|open|>tools<|sep|>", '"]}\\', "\u2028é\u0000"]) {
    const changed = new Map(fields);
    changed.set("tools", withDescriptions(fields.get("tools")!, text));
    const grammar = rowGrammar(byteCompiler, changed);
    const reason = textDifference(grammar, changed) ?? walkDifference(original, grammar);
    if (reason !== undefined) return `with the description ${JSON.stringify(text)}: ${reason}`;
  }
  return undefined;
}

/** Walks two grammars side by side: their masks never differ. */
function walkDifference(one: CompiledGrammar, other: CompiledGrammar): string | undefined {
  for (let seed = 1; seed <= 50; seed += 1) {
    const random = new SeededRandom(seed);
    const [left, right] = [one.matcher(), other.matcher()];
    for (let length = 0; length < 100 && !left.isTerminated(); length += 1) {
      const tokens = left.nextTokenMask().toArray();
      if (tokens.join() !== right.nextTokenMask().toArray().join()) return `the masks differ after ${length} tokens`;
      const token = random.pick([...tokens]);
      left.acceptToken(token);
      right.acceptToken(token);
    }
  }
  return undefined;
}

/** A description for every function and for every object with a type. */
function withDescriptions(value: Json, text: string): Json {
  if (isJsonArray(value)) return value.map((item) => withDescriptions(item, text));
  if (!isJsonObject(value)) return value;
  const copy = new Map([...value].map(([key, item]) => [key, withDescriptions(item, text)] as const));
  const isDescribed = typeof value.get("name") === "string" || (typeof value.get("type") === "string" && value.get("type") !== "function");
  if (isDescribed) copy.set("description", text);
  return copy;
}

/** After an error there is no grammar, so no mask: the host is told. */
function errorsLeaveNothing({ fields }: CaseRow): string | undefined {
  const schema = fields.get("schema");
  const ways = [
    tryCompile(() => byteCompiler.compileJsonSchema(schema)),
    tryCompile(() => byteCompiler.compileStructuralTag({ type: "json_schema", json_schema: schema })),
    tryCompile(() => byteCompiler.compileRegex("(")),
  ];
  const at = ways.findIndex((way) => way.ok);
  if (at >= 0) return `way ${at} of compiling gives a grammar`;
  const safe = byteCompiler.safeCompileStructuralTag({ type: "regex", pattern: "(" });
  if (safe.ok || "value" in safe) return "the safe way gives a value beside its error";
  // The compiler works on as before.
  const mask = byteCompiler.compileRegex("a").matcher().nextTokenMask();
  return mask.count === 1 ? undefined : `after the errors, a mask of ${mask.count} tokens in place of one`;
}
