import { describe, expect, it } from "vitest";
import { fromNative, readJson, resolveFamily, sequentialCallIds, writeJson } from "../src/index.ts";
import { JSON_DEVIATIONS } from "./support/deviations-json.ts";
import { TAG_DEVIATIONS } from "./support/deviations-tags.ts";

const tool = (name: string, properties: object, required: readonly string[] = []) => ({
  name,
  parameters: fromNative({ type: "object", properties, required }),
});
const TOOLS = [
  tool("get_weather", { city: { type: "string" }, days: { type: "integer" } }, ["city"]),
  tool("add", { x: { type: "number" }, y: { type: "number" } }, ["x", "y"]),
  tool("now", {}),
  tool("configure", {
    opts: { type: "object" },
    tags: { type: "array", items: { type: "string" } },
    flag: { type: "boolean" },
    label: { type: "string" },
    note: { type: ["string", "null"] },
    level: { type: "integer" },
    either: { anyOf: [{ type: "integer" }, { type: "string" }] },
    shade: { $ref: "#/$defs/shade" },
  }),
];
describe("what models write beside what they should", () => {
  it.each([...JSON_DEVIATIONS, ...TAG_DEVIATIONS].map((row) => [`${row.family}: ${row.what}`, row] as const))(
    "%s",
    (_, { family, output, opens = "none", calls = [], content = "", reasoning = "" }) => {
      for (const size of [output.length, 1, 3, 7]) {
        const reader = resolveFamily(family).reader({ tools: TOOLS, promptOpens: opens, callIds: sequentialCallIds() });
        const events = [];
        for (let at = 0; at < output.length; at += size) events.push(...reader.push(output.slice(at, at + size)));
        events.push(...reader.finish());
        const read = { content: "", reasoning: "", calls: [] as string[] };
        for (const event of events) {
          if (event.type === "content" || event.type === "reasoning") read[event.type] += event.text;
          else if (event.type === "call-start") read.calls.push(`${event.name} `);
          else if (event.type === "call-arguments") read.calls[event.index] += event.text;
        }
        expect({ content: read.content.trim(), reasoning: read.reasoning.trim(), calls: read.calls.map(compact) }).toEqual({
          content,
          reasoning,
          calls,
        });
      }
    },
  );
});

/** Arguments without whitespace between their tokens; `?` where they are no JSON. */
function compact(call: string): string {
  const space = call.indexOf(" ");
  try {
    return call.slice(0, space + 1) + writeJson(readJson(call.slice(space + 1)));
  } catch {
    return `${call.slice(0, space)} ?`;
  }
}
