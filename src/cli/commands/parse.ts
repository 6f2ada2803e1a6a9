import {
  ChatChunks,
  ChatCollector,
  type Family,
  fromNative,
  type PromptOpens,
  type ReaderEvent,
  type ReaderTool,
  readBody,
  readTools,
  sequentialCallIds,
} from "../../index.ts";
import { tooManyOperands } from "../arguments.ts";
import type { Command, OptionValues } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { renderProblem } from "../failure.ts";
import { readToolsFile } from "../input-file.ts";
import { JSON_OPTIONS, jsonPrinter } from "../json-output.ts";
import { readFamily } from "../model-family.ts";
import { badValue, reasoningMode, requiredOption, switchOption, textOption } from "../option-values.ts";
import { movePaths } from "../paths.ts";
import { MODEL_OPTION, PROMPT_OPENS_OPTION, REASONING_OPTION } from "../request-options.ts";
import type { Terminal } from "../terminal.ts";

export const parseCommand: Command = {
  name: "parse",
  summary: "read a model's raw output into calls",
  description: [
    "Reads what a model wrote, special tokens included, from FILE or standard input, and writes the assistant message as OpenAI's Chat API has it.",
    "With --tools each call is checked against its tool. Whatever is wrong with a call, or outside of one, is said on standard error.",
  ],
  operands: "[FILE]",
  options: [
    MODEL_OPTION,
    { name: "tools", short: "t", value: "FILE", description: "tools of the request, or its whole body; calls are checked against them" },
    REASONING_OPTION,
    PROMPT_OPENS_OPTION,
    { name: "prefill", value: "TEXT", description: "end of the prompt; the open channel is read off it" },
    { name: "stream", description: "write deltas as they come, one JSON document a line" },
    { name: "events", description: "write the reader's own events as they come, one JSON document a line" },
    { name: "cut-off", description: "the output was cut off by a limit: the finish reason is length" },
    { name: "strict", description: "fail where a call is incomplete or invalid, or anything else is wrong" },
    ...JSON_OPTIONS,
  ],
  examples: [
    ["one message, its calls checked", "structag parse --model kimi-k3 --tools tools.json output.txt"],
    ["deltas while the model writes", "model-server | structag parse -m kimi-k3 --stream"],
    ["an output whose prompt ended in the response channel", "structag parse -m kimi-k3 --reasoning off < output.txt"],
  ],
  async run({ options, operands }, terminal) {
    if (operands.length > 1) throw tooManyOperands(parseCommand, "parse reads one FILE at a time");
    const model = requiredOption(options, "model", "structag models lists the families");
    const family = await readFamily(model, terminal);
    const tools = await readReaderTools(options, terminal);
    const reader = family.reader({
      promptOpens: openChannel(options, family),
      callIds: sequentialCallIds(),
      ...(tools === undefined ? {} : { tools }),
    });
    const sink = createSink(options, terminal);
    const names: string[] = [];
    let faults = 0;
    const take = (events: readonly ReaderEvent[]): void => {
      sink.add(events);
      for (const event of events) {
        if (event.type === "call-start") names[event.index] = event.name;
        if (event.type !== "call-end" && event.type !== "problem") continue;
        const place = event.type === "call-end" ? `call ${event.index} ${names[event.index]}` : "";
        const problems = event.type === "call-end" ? event.problems : [event.problem];
        for (const problem of problems) terminal.err(renderProblem(problem, place, terminal.errStyle));
        if (event.type === "problem" || !event.complete || !event.valid) faults += 1;
      }
    };
    for await (const text of terminal.readChunks(operands[0] ?? "-")) take(reader.push(text));
    take(reader.finish(switchOption(options, "cut-off") === true ? "length" : "stop"));
    sink.end();
    return faults > 0 && switchOption(options, "strict") === true ? EXIT.refused : EXIT.ok;
  },
};

interface Sink {
  add(events: readonly ReaderEvent[]): void;
  end(): void;
}

function createSink(options: OptionValues, terminal: Terminal): Sink {
  const stream = switchOption(options, "stream") === true;
  const events = switchOption(options, "events") === true;
  if (stream && events) throw badValue("stream", "and --events exclude each other");
  if (!stream && !events) {
    const print = jsonPrinter(options, terminal);
    const collector = new ChatCollector();
    return { add: (more) => collector.add(more), end: () => print(fromNative(collector.answer())) };
  }
  if (switchOption(options, "pretty") === true) throw badValue("pretty", "is not for documents that come one a line");
  const print = jsonPrinter(new Map([["json", true]]), terminal);
  if (events) return { add: (more) => more.forEach((event) => print(fromNative(event))), end: () => {} };
  const chunks = new ChatChunks({ id: "", model: "", created: 0 });
  return { add: (more) => chunks.chunks(more).forEach(({ choices }) => print(fromNative(choices[0]))), end: () => {} };
}

function openChannel(options: OptionValues, family: Family): PromptOpens {
  const channel = textOption(options, "prompt-opens");
  const prefill = textOption(options, "prefill");
  if (channel !== undefined && prefill !== undefined) throw badValue("prefill", "and --prompt-opens exclude each other");
  if (channel === "think" || channel === "response" || channel === "none") return channel;
  if (prefill === undefined) return family.promptOpens(reasoningMode(options));
  if (family.readPromptOpens === undefined) throw badValue("prefill", `is not for ${family.title}; use --prompt-opens`);
  return family.readPromptOpens(prefill);
}

async function readReaderTools(options: OptionValues, terminal: Terminal): Promise<readonly ReaderTool[] | undefined> {
  const file = textOption(options, "tools");
  if (file === undefined) return undefined;
  const { kind, json, path } = await readToolsFile(file, terminal);
  const body = kind === "body" ? movePaths([["", path]], () => readBody(json)) : undefined;
  const tools = movePaths([body === undefined ? ["/tools", path] : ["", path]], () =>
    readTools(body?.options.tools ?? json, body?.paths.tools),
  );
  return tools.flatMap((tool) => (tool.kind === "function" ? [{ name: tool.name, parameters: tool.parameters }] : []));
}
