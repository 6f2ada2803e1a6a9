import { describe, expect, it } from "vitest";
import { chatAnswer, resolveFamily, sequentialCallIds } from "../index.ts";

const TOOLS = [{ name: "get", parameters: new Map([["type", "object"]]) }];

function answer(chunks: readonly string[]): unknown {
  const reader = resolveFamily("glm4-7").reader({ tools: TOOLS, promptOpens: "response", callIds: sequentialCallIds() });
  return chatAnswer([...chunks.flatMap((chunk) => [...reader.push(chunk)]), ...reader.finish()]).message;
}

describe("text between the elements of a call", () => {
  it.each(['{"a": 1}</arg_key>', "{ x</arg_key><arg_value>2</arg_value>", `${"x".repeat(5000)}</arg_key>`])(
    "%.30s is left out wherever it is cut",
    (noise) => {
      const text = `<tool_call>get<arg_key>b</arg_key><arg_value>1</arg_value>${noise}<arg_key>c</arg_key><arg_value>3</arg_value></tool_call>`;
      const whole = answer([text]);
      expect(JSON.stringify(whole)).toContain('\\"c\\"');
      for (let at = 0; at <= text.length; at += text.length > 1000 ? 97 : 1)
        expect(answer([text.slice(0, at), text.slice(at)])).toEqual(whole);
    },
  );

  it("is a key where only its opening is missing", () => {
    expect(
      JSON.stringify(answer(["<tool_call>get<arg_key>b</arg_key><arg_value>1</arg_value>c</arg_key><arg_value>3</arg_value></tool_call>"])),
    ).toContain('\\"c\\"');
  });
});
