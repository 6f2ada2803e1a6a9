/** `npm run demo`: from the example tools to Kimi K3's output grammar, and from an example output back to calls. */
import { readFileSync } from "node:fs";
import { buildOutputGrammar, chatAnswer, outlineDocument, readJson, readTools, resolveFamily, sequentialCallIds } from "../src/index.ts";

const MODEL = "kimi-k3";
const colored = process.stdout.isTTY === true && (process.env.NO_COLOR ?? "") === "";

function title(text: string): void {
  console.log(colored ? `\u001b[1m${text}\u001b[22m\n` : `${text}\n${"─".repeat(text.length)}\n`);
}

function example(name: string): string {
  return readFileSync(new URL(`../examples/${name}`, import.meta.url), "utf8");
}

const tools = readTools(readJson(example("tools.json"))).flatMap((tool) => (tool.kind === "function" ? [tool] : []));

title(`The tools ${tools.map(({ name }) => name).join(" and ")} as an output grammar of ${MODEL}, for three tool choices`);
const cases = [
  ["auto", "auto"],
  ["required", "required"],
  ["named", { type: "function", function: { name: "get_weather" } }],
].map(([name, toolChoice]) => {
  const grammar = buildOutputGrammar({
    model: MODEL,
    tools: example("tools.json"),
    toolChoice,
    reasoning: "disabled",
    coverage: "final_output_only",
  });
  return { cases: [String(name)], coverage: grammar.coverage, format: grammar.format };
});
console.log(outlineDocument(cases));

title("What the model wrote");
const output = example("kimi-k3-output.txt");
console.log(`${output}\n`);

title("The same, read back");
const reader = resolveFamily(MODEL).reader({ promptOpens: "think", tools, callIds: sequentialCallIds() });
const answer = chatAnswer([...reader.push(output), ...reader.finish()]);
const { message } = answer;
console.log(`reasoning  ${message.reasoning_content ?? ""}`);
console.log(`content    ${message.content ?? ""}`);
for (const { index, id, name, complete, valid } of answer.calls) {
  console.log(`${id.padEnd(10)} ${name}(${message.tool_calls?.[index].function.arguments ?? ""})`);
  console.log(`           ${complete ? "complete" : "cut off"}, ${valid ? "valid: its arguments match the tool's schema" : "not valid"}`);
}
console.log(`finish     ${answer.finish_reason}\n`);

title("The message as OpenAI's Chat API has it");
console.log(JSON.stringify(message, null, 2));
