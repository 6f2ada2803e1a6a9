import { isJsonObject, type Json, JsonNumber } from "../../../src/core/json.ts";
import { byteCompiler, largeCompiler, maskTimes } from "../engine-under-test.ts";
import { textDifference } from "../grammar-texts.ts";
import { bestOfThree, limitDifference } from "../measure.ts";
import { type Generator, numbers, texts } from "./sized.ts";

const KEYWORDS = ["minLength", "maxLength"];
const WORDS = "word ".repeat(120);

/** The row's schema with its string bounded by each keyword and value: a bound must hardly slow the masks. */
export const stringLimit: Generator = ({ fields, generator, limits }) => {
  const schema = fields.get("schema")!;
  const given = textDifference(byteCompiler.compileJsonSchema(schema), fields);
  if (given !== undefined) return given;
  const unlimited = meanMask(bounded(schema, undefined), WORDS);
  for (const keyword of texts(generator, "keyword")) {
    for (const value of numbers(generator, "values")) {
      const limited = bounded(schema, [keyword, value]);
      const { ms } = bestOfThree(() => byteCompiler.compileJsonSchema(limited));
      const words = keyword === "maxLength" ? WORDS.slice(0, value) : WORDS;
      const figures = { compile_ms: ms, mask_ratio_to_unlimited: meanMask(limited, words) / unlimited };
      const reason = limitDifference(limits, figures);
      if (reason !== undefined) return `${keyword} ${value}: ${reason}`;
    }
  }
  return undefined;
};

/** Microseconds of a mask on average along an unfinished value of the object's one property. */
function meanMask(schema: Json, words: string): number {
  const times = bestOfThree(() => maskTimes(largeCompiler().compileJsonSchema(schema), `{"content":"${words}`));
  return times.ms;
}

function bounded(schema: Json, bound: readonly [string, number] | undefined): Json {
  if (!isJsonObject(schema)) return schema;
  const copy = new Map([...schema].filter(([key]) => !KEYWORDS.includes(key)).map(([key, value]) => [key, bounded(value, bound)] as const));
  if (bound !== undefined && schema.get("type") === "string") copy.set(bound[0], new JsonNumber(String(bound[1])));
  return copy;
}
