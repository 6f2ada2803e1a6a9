import { writeStructuralTagText } from "../../src/format/write.ts";
import { buildOutputGrammar } from "../../src/models/build.ts";
import { K3_CALL_BEGIN_END, type K3Type, k3ArgumentBegin, k3CallBegin, k3Close, k3Open } from "../../src/wire/kimi-k3.ts";

/** Kimi K3's structural tag of that many tools as parsed JSON, and a message that calls three of them. */
export function kimiK3Case(toolCount: number): { readonly schema: unknown; readonly text: string } {
  const { format } = buildOutputGrammar({
    model: "kimi-k3",
    coverage: "final_output_only",
    tools: Array.from({ length: toolCount }, (_, index) => tool(index)),
    toolChoice: "auto",
  });
  const calls = [3, toolCount - 1, 1].map((index, call) => writeCall(index, call + 1)).join("");
  const response = `${k3Open("response")}I look through the orders, the invoices and the notes of that week.${k3Close("response")}`;
  const text = `${response}${k3Open("tools")}${calls}${k3Close("tools")}${k3Close("message")}`;
  return { schema: JSON.parse(writeStructuralTagText(format)), text };
}

const SUBJECTS = ["orders", "invoices", "notes", "tickets", "users", "builds", "events", "files"];

function toolName(index: number): string {
  return `search_${SUBJECTS[index % SUBJECTS.length]}_${index}`;
}

function tool(index: number): unknown {
  const filter = {
    type: "object",
    properties: { field: { type: "string" }, above: { type: "number" }, negated: { type: "boolean" } },
    required: ["field", "above"],
    additionalProperties: false,
  };
  const parameters = {
    type: "object",
    properties: {
      query: { type: "string" },
      limit: { type: "integer" },
      [`mode_${index}`]: { enum: ["exact", "fuzzy", `special_${index}`] },
      verbose: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
      filter,
    },
    required: ["query", "limit", "filter"],
    additionalProperties: false,
  };
  return { type: "function", function: { name: toolName(index), description: `Search number ${index}.`, parameters, strict: true } };
}

function writeCall(toolIndex: number, callIndex: number): string {
  const written: readonly (readonly [string, K3Type, string])[] = [
    ["query", "string", `open items of "week ${callIndex}" <by customer>, sorted by date & amount`],
    ["limit", "number", String(25 * callIndex)],
    [`mode_${toolIndex}`, "string", callIndex === 2 ? `special_${toolIndex}` : "fuzzy"],
    ["verbose", "boolean", "true"],
    ["tags", "array", '["urgent", "north", "paid late"]'],
    ["filter", "object", '{"field": "amount", "above": 1250.5, "negated": false}'],
  ];
  const body = written.map(([key, type, value]) => `${k3ArgumentBegin(key, type)}${value}${k3Close("argument")}`).join("");
  return `${k3CallBegin(toolName(toolIndex))}${callIndex}${K3_CALL_BEGIN_END}${body}${k3Close("call")}`;
}
