import { K3_CALL_BEGIN_END, k3ArgumentBegin, k3CallBegin, k3Close, k3Open } from "../../../src/wire/kimi-k3.ts";
import { bestOfThree, growthDifference, limitDifference } from "../measure.ts";
import { readStream } from "../read-stream.ts";
import { readerFactory } from "../readers.ts";
import { type Generator, numbers } from "./sized.ts";

/** One long string argument, read in small chunks. */
export const longArgument: Generator = ({ fields, generator, limits, growth }) => {
  const create = readerFactory("kimi_k3", fields.get("tools"));
  for (const chunk of numbers(generator, "chunk")) {
    const times = new Map<number, number>();
    for (const chars of numbers(generator, "chars")) {
      const argument = "word ".repeat(Math.ceil(chars / 5)).slice(0, chars);
      const output = outputOf(argument);
      const pieces = Array.from({ length: Math.ceil(output.length / chunk) }, (_, at) => output.slice(at * chunk, (at + 1) * chunk));
      const { ms, value } = bestOfThree(() => readStream(create("response"), pieces, "stop"));
      if (value.calls.length !== 1 || !value.calls[0].arguments.includes(argument))
        return `the argument of ${chars} characters is not read back`;
      times.set(chars, ms);
    }
    const figures = Object.fromEntries([...times].map(([chars, ms]) => [`total_ms_${chars / 1000}k`, ms]));
    const reason = (growth === undefined ? undefined : growthDifference(growth, times)) ?? limitDifference(limits, figures);
    if (reason !== undefined) return `in chunks of ${chunk}: ${reason}`;
  }
  return undefined;
};

function outputOf(argument: string): string {
  const call =
    k3CallBegin("get_weather") +
    1 +
    K3_CALL_BEGIN_END +
    k3ArgumentBegin("location", "string") +
    argument +
    k3Close("argument") +
    k3Close("call");
  return k3Close("response") + k3Open("tools") + call + k3Close("tools") + k3Close("message");
}
