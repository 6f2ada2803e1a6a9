import { SeededRandom } from "../../../src/core/random.ts";
import { largeCompiler, maskTimes } from "../engine-under-test.ts";
import { limitDifference, median } from "../measure.ts";
import { compileDifference } from "./compile-times.ts";
import { type Generator, numbers, texts } from "./sized.ts";

const SAMPLES = 20;

/** Enums of many strings. */
export const enums: Generator = (row) => {
  const sizes = numbers(row.generator, "values");
  for (const shape of texts(row.generator, "shape")) {
    const compiled = compileDifference({ ...row, limits: without(row.limits, "mask_us_p50") }, sizes, (compiler, count) =>
      compiler.compileJsonSchema({ enum: valuesOf(count, shape) }),
    );
    if (compiled !== undefined) return `${shape}: ${compiled}`;
    for (const size of sizes) {
      const values = valuesOf(size, shape);
      const grammar = largeCompiler().compileJsonSchema({ enum: values });
      const random = new SeededRandom(1);
      const times = Array.from({ length: SAMPLES }, () => maskTimes(grammar, JSON.stringify(random.pick(values)))).flat();
      const reason = limitDifference(only(row.limits, "mask_us_p50"), { mask_us_p50: median(times) });
      if (reason !== undefined) return `${shape}, ${size} values: ${reason}`;
    }
  }
  return undefined;
};

function without(limits: ReadonlyMap<string, number>, name: string): Map<string, number> {
  return new Map([...limits].filter(([key]) => key !== name));
}

function only(limits: ReadonlyMap<string, number>, name: string): Map<string, number> {
  return new Map([...limits].filter(([key]) => key === name));
}

function valuesOf(count: number, shape: string): string[] {
  if (shape.includes("%d")) return Array.from({ length: count }, (_, at) => shape.replace("%d", String(at)));
  const random = new SeededRandom(count);
  const letters = (length: number): string => Array.from({ length }, () => String.fromCharCode(97 + random.below(26))).join("");
  const [, length = "12"] = /(\d+)/.exec(shape) ?? [];
  const prefix = shape.includes("prefix") ? letters(Number(length)) : "";
  return Array.from({ length: count }, (_, at) => (prefix === "" ? letters(Number(length)) : `${prefix}${at}`));
}
