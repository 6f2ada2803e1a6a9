import type { ChatAnswer } from "../../src/index.ts";
import { type Json, readJson, readTools, writeJson } from "../../src/index.ts";
import { ArgumentJudge } from "../../tests/support/noise.ts";

/** What is wrong with an answer that had to call a tool: nothing if every call names a tool and its arguments validate, by our validator and by Ajv. */
export function faultsOf(answer: ChatAnswer, tools: Json): string[] {
  const faults: string[] = [];
  const { message, finish_reason, calls, problems } = answer;
  if (finish_reason !== "tool_calls") faults.push(`finish reason ${finish_reason}`);
  if (calls.length === 0) faults.push("no calls");
  for (const { complete, valid, name } of calls) if (!complete || !valid) faults.push(`call of ${name} is not complete and valid`);
  for (const { message: text } of problems) faults.push(text);
  const judges = new Map<string, ArgumentJudge>();
  for (const tool of readTools(tools)) if (tool.kind === "function") judges.set(tool.name, new ArgumentJudge(tool.parameters));
  for (const call of message.tool_calls ?? []) {
    const judge = judges.get(call.function.name);
    if (judge === undefined) faults.push(`there is no tool ${call.function.name}`);
    else faults.push(...judge.problems(writeJson(readJson(call.function.arguments))));
  }
  return faults;
}

/** Whether an unconstrained answer holds a call that could be run. */
export function hasValidCall(answer: ChatAnswer): boolean {
  return answer.calls.some(({ complete, valid }) => complete && valid);
}
