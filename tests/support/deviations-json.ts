import type { PromptOpens } from "../../src/index.ts";

/** What models write beside what they should. `calls`: `name arguments`; reasoning and content are trimmed. */
export interface Deviation {
  readonly family: string;
  readonly what: string;
  readonly output: string;
  readonly opens?: PromptOpens;
  readonly calls?: readonly string[];
  readonly content?: string;
  readonly reasoning?: string;
}

export const OSLO = 'get_weather {"city":"Oslo"}';
export const NOW = "now {}";
const ADD = 'add {"x":1,"y":2}';

/** Of families whose calls are JSON. */
export const JSON_DEVIATIONS: readonly Deviation[] = [
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
];
