import { describe, expect, it } from "vitest";
import { fromNative, type PromptOpens, readJson, resolveFamily, sequentialCallIds, writeJson } from "../src/index.ts";

/** What models write beside what they should. `calls`: `name arguments`; reasoning and content are trimmed. */
interface Deviation {
  readonly family: string;
  readonly what: string;
  readonly output: string;
  readonly opens?: PromptOpens;
  readonly calls?: readonly string[];
  readonly content?: string;
  readonly reasoning?: string;
}

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
const OSLO = 'get_weather {"city":"Oslo"}';
const NOW = "now {}";
const ADD = 'add {"x":1,"y":2}';

const DEVIATIONS: readonly Deviation[] = [
  // JSON in blocks
  {
    family: "qwen3",
    what: "arguments before the name",
    output: '<tool_call>{"arguments": {"city":"Oslo"}, "name": "get_weather"}</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3",
    what: "parameters for arguments",
    output: '<tool_call>{"name":"get_weather","parameters":{"city":"Oslo"}}</tool_call>',
    calls: [OSLO],
  },
  { family: "qwen3", what: "no arguments", output: '<tool_call>{"name":"now"}</tool_call>', calls: [NOW] },
  { family: "qwen3", what: "null arguments", output: '<tool_call>{"name":"now","arguments":null}</tool_call>', calls: [NOW] },
  {
    family: "qwen3",
    what: "several objects in a block",
    output: '<tool_call>{"name":"now","arguments":{}}\n{"name":"add","arguments":{"x":1,"y":2}}</tool_call>',
    calls: [NOW, ADD],
  },
  {
    family: "qwen3",
    what: "a list in a block",
    output: '<tool_call>[{"name":"now","arguments":{}},{"name":"add","arguments":{"x":1,"y":2}}]</tool_call>',
    calls: [NOW, ADD],
  },
  {
    family: "qwen3",
    what: "a missing bracket",
    output: '<tool_call>{"name":"get_weather","arguments":{"city":"Oslo"}</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3",
    what: "a bracket too many",
    output: '<tool_call>{"name":"get_weather","arguments":{"city":"Oslo"}}}</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3",
    what: "OpenAI's shape",
    output: '<tool_call>{"type":"function","function":{"name":"get_weather","arguments":"{\\"city\\":\\"Oslo\\"}"}}</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3",
    what: "a call in unclosed reasoning",
    output: '<think>Hm.<tool_call>{"name":"now","arguments":{}}</tool_call>',
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "qwen3",
    what: "no end before the next call",
    output: '<tool_call>{"name":"now","arguments":{}}\n<tool_call>{"name":"add","arguments":{"x":1,"y":2}}</tool_call>',
    calls: [NOW, ADD],
  },
  {
    family: "qwen3",
    what: "a Python dict",
    output: "<tool_call>{'name': 'get_weather', 'arguments': {'city': 'Oslo'}}</tool_call>",
    calls: [OSLO],
  },
  {
    family: "qwen3",
    what: "an echo of the prompt's tag",
    opens: "think",
    output: "<think>\nHm.</think>\n\nYes.",
    reasoning: "Hm.",
    content: "Yes.",
  },
  { family: "qwen3", what: "reasoning that never ends", opens: "think", output: "Hm. Yes", reasoning: "Hm. Yes" },
  { family: "qwen3", what: "a stop token", output: "Yes.<|im_end|>", content: "Yes." },
  {
    family: "qwen3",
    what: "a broken call before a whole one",
    output: '<tool_call>{"name": oops}</tool_call>\n<tool_call>{"name":"now","arguments":{}}</tool_call>',
    calls: [NOW],
  },
  {
    family: "qwen3",
    what: "an unclosed string before a whole call",
    output: '<tool_call>{"name":"get_weather","arguments":{"city":"Os}}</tool_call><tool_call>{"name":"now","arguments":{}}</tool_call>',
    calls: ["get_weather ?", NOW],
  },
  { family: "llama3-json", what: "arguments for parameters", output: '{"name":"get_weather","arguments":{"city":"Oslo"}}', calls: [OSLO] },
  {
    family: "llama3-json",
    what: "arguments as text",
    output: '{"name": "get_weather", "parameters": "{\\"city\\": \\"Oslo\\"}"}',
    calls: [OSLO],
  },
  { family: "llama3-json", what: "another JSON object", output: '{"name": "Bob", "age": 3}', content: '{"name": "Bob", "age": 3}' },
  {
    family: "llama3-json",
    what: "leading whitespace and a stop token",
    output: '\n\n{"name": "now", "parameters": {}}<|eot_id|>',
    calls: [NOW],
  },
  {
    family: "llama3-json",
    what: "the name under function",
    output: '{"type": "function", "function": "now", "parameters": {}}',
    calls: [NOW],
  },
  { family: "phi4-mini", what: "an empty list", output: "functools[]" },
  { family: "phi4-mini", what: "the word in text", output: "Use functools.reduce.", content: "Use functools.reduce." },
  {
    family: "hunyuan-a13b",
    what: "a speaker's name, an answer, calls in it",
    output: '<think>\nHm.\n</think>\n<answer>\n助手：Yes.\n<tool_calls>[{"name":"now","arguments":{}}]</tool_calls>\n</answer>',
    reasoning: "Hm.",
    content: "Yes.",
    calls: [NOW],
  },
  {
    family: "nemotron-nano-v2",
    what: "text behind the list",
    output: '<TOOLCALL>[{"name": "now", "arguments": {}}]</TOOLCALL>\nDone.',
    calls: [NOW],
    content: "Done.",
  },
  { family: "granite3", what: "the other marker", output: '<tool_call>[{"name": "now", "arguments": {}}]', calls: [NOW] },
  {
    family: "internlm",
    what: "a line break behind the marker",
    output: 'Hi<|action_start|><|plugin|>\n{"name": "now", "parameters": null}<|action_end|>',
    calls: [NOW],
    content: "Hi",
  },
  { family: "mistral", what: "an object instead of a list", output: '[TOOL_CALLS]{"name": "now", "arguments": {}}', calls: [NOW] },
  { family: "mistral", what: "a list without its end", output: '[TOOL_CALLS] [{"name": "now", "arguments": {}}', calls: [NOW] },
  { family: "mistral", what: "the newer form", output: "hi[TOOL_CALLS]now[ARGS]{}", calls: [NOW], content: "hi" },
  {
    family: "mistral-v11",
    what: "an id, and text behind",
    output: '[TOOL_CALLS]get_weather[CALL_ID]abcdefghi[ARGS]{"city": "Oslo"} Done.',
    calls: [OSLO],
    content: "Done.",
  },
  { family: "mistral-v11", what: "no [ARGS]", output: "[TOOL_CALLS]now{}", calls: [NOW] },
  {
    family: "mistral-v11",
    what: "the older form",
    output: '[THINK]Hm.[/THINK][TOOL_CALLS] [{"name": "now", "arguments": {}}]</s>',
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "cohere-json",
    what: "thinking and an action",
    output:
      '<|START_THINKING|>Hm.<|END_THINKING|><|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}\n]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
    reasoning: "Hm.",
    calls: [OSLO],
  },
  { family: "cohere-json", what: "the other response markers", output: "<|START_TEXT|>Yes.<|END_TEXT|>", content: "Yes." },
  // JSON behind a header
  {
    family: "kimi-k2",
    what: "singular section markers",
    output:
      "<|tool_call_section_begin|><|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_section_end|>",
    calls: [NOW],
  },
  {
    family: "kimi-k2",
    what: "no number",
    output: "<|tool_calls_section_begin|><|tool_call_begin|>now<|tool_call_argument_begin|>{}<|tool_call_end|>",
    calls: [NOW],
  },
  {
    family: "kimi-k2",
    what: "no end of the section",
    output: "<|tool_calls_section_begin|> <|tool_call_begin|> functions.now:3 <|tool_call_argument_begin|> {} <|tool_call_end|>",
    calls: [NOW],
  },
  {
    family: "deepseek-v3",
    what: "no fence",
    output:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n{"city":"Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3",
    what: "a fence without json, directly behind the name",
    output: "<｜tool▁call▁begin｜>function<｜tool▁sep｜>now```\n{}\n```<｜tool▁call▁end｜>",
    calls: [NOW],
  },
  {
    family: "deepseek-v3",
    what: "a fence in a string",
    output:
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```json\n{"city":"```Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    calls: ['get_weather {"city":"```Oslo"}'],
  },
  {
    family: "deepseek-v3-1",
    what: "no arguments text",
    output: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>now<｜tool▁sep｜><｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    calls: [NOW],
  },
  {
    family: "deepseek-v3-1",
    what: "the older form",
    output: "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n```json\n{}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
    calls: [NOW],
  },
  {
    family: "harmony",
    what: "no content type, recipient without its namespace",
    output: "<|channel|>commentary to=now<|message|>{}<|call|>",
    calls: [NOW],
  },
  {
    family: "harmony",
    what: "an implicit end of analysis",
    output: "<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Yes.<|return|>",
    reasoning: "Hm.",
    content: "Yes.",
  },
  { family: "harmony", what: "plain text", output: "Yes, to be sure.", content: "Yes, to be sure." },
  {
    family: "harmony",
    what: "an unknown channel",
    output: "<|channel|>secret<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
    reasoning: "Hm.",
    content: "Yes.",
  },
  {
    family: "harmony",
    what: "garbage behind constrain, ended by end",
    output: "<|channel|>commentary to=functions.now <|constrain|>jsonx y<|message|>{}<|end|>",
    calls: [NOW],
  },
  { family: "harmony", what: "a call on analysis", output: "<|channel|>analysis to=functions.now code<|message|>{}<|call|>", calls: [NOW] },
  // Parameters in tags
  {
    family: "qwen3-coder",
    what: "several functions in a block",
    output:
      "<tool_call>\n<function=now>\n</function>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
    calls: [NOW, OSLO],
  },
  {
    family: "qwen3-coder",
    what: "no end of the function",
    output: "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</tool_call>",
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "nothing is ended",
    output: "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n",
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "Hermes' JSON",
    output: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "quotes around names",
    output: '<tool_call>\n<function="get_weather">\n<parameter="city">\nOslo\n</parameter>\n</function>\n</tool_call>',
    calls: [OSLO],
  },
  {
    family: "qwen3-coder",
    what: "Python's containers",
    output:
      "<tool_call><function=configure><parameter=opts>{'a': True, 'b': None}</parameter><parameter=tags>['x']</parameter></function></tool_call>",
    calls: ['configure {"opts":{"a":true,"b":null},"tags":["x"]}'],
  },
  {
    family: "qwen3-coder",
    what: "a union",
    output: "<tool_call><function=configure><parameter=either>42</parameter></function></tool_call>",
    calls: ['configure {"either":42}'],
  },
  {
    family: "qwen3-coder",
    what: "reasoning directly before the call",
    opens: "think",
    output: "Hm.</think><tool_call>\n<function=now>\n</function>\n</tool_call>",
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "seed-oss",
    what: "values inline",
    output: "<seed:tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</seed:tool_call>",
    calls: [OSLO],
  },
  {
    family: "glm4-5",
    what: "a call in reasoning",
    opens: "think",
    output: "Hm.<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>",
    calls: [OSLO],
    reasoning: "Hm.",
  },
  {
    family: "glm4-7",
    what: "no opening of the value",
    output: "<tool_call>get_weather<arg_key>city</arg_key>Oslo</arg_value></tool_call>",
    calls: [OSLO],
  },
  {
    family: "glm4-7",
    what: "no end of the value",
    output: "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo<arg_key>days</arg_key><arg_value>3</arg_value></tool_call>",
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "glm4-7",
    what: "no opening of the key",
    output: "<tool_call>get_weathercity</arg_key><arg_value>Oslo</arg_value></tool_call>",
    calls: [OSLO],
  },
  { family: "glm4-7", what: "JSON instead of pairs", output: '<tool_call>get_weather{"city": "Oslo"}</tool_call>', calls: [OSLO] },
  {
    family: "glm4-7",
    what: "null",
    output: "<tool_call>configure<arg_key>note</arg_key><arg_value>null</arg_value></tool_call>",
    calls: ['configure {"note":null}'],
  },
  {
    family: "hy3",
    what: "as it should be",
    output:
      "<tool_calls>\n<tool_call>get_weather<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>\n</tool_calls>",
    calls: [OSLO],
  },
  {
    family: "minimax-m2",
    what: "quotes of the other kind, and none",
    output: "<minimax:tool_call>\n<invoke name='get_weather'>\n<parameter name=city>Oslo</parameter>\n</invoke>\n</minimax:tool_call>",
    calls: [OSLO],
  },
  {
    family: "minimax-m2",
    what: "no end of a parameter and of the block",
    output: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo<parameter name="days">3</parameter>\n</invoke>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "minimax-m3",
    what: "spaces in the tags, and an elided first tag",
    output:
      ']<]minimax[>[ <tool_call>\n]<]minimax[>[ <invoke name="get_weather">Oslo]<]minimax[>[ </city>]<]minimax[>[ </invoke>\n]<]minimax[>[ </tool_call>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "another word for the section",
    output: '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="now">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    calls: [NOW],
  },
  {
    family: "deepseek-v3-2",
    what: "no label",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city">Oslo</｜DSML｜parameter>\n<｜DSML｜parameter name="days">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "deepseek-v3-2",
    what: "a short closing tag",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n<｜DSML｜parameter name="city" string="true">Oslo</｜DSML｜>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "a declared text labelled as JSON",
    output:
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="configure">\n<｜DSML｜parameter name="label" string="false">42</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: ['configure {"label":"42"}'],
  },
  {
    family: "deepseek-v3-2",
    what: "a JSON body",
    output: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="get_weather">\n{"city": "Oslo"}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    calls: [OSLO],
  },
  {
    family: "deepseek-v3-2",
    what: "an empty block, and text behind it",
    output: "Yes.\n\n<｜DSML｜function_calls>\n</｜DSML｜function_calls>",
    content: "Yes.",
  },
  {
    family: "deepseek-v4-1",
    what: "as it should be",
    output:
      '\n\n<｜DSML｜ calls>\n<｜DSML｜ invoke name="get_weather">\n<｜DSML｜ parameter name="city" string="true">Oslo</｜DSML｜ parameter>\n</｜DSML｜ invoke>\n</｜DSML｜ calls>',
    calls: [OSLO],
  },
  {
    family: "step3",
    what: "no wrapper",
    output: '<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="now"></steptml:invoke><｜tool_call_end｜>',
    calls: [NOW],
  },
  {
    family: "cohere-xml",
    what: "nested values",
    output:
      '<cofl:tool_calls><cofl:tool_call id="0" name="configure"><cofl:value name="opts" type="dict"><cofl:value name="a" type="json">1</cofl:value></cofl:value><cofl:value name="tags" type="list"><cofl:value type="raw">x</cofl:value></cofl:value></cofl:tool_call></cofl:tool_calls>',
    calls: ['configure {"opts":{"a":1},"tags":["x"]}'],
  },
  // Python
  {
    family: "llama4-pythonic",
    what: "markers, a trailing comma, Python's words",
    output: '<|python_start|>[configure(flag=True, note=None, tags=("a",)), now(),]<|python_end|>',
    calls: ['configure {"flag":true,"note":null,"tags":["a"]}', NOW],
  },
  { family: "llama4-pythonic", what: "a positional argument", output: "[get_weather('Oslo')]", calls: [OSLO] },
  { family: "llama4-pythonic", what: "a list that is no calls", output: "[note] and more", content: "[note] and more" },
  { family: "llama4-pythonic", what: "an empty list", output: "[]", content: "[]" },
  {
    family: "lfm2",
    what: "JSON in the list",
    output: '<|tool_call_start|>[{"name": "now", "arguments": {}}]<|tool_call_end|>Done.',
    calls: [NOW],
    content: "Done.",
  },
  { family: "lfm2", what: "no call in the block", output: "<|tool_call_start|>oops<|tool_call_end|>", content: "<|tool_call_start|>oops" },
  { family: "olmo3", what: "no end", output: '<function_calls>\nget_weather(city="Oslo")\nnow()', calls: [OSLO, NOW] },
  // Gemma
  {
    family: "gemma4",
    what: "a closing quote that is missing",
    output: '<|tool_call>call:get_weather{city:<|"|>Oslo,days:3}<tool_call|>',
    calls: ['get_weather {"city":"Oslo","days":3}'],
  },
  {
    family: "gemma4",
    what: "quotes of JSON and Python, quoted keys, equals",
    output: `<|tool_call>call:configure{<|"|>tags<|"|>:["a",'b'],opts={'k':"v"},}<tool_call|>`,
    calls: ['configure {"tags":["a","b"],"opts":{"k":"v"}}'],
  },
  {
    family: "gemma4",
    what: "a namespace, and no last bracket",
    output: '<|tool_call>call:default_api:get_weather{city:<|"|>Oslo<|"|><tool_call|>',
    calls: [OSLO],
  },
  {
    family: "gemma4",
    what: "a call in the thought channel",
    output: "<|channel>thought\nHm.<|tool_call>call:now{}<tool_call|>",
    calls: [NOW],
    reasoning: "Hm.",
  },
  {
    family: "functiongemma",
    what: "digits in quotes are text",
    output: "<start_function_call>call:configure{label:<escape>42<escape>}<end_function_call>",
    calls: ['configure {"label":"42"}'],
  },
];

describe("what models write beside what they should", () => {
  it.each(DEVIATIONS.map((row) => [`${row.family}: ${row.what}`, row] as const))(
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
