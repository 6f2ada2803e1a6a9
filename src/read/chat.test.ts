import { describe, expect, it } from "vitest";
import { ChatChunks } from "./chat-chunks.ts";
import { ChatCollector, chatAnswer } from "./chat-message.ts";
import type { ReaderEvent } from "./events.ts";

const EVENTS: readonly ReaderEvent[] = [
  { type: "reasoning", text: "Hm" },
  { type: "content", text: "On " },
  { type: "content", text: "it." },
  { type: "call-start", index: 0, id: "call_0", name: "now" },
  { type: "call-arguments", index: 0, text: "{" },
  { type: "call-arguments", index: 0, text: "}" },
  { type: "call-end", index: 0, complete: true, valid: true, problems: [] },
  { type: "problem", problem: { code: "read-call-unnamed", message: "a call names no tool; it was dropped" } },
  { type: "finish", reason: "tool_calls" },
];

describe("ChatChunks", () => {
  it("sends the role first, id and name once, the finish reason last, and no nulls", () => {
    const chunks = new ChatChunks({ id: "c", model: "m", created: 7 }).chunks(EVENTS);
    expect(chunks[0]).toEqual({
      id: "c",
      object: "chat.completion.chunk",
      created: 7,
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    });
    expect(chunks.slice(1).map(({ choices: [{ delta, finish_reason }] }) => [delta, finish_reason])).toEqual([
      [{ reasoning_content: "Hm" }, null],
      [{ content: "On " }, null],
      [{ content: "it." }, null],
      [{ tool_calls: [{ index: 0, id: "call_0", type: "function", function: { name: "now", arguments: "" } }] }, null],
      [{ tool_calls: [{ index: 0, function: { arguments: "{" } }] }, null],
      [{ tool_calls: [{ index: 0, function: { arguments: "}" } }] }, null],
      [{}, "tool_calls"],
    ]);
  });
});

describe("chatAnswer", () => {
  it("is the message with its calls, and what is known of them", () => {
    expect(chatAnswer(EVENTS)).toEqual({
      message: {
        role: "assistant",
        content: "On it.",
        reasoning_content: "Hm",
        tool_calls: [{ id: "call_0", type: "function", function: { name: "now", arguments: "{}" } }],
      },
      finish_reason: "tool_calls",
      calls: [{ index: 0, id: "call_0", name: "now", complete: true, valid: true, problems: [] }],
      problems: [{ code: "read-call-unnamed", message: "a call names no tool; it was dropped" }],
    });
  });

  it("has null content and no other keys where there is nothing", () => {
    expect(chatAnswer([{ type: "finish", reason: "stop" }]).message).toEqual({ role: "assistant", content: null });
  });

  it("can be asked for while the stream runs; an open call is not complete", () => {
    const collector = new ChatCollector();
    collector.add(EVENTS.slice(0, 5));
    expect(collector.answer().calls[0]).toMatchObject({ complete: false, valid: false });
    expect(collector.answer().message.tool_calls?.[0].function.arguments).toBe("{");
  });
});
