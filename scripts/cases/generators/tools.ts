import { fromNative, type Json } from "../../../src/core/json.ts";
import { SeededRandom } from "../../../src/core/random.ts";
import { buildOutputGrammar } from "../../../src/models/build.ts";
import { largeCompiler } from "../engine-under-test.ts";
import { bestOfThree } from "../measure.ts";
import { compileDifference } from "./compile-times.ts";
import { type Generator, numbers, texts } from "./sized.ts";

/** Many strict tools: compiling their grammar, and the time from there to the first mask. */
export const tools: Generator = (row) => {
  const [perTool] = numbers(row.generator, "properties_per_tool");
  const [seed] = numbers(row.generator, "seed");
  const types = texts(row.generator, "types");
  const sizes = numbers(row.generator, "tools");
  const formatOf = (count: number, round: number) =>
    buildOutputGrammar({ model: "kimi-k3", tools: toolsOf(count, perTool, types, seed + round), toolChoice: "auto" }).format;
  const built = [0, 1, 2].map((round) => formatOf(Math.max(...sizes), round));
  const firstMask = bestOfThree((round) => largeCompiler().compileFormat(built[round]).matcher().nextTokenMask());
  return compileDifference(row, sizes, (compiler, count) => compiler.compileFormat(formatOf(count, 0)), { first_mask_ms: firstMask.ms });
};

function toolsOf(count: number, perTool: number, types: readonly string[], seed: number): Json {
  const random = new SeededRandom(seed);
  const name = (prefix: string): string => `${prefix}_${random.below(1e9).toString(36)}`;
  const list = Array.from({ length: count }, (_, tool) => {
    const properties = Array.from({ length: perTool }, (_, at) => [`${name("p")}${at}`, schemaOf(types[at % types.length])] as const);
    return {
      type: "function",
      function: {
        name: `${name("tool")}_${tool}`,
        strict: true,
        parameters: {
          type: "object",
          properties: Object.fromEntries(properties),
          required: properties.map(([key]) => key),
          additionalProperties: false,
        },
      },
    };
  });
  return fromNative(list);
}

export function schemaOf(type: string): object {
  if (type === "enum") return { enum: ["red", "green", "blue"] };
  if (type === "array") return { type: "array", items: { type: "string" } };
  return { type };
}
