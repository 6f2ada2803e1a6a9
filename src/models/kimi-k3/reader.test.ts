import { describe, expect, it } from "vitest";
import { readJson } from "../../core/json-read.ts";
import { sequentialCallIds } from "../../read/call-ids.ts";
import { type ChatAnswer, chatAnswer } from "../../read/chat-message.ts";
import type { EndReason } from "../../read/events.ts";
import { k3Close, k3Open } from "../../wire/kimi-k3.ts";
import { type KimiK3ReaderOptions, kimiK3Reader } from "./reader.ts";
import { kimiK3PromptOpens } from "./start-state.ts";

function read(output: string, options: KimiK3ReaderOptions = {}, end: EndReason = "stop"): ChatAnswer {
  const whole = readIn([output], options, end);
  expect(readIn([...output], options, end)).toEqual(whole);
  return whole;
}

function readIn(chunks: readonly string[], options: KimiK3ReaderOptions, end: EndReason): ChatAnswer {
  const reader = kimiK3Reader({ callIds: sequentialCallIds(), ...options });
  return chatAnswer([...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.finish(end)]);
}

const callOpen = (tool: string): string => `<|open|>call tool="${tool}" index="1"<|sep|>`;
const argument = (key: string, type: string, value: string): string =>
  `<|open|>argument key="${key}" type="${type}"<|sep|>${value}${k3Close("argument")}`;
const call = (tool: string, inside: string): string => callOpen(tool) + inside + k3Close("call");
const tools = (calls: string): string => k3Open("tools") + calls + k3Close("tools") + k3Close("message");
const json = (body: string): string => `<|open|>json type="object"<|sep|>${body}${k3Close("json")}`;
const argumentsOf = (answer: ChatAnswer): string[] => (answer.message.tool_calls ?? []).map((each) => each.function.arguments);
const codesOf = (answer: ChatAnswer, index = 0): string[] => answer.calls[index].problems.map((problem) => problem.code);
const RESPONSE = { promptOpens: "response" } as const;

describe("channels", () => {
  it.each([
    ["an unclosed answer", "none", "Hi", "Hi", undefined],
    ["whitespace between channels", "think", `t${k3Close("think")}\n\n${k3Open("response")}Hi`, "Hi", "t"],
    ["text after the reasoning without a channel", "think", `t${k3Close("think")}\n\nHi`, "\n\nHi", "t"],
    ["a response close in the reasoning", "think", `t${k3Close("response")}${k3Open("response")}Hi`, "Hi", "t"],
    ["a message close in the reasoning", "think", `t${k3Close("message")}x`, null, "t"],
    ["an echoed response tag", "response", `${k3Open("response")}Hi`, "Hi", undefined],
    ["reasoning where none was asked for", "response", `${k3Open("think")}t${k3Close("think")}${k3Open("response")}Hi`, "Hi", "t"],
    ["a think tag in the reasoning's prose", "think", `a${k3Open("think")}b`, null, `a${k3Open("think")}b`],
    ["a stray think close in the answer", "response", `a${k3Close("think")}b`, "ab", undefined],
    [
      "a whole message with its header",
      "none",
      `<|open|>message role="assistant"<|sep|>${k3Open("response")}Hi${k3Close("response")}`,
      "Hi",
      undefined,
    ],
    ["text behind the stop token", "response", "Hi<|end_of_msg|>more", "Hi", undefined],
    ["a close tag that is cut off", "response", "Hi<|close|>respo", "Hi", undefined],
    ["a special token that is cut off", "response", "Hi<|clos", "Hi<|clos", undefined],
    ["unknown elements", "response", "a<|open|>b<|sep|>", "a<|open|>b<|sep|>", undefined],
    ["spaces inside markers", "think", "t<|close|> think <|sep|><|open|> response <|sep|>Hi<|close|> response <|sep|>", "Hi", "t"],
  ] as const)("reads %s", (_name, promptOpens, output, content, reasoning) => {
    const { message } = read(output, { promptOpens });
    expect([message.content, message.reasoning_content]).toEqual([content, reasoning]);
  });

  it("ends the reasoning at every tag that opens something else", () => {
    for (const next of [k3Open("response"), k3Open("tools"), callOpen("now")])
      expect(read(`t${next}`, { promptOpens: "think" }).message.reasoning_content).toBe("t");
  });

  it("knows from the prompt's end where the output begins", () => {
    const header = '<|open|>message role="assistant"<|sep|>';
    expect(kimiK3PromptOpens(`${header}<|open|>think<|sep|>`)).toBe("think");
    expect(kimiK3PromptOpens(`${header}<|open|>think<|sep|>x<|close|>think<|sep|><|open|> response <|sep|>`)).toBe("response");
    expect(kimiK3PromptOpens(`${header}<|open|>response<|sep|>Sure, `)).toBe("response");
    expect(kimiK3PromptOpens(`${header}<|open|>think<|sep|>x<|close|>think<|sep|>`)).toBe("none");
    expect(kimiK3PromptOpens(header)).toBe("none");
    expect(kimiK3PromptOpens("")).toBe("none");
  });
});

describe("calls", () => {
  it("takes a call without its section, in any channel, if it names a declared tool", () => {
    const options = { ...RESPONSE, tools: [{ name: "now" }] };
    expect(read(`Hi ${call("now", "")}`, options).calls).toMatchObject([{ name: "now", complete: true, valid: true }]);
    expect(read(`Hi ${callOpen("then")}`, options).message).toEqual({ role: "assistant", content: `Hi ${callOpen("then")}` });
    expect(read("Hi <|open|>call <|sep|> x", options).message.content).toBe("Hi <|open|>call <|sep|> x");
  });

  it("gives dense indices and drops calls that name no tool or can't be read", () => {
    const answer = read(
      tools(call("", "") + call("a", "") + `<|open|>call tool=b<|sep|>${argument("x", "string", "y")}${k3Close("call")}` + call("c", "")),
    );
    expect(answer.message.tool_calls?.map((each) => each.function.name)).toEqual(["a", "c"]);
    expect(answer.problems.map((problem) => problem.code)).toEqual(["read-call-unnamed", "read-call-header-malformed"]);
  });

  it("resumes at the tag that interrupts a call's header", () => {
    const answer = read(tools(`<|open|>call tool="a" ind${call("b", "")}`));
    expect(answer.calls.map(({ name }) => name)).toEqual(["b"]);
  });

  it.each([
    ["the next call", callOpen("a") + argument("x", "string", "1") + call("b", "")],
    ["the end of the section", callOpen("a") + argument("x", "string", "1")],
  ])("ends a call at %s, and marks it", (_name, inside) => {
    const answer = read(tools(inside));
    expect(argumentsOf(answer)[0]).toBe('{"x":"1"}');
    expect(answer.calls[0]).toMatchObject({ complete: false, valid: false });
    expect(answer.calls.slice(1).every((each) => each.complete && each.valid)).toBe(true);
  });

  it("keeps the last of equal keys, and marks the call", () => {
    const answer = read(tools(call("a", argument("x", "string", "1") + argument("x", "number", "2"))));
    expect(JSON.parse(argumentsOf(answer)[0])).toEqual({ x: 2 });
    expect(codesOf(answer)).toEqual(["read-duplicate-key"]);
    const block = read(tools(call("a", json('{"x":1,"x":2}'))), { tools: [{ name: "a", parameters: readJson('{"type":"object"}') }] });
    expect(codesOf(block)).toEqual(["read-duplicate-key"]);
  });

  it("leaves out what mixes with the first kind of arguments, and marks the call", () => {
    const typed = read(tools(call("a", argument("x", "number", "1") + json('{"y":2}') + argument("z", "null", "null"))));
    expect([argumentsOf(typed), codesOf(typed)]).toEqual([['{"x":1,"z":null}'], ["read-call-mixed"]]);
    const block = read(tools(call("a", json('{"y":2}') + argument("x", "string", "1"))));
    expect([argumentsOf(block), codesOf(block)]).toEqual([['{"y":2}'], ["read-call-mixed"]]);
  });

  it("checks arguments against the tool's schema", () => {
    const options = {
      tools: [{ name: "a", parameters: readJson('{"type":"object","properties":{"n":{"type":"integer","maximum":3}},"required":["n"]}') }],
    };
    expect(read(tools(call("a", argument("n", "number", "3.0"))), options).calls[0].valid).toBe(true);
    const answer = read(tools(call("a", argument("n", "number", "4"))), options);
    expect(answer.calls[0].problems).toMatchObject([{ code: "validate-mismatch", path: "/n" }]);
    expect(answer.finish_reason).toBe("stop");
    expect(codesOf(read(tools(call("b", "")), options))).toEqual(["read-unknown-tool"]);
  });

  it("flags text between elements, whatever the chunks, and takes whitespace", () => {
    expect(codesOf(read(tools(call("a", ' {"x": 1} '))))).toEqual(["read-call-noise"]);
    expect(read(tools(`\n${call("a", `\n${argument("x", "number", "1")}\n`)}\n`)).calls[0].valid).toBe(true);
  });
});

describe("string arguments", () => {
  it("hold every marker but the two that end them", () => {
    const text = `<|sep|> <|open|>argument key="b"<|sep|> <|close|>b <|close|> argument<|sep|> ${k3Close("tools")}${k3Close("message")}<|end_of_msg|> x`;
    const answer = read(tools(call("a", argument("x", "string", text))));
    expect(JSON.parse(argumentsOf(answer)[0])).toEqual({ x: text });
    expect(answer.calls[0].valid).toBe(true);
  });

  it("end with their call, which is doubtful if they hold a tag", () => {
    const open = '<|open|>argument key="x" type="string"<|sep|>';
    const plain = read(tools(`${callOpen("a")}${open}v${k3Close("call")}`));
    expect([argumentsOf(plain)[0], plain.calls[0].valid]).toEqual(['{"x":"v"}', true]);
    expect(codesOf(read(tools(`${callOpen("a")}${open}v${call("b", "")}`)))).toEqual(["read-argument-unclosed"]);
  });

  it("lose the message's end at the very end only", () => {
    const open = `${k3Open("tools")}${callOpen("a")}<|open|>argument key="x" type="string"<|sep|>v`;
    for (const tail of ["", "<|end_of_msg|>", k3Close("message"), `${k3Close("message")}<|end_of_msg|>`, "<|close|>argum"]) {
      expect(argumentsOf(read(open + tail, {}, "length"))).toEqual(['{"x":"v"}']);
    }
  });

  it("may have spaced ends once a spaced marker was seen", () => {
    const spaced =
      '<|open|> tools <|sep|><|open|> call tool="a"<|sep|><|open|> argument key="x"<|sep|>v<|close|> argument <|sep|><|close|> call <|sep|>';
    expect(argumentsOf(read(spaced))).toEqual(['{"x":"v"}']);
  });
});

describe("JSON arguments", () => {
  it("keep number spelling, escapes and order, without whitespace between tokens", () => {
    const answer = read(tools(call("a", argument("x", "object", ' {"b": 1.0,\n "a": [12345678901234567890, "\\u0041 b"]} '))));
    expect(argumentsOf(answer)).toEqual(['{"x":{"b":1.0,"a":[12345678901234567890,"\\u0041 b"]}}']);
  });

  it("hold markers inside their strings", () => {
    const value = `["${k3Close("argument")}${k3Close("call")}", "<|open|>"]`;
    expect(JSON.parse(argumentsOf(read(tools(call("a", argument("x", "array", value)))))[0])).toEqual({ x: JSON.parse(value) });
    const block = `{"x": "${k3Close("json")}${k3Close("call")}"}`;
    expect(argumentsOf(read(tools(call("a", json(block)))))).toEqual([block]);
  });

  it("do not swallow what follows a string that was never closed", () => {
    for (const broken of [argument("x", "object", '{"k": "v'), json('{"k": "v')]) {
      const answer = read(tools(call("a", broken) + call("b", argument("y", "number", "1"))));
      expect(answer.calls.map(({ name, valid }) => [name, valid])).toEqual([
        ["a", false],
        ["b", true],
      ]);
    }
    const last = read(k3Open("tools") + call("a", argument("x", "array", '["v')));
    expect([argumentsOf(last), last.calls[0].complete]).toEqual([['{"x":"[\\"v"}'], true]);
  });

  it("are dropped where they are cut off", () => {
    const open = `${k3Open("tools")}${callOpen("a")}${argument("x", "number", "1")}<|open|>argument key="y" type="number"<|sep|>1`;
    expect(argumentsOf(read(open, {}, "length"))).toEqual(['{"x":1}']);
    expect(argumentsOf(read(`${k3Open("tools")}${callOpen("a")}<|open|>json type="object"<|sep|>{"x": [1, "b<|clo`, {}, "length"))).toEqual(
      ['{"x": [1, "b<|clo'],
    );
  });

  it("that are no JSON become text, and mark the call if their label promised JSON", () => {
    const answer = read(tools(call("a", argument("x", "number", "1,5") + argument("y", "text", "plain"))));
    expect([argumentsOf(answer), codesOf(answer)]).toEqual([['{"x":"1,5","y":"plain"}'], ["read-argument-not-json"]]);
  });

  it("in a block must be one object", () => {
    expect(codesOf(read(tools(call("a", json("[1]")))))).toEqual(["read-arguments-not-object"]);
    expect(codesOf(read(tools(call("a", json('{"x": tru}')))))).toEqual(["read-arguments-not-json"]);
    expect(argumentsOf(read(tools(call("a", json("")))))).toEqual(["{}"]);
  });

  it("are not kept past the limit", () => {
    const options = { maxArgumentLength: 20, tools: [{ name: "a", parameters: readJson("{}") }] };
    expect(codesOf(read(tools(call("a", argument("x", "string", "long ".repeat(9)))), options))).toEqual(["read-arguments-too-long"]);
    const number = read(tools(call("a", argument("x", "number", "1".repeat(21)) + argument("y", "number", "1"))), options);
    expect([argumentsOf(number), codesOf(number)]).toEqual([['{"y":1}'], ["read-arguments-too-long"]]);
  });
});

describe("the end", () => {
  it("is said once", () => {
    const reader = kimiK3Reader(RESPONSE);
    reader.push("a");
    expect(reader.finish()).toEqual([{ type: "finish", reason: "stop" }]);
    expect([reader.finish(), reader.push("b")]).toEqual([[], []]);
  });

  it("is `length` when the output was cut off, else `tool_calls` with a good call", () => {
    expect(read(tools(call("a", "")), {}, "length").finish_reason).toBe("length");
    expect(read(tools(call("a", ""))).finish_reason).toBe("tool_calls");
    expect(read(tools(call("a", "")), { tools: [] }).finish_reason).toBe("stop");
  });
});
