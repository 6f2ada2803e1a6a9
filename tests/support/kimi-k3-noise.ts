import type { CompiledGrammar } from "../../src/engine.ts";
import { chatAnswer, type PromptOpens, type ReaderTool, resolveFamily, sequentialCallIds } from "../../src/index.ts";
import { type ArgumentJudge, generateNoise, type NoiseOptions } from "./noise.ts";

/** A noise generation read back: its calls with what is wrong with them, or the code with which it was refused. */
export type NoiseCalls =
  | { readonly kind: "calls"; readonly calls: number; readonly tokens: number; readonly faults: readonly string[]; readonly text: string }
  | { readonly kind: "refused"; readonly code: string };

export interface NoiseCallsOptions extends NoiseOptions {
  readonly promptOpens: PromptOpens;
  readonly tools: readonly ReaderTool[];
  readonly mustCall: boolean;
  readonly judges: ReadonlyMap<string, ArgumentJudge>;
}

/** Generates noise under Kimi K3's grammar and reads it back: every call must be whole and valid, and nothing may be amiss. */
export function noiseCalls(grammar: CompiledGrammar, options: NoiseCallsOptions): NoiseCalls {
  const { promptOpens, tools, judges, mustCall } = options;
  const noise = generateNoise(grammar, options);
  if (noise.kind === "refused") return noise;
  const reader = resolveFamily("kimi-k3").reader({ promptOpens, tools, callIds: sequentialCallIds() });
  const answer = chatAnswer([...reader.push(noise.text), ...reader.finish()]);
  const faults = answer.problems.map(({ code, message }) => `${code}: ${message}`);
  for (const { index, name, complete, valid, problems } of answer.calls) {
    const text = answer.message.tool_calls?.[index].function.arguments ?? "";
    if (!complete || !valid) {
      const reasons = problems.map(({ code, message }) => `${code} ${message}`).join("; ");
      faults.push(`${name}(${text}) is ${complete ? "not valid" : "not complete"}: ${reasons}`);
    } else
      faults.push(...(judges.get(name)?.problems(text) ?? [`no tool is named ${name}`]).map((problem) => `${name}(${text}): ${problem}`));
  }
  if (mustCall && answer.calls.length === 0) faults.push("there is no call");
  if (answer.calls.length > 0 !== (answer.finish_reason === "tool_calls")) faults.push(`finish reason ${answer.finish_reason}`);
  return { kind: "calls", calls: answer.calls.length, tokens: noise.tokens, faults, text: noise.text };
}
