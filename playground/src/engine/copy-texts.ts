import {
  type Format,
  isJsonArray,
  isJsonObject,
  type Json,
  readJson,
  readTools,
  toNative,
  writeStructuralTagText,
} from "../../../src/index.ts";
import { forTarget } from "../../../src/targets.ts";
import { grammarOf } from "./grammars.ts";
import type { CopyForm, GrammarInput, Settings } from "./protocol.ts";
import { toolChoice, toolsJson } from "./tools-input.ts";

/** The grammar in the words of those who take it. */
export function copyText({ grammar, form }: { readonly grammar: GrammarInput; readonly form: CopyForm }): string {
  const { format } = grammarOf(grammar);
  switch (form) {
    case "tag":
      return `${writeStructuralTagText(format, { indent: 2 })}\n`;
    case "vllm":
      return curl(grammar, 8000, { structured_outputs: { structural_tag: writeStructuralTagText(format) }, skip_special_tokens: false });
    case "sglang":
      return curl(grammar, 30_000, { response_format: JSON.parse(writeStructuralTagText(format)) as unknown, skip_special_tokens: false });
    case "typescript":
      return typescript(grammar);
    case "gbnf":
      return grammarText(format, "llama.cpp", "#");
    case "lark":
      return grammarText(format, "llguidance", "//");
    case "web-xgrammar": {
      const made = forTarget(format, "web-xgrammar", { loosen: true });
      return made.kind === "structural_tag" ? `${writeStructuralTagText(made.format, { indent: 2 })}\n` : made.text;
    }
  }
}

/** A grammar text, and above it what it does not hold. */
function grammarText(format: Format, target: string, comment: string): string {
  const made = forTarget(format, target, { loosen: true });
  const text = made.kind === "grammar" ? made.text : "";
  return [...made.loosened.map(({ code, path, message }) => `${comment} ${code} at ${path}: ${message}`), text].join("\n");
}

function curl({ tools, settings }: GrammarInput, port: number, body: Record<string, unknown>): string {
  const whole = { model: modelOf(tools, settings), messages: messagesOf(tools), ...body };
  const text = JSON.stringify(whole, null, 2).replaceAll("'", "'\\''");
  return `curl http://localhost:${port}/v1/chat/completions \\\n  -H 'Content-Type: application/json' \\\n  -d '${text}'\n`;
}

function modelOf(tools: string, settings: Settings): string {
  const model = requestMember(tools, "model");
  return typeof model === "string" ? model : settings.family;
}

function messagesOf(tools: string): unknown {
  const messages = requestMember(tools, "messages");
  return isJsonArray(messages) ? toNative(messages) : [{ role: "user", content: "What is the weather in Reykjavík?" }];
}

function requestMember(tools: string, key: string): Json | undefined {
  const json = toolsJson(tools);
  return isJsonObject(json) ? json.get(key) : undefined;
}

function typescript({ tools, settings }: GrammarInput): string {
  const json = toolsJson(tools);
  const isBody = isJsonObject(json) && json.has("messages");
  const list = isBody ? readTools(json.get("tools") ?? readJson("[]")) : readTools(json);
  const shown = list.flatMap((tool) =>
    tool.kind === "function"
      ? [
          {
            type: "function",
            function: {
              name: tool.name,
              ...(tool.description === undefined ? {} : { description: tool.description }),
              parameters: toNative(tool.parameters),
            },
          },
        ]
      : [],
  );
  const options: [string, unknown][] = [["model", settings.family]];
  const choice = toolChoice(settings);
  if (choice !== undefined) options.push(["toolChoice", choice]);
  if (settings.reasoning !== "") options.push(["reasoning", settings.reasoning]);
  if (settings.parallel !== "") options.push(["parallelToolCalls", settings.parallel === "yes"]);
  if (settings.coverage !== "") options.push(["coverage", settings.coverage]);
  if (settings.promptOpens !== "") options.push(["promptOpens", settings.promptOpens]);
  if (settings.strictLevel !== "") options.push(["strictLevel", settings.strictLevel]);
  if (settings.anyOrder) options.push(["anyOrder", true]);
  if (settings.tightJson) options.push(["maxWhitespaceCount", 1]);
  if (settings.shape !== "structag") options.push(["shape", settings.shape]);
  const lines = options.map(([key, value]) => `  ${key}: ${JSON.stringify(value)},`);
  return [
    `import { buildOutputGrammar, chatAnswer, outline, resolveFamily, writeStructuralTagText } from "structag";`,
    "",
    `const tools = ${JSON.stringify(shown, null, 2)};`,
    "",
    "const grammar = buildOutputGrammar({",
    ...lines,
    "  tools,",
    "});",
    "console.log(outline(grammar.format));",
    "const structuralTag = writeStructuralTagText(grammar.format); // for your inference server",
    "",
    "// and what the model has written, read back:",
    `const reader = resolveFamily(${JSON.stringify(settings.family)}).reader({ tools: grammar.request.functions, promptOpens: grammar.promptOpens });`,
    "const answer = chatAnswer([...reader.push(output), ...reader.finish()]);",
    "",
  ].join("\n");
}
