import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../core/json.ts";
import { readJson } from "../../core/json-read.ts";
import { chatAnswer } from "../../read/chat-message.ts";
import { compactJson } from "../../read/json-compact.ts";
import { kimiK3 } from "./index.ts";

function call(name: string, text: string) {
  return { name, arguments: readJson(text) as JsonObject };
}

/** Written and read back: names and argument texts. */
function roundTrip(calls: readonly ReturnType<typeof call>[]) {
  const reader = kimiK3.reader({ promptOpens: "none" });
  const answer = chatAnswer([...reader.push(kimiK3.writeCalls(calls, {})), ...reader.finish()]);
  expect(answer.problems).toEqual([]);
  expect(answer.calls.every(({ complete, valid }) => complete && valid)).toBe(true);
  return answer.message.tool_calls?.map(({ function: made }) => [made.name, compactJson(made.arguments)]);
}

describe("calls written in Kimi K3's syntax", () => {
  it("have their arguments typed by value, with the spaces of the checkpoint's renderer", () => {
    const text = kimiK3.writeCalls([call("now", "{}"), call('a"b', '{"x":1.0,"y":[1,{"z":null}],"s":"a\\n<b> & c"}')], {});
    expect(text).toBe(
      '<|open|>tools<|sep|><|open|>call tool="now" index="1"<|sep|><|close|>call<|sep|>' +
        '<|open|>call tool="a&quot;b" index="2"<|sep|><|open|>argument key="x" type="number"<|sep|>1.0<|close|>argument<|sep|>' +
        '<|open|>argument key="y" type="array"<|sep|>[1, {"z": null}]<|close|>argument<|sep|>' +
        '<|open|>argument key="s" type="string"<|sep|>a\n<b> & c<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    );
    expect(kimiK3.writeCalls([], {})).toBe("");
  });

  it.each([
    '{"k":"a<|close|>argument<|sep|>b"}',
    '{"k":"<|close|>call<|sep|>","n":1}',
    '{"a<|sep|>b":"x"}',
    '{"a\\"&<b":"<|open|>tools<|sep|>"}',
    '{"__proto__":true,"2":0,"1":1e400}',
    '{"":""}',
  ])("read back as they were: %s", (text) => {
    expect(roundTrip([call("t", text), call("u", "{}")])).toEqual([
      ["t", text],
      ["u", "{}"],
    ]);
  });

  it("cannot hold a name with a marker", () => {
    expect(() => kimiK3.writeCalls([call("a", "{}"), call("b<|sep|>", "{}")], {})).toThrow("kimi-k3-tool-name at /calls/1/name");
  });
});
