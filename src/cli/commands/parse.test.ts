import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../tests/support/run-command-line.ts";

const OUTPUT = readFileSync("examples/kimi-k3-output.txt", "utf8");
const ARGS = ["parse", "-m", "kimi-k3", "-t", "examples/tools.json"];

describe("structag parse", () => {
  it("gives the message in OpenAI's shape, number spelling kept", async () => {
    const { code, out, err } = await runCommandLine([...ARGS, "examples/kimi-k3-output.txt"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const answer = JSON.parse(out);
    expect(answer.finish_reason).toBe("tool_calls");
    expect(answer.message).toMatchObject({ role: "assistant", content: "I look both up." });
    expect(answer.message.reasoning_content).toBe("Two things are asked for: the weather, and a sum.");
    const [weather, add] = answer.message.tool_calls.map((call: { function: unknown }) => call.function);
    expect({ ...weather, arguments: JSON.parse(weather.arguments) }).toEqual({
      name: "get_weather",
      arguments: { location: 'Reykjavík, "old harbour"' },
    });
    expect(add.arguments).toContain('"y":1.0,"x":1152921504606846977,');
  });

  it("gives deltas that add up to the message, however the output arrives", async () => {
    const whole = JSON.parse((await runCommandLine([...ARGS], { stdin: OUTPUT })).out);
    const { out } = await runCommandLine([...ARGS, "--stream"], { stdin: [...OUTPUT] });
    const deltas = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(deltas[0].delta.role).toBe("assistant");
    expect(deltas.map(({ delta }) => delta.content ?? "").join("")).toBe(whole.message.content);
    const calls = deltas.flatMap(({ delta }) => delta.tool_calls ?? []);
    for (const index of [0, 1]) {
      const own = calls.filter((call) => call.index === index);
      expect(own.map((call) => call.function.arguments).join("")).toBe(whole.message.tool_calls[index].function.arguments);
      expect(own.map((call) => call.function.name).filter(Boolean)).toEqual([whole.message.tool_calls[index].function.name]);
    }
    expect(deltas.at(-1).finish_reason).toBe("tool_calls");
  });

  it("gives the reader's events", async () => {
    const { out } = await runCommandLine([...ARGS, "--events"], { stdin: OUTPUT });
    const types = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(types[0]).toBe("reasoning");
    expect(types.filter((type) => type === "call-end")).toHaveLength(2);
    expect(types.at(-1)).toBe("finish");
  });

  it("begins in the channel that the prompt left open", async () => {
    const text = "Hello.<|close|>response<|sep|><|close|>message<|sep|>";
    for (const how of [
      ["--reasoning", "off"],
      ["--prompt-opens", "response"],
      ["--prefill", "<|open|>response<|sep|>"],
    ]) {
      const { out } = await runCommandLine(["parse", "-m", "kimi-k3", ...how], { stdin: text });
      expect(JSON.parse(out).message).toEqual({ role: "assistant", content: "Hello." });
    }
    expect(JSON.parse((await runCommandLine(["parse", "-m", "kimi-k3"], { stdin: text })).out).message.reasoning_content).toBe("Hello.");
  });

  it("says what is wrong with a call, and fails on it where that is wanted", async () => {
    const cut = OUTPUT.slice(0, OUTPUT.indexOf("harbour"));
    const lenient = await runCommandLine([...ARGS, "--cut-off"], { stdin: cut });
    expect(lenient.code).toBe(0);
    expect(lenient.err).toMatch(/^problem [a-z-]+ in call 0 get_weather/);
    expect(JSON.parse(lenient.out)).toMatchObject({ finish_reason: "length", calls: [{ complete: false }] });
    expect(await runCommandLine([...ARGS, "--cut-off", "--strict"], { stdin: cut })).toEqual({ ...lenient, code: 1 });
  });

  it("does not lay out what comes one document a line", async () => {
    expect((await runCommandLine([...ARGS, "--stream", "--pretty"], { stdin: OUTPUT })).code).toBe(2);
    expect((await runCommandLine([...ARGS, "--stream", "--events"], { stdin: OUTPUT })).code).toBe(2);
  });
});
