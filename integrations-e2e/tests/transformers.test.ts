import { LogitsProcessorList, Tensor } from "@huggingface/transformers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatAnswer, type ReaderEvent, resolveFamily, StructagError, toNative } from "../../src/index.ts";
import { TokenGuide } from "../../src/integrations/token-guide.ts";
import { processorList, ScoreMasker } from "../../src/integrations/transformers/logits-processor.ts";
import {
  compileTools,
  createLogitsProcessor,
  createStreamer,
  type GenerateWithToolsOptions,
  generateWithTools,
  vocabularyFromTransformers,
} from "../../src/transformers.ts";
import { toolLists } from "../models/tool-lists.ts";
import { faultsOf, hasValidCall } from "./outcome.ts";
import { type LoadedModel, loadNoiseModel } from "./transformers-models.ts";

const FAMILIES = ["qwen3", "kimi-k3"];
const MESSAGES = [{ role: "user", content: "What is the weather?" }];
const WEATHER = [
  {
    type: "function",
    function: {
      name: "get_weather",
      parameters: {
        type: "object",
        properties: { city: { enum: ["Paris", "Rome"] }, days: { type: "integer", minimum: 1, maximum: 9 } },
        required: ["city", "days"],
        additionalProperties: false,
      },
    },
  },
];

let loaded: LoadedModel;
beforeAll(async () => {
  loaded = await loadNoiseModel(3);
});
afterAll(() => loaded.dispose());

function options(more: Partial<GenerateWithToolsOptions> = {}): GenerateWithToolsOptions {
  const { model, tokenizer } = loaded;
  return { model, tokenizer, family: "qwen3", tools: WEATHER, toolChoice: "required", messages: MESSAGES, maxNewTokens: 120, ...more };
}

test("noise gives only valid calls for 100 tool lists with structag, and none without", async () => {
  const { model, tokenizer } = loaded;
  const vocabulary = vocabularyFromTransformers(tokenizer, { model });
  const faults: string[] = [];
  let unconstrained = 0;
  let tokens = 0;
  let passes = 0;
  for (const [index, { id, tools }] of toolLists(100).entries()) {
    const family = FAMILIES[index % FAMILIES.length];
    const request = { family, tools: toNative(tools), toolChoice: "required" };
    const answer = await generateWithTools({
      ...options(),
      ...request,
      maxNewTokens: 160,
      generation: { do_sample: index % 4 > 1, temperature: 1.5 },
    });
    tokens += answer.tokens.length;
    passes += answer.forwardPasses;
    for (const fault of faultsOf(answer, tools)) faults.push(`${family} ${id}: ${fault}`);

    const free = await model.generate({ ...tokenizer("hello"), max_new_tokens: 60, do_sample: true, top_k: 0 });
    const ids = Array.from((free as { data: BigInt64Array }).data, Number);
    const reader = resolveFamily(family).reader({ tools: compileTools(request, vocabulary).output.request.functions, vocabulary });
    if (hasValidCall(chatAnswer([...reader.pushTokens(ids), ...reader.finish("length")]))) unconstrained += 1;
  }
  console.log(`${tokens} tokens in ${passes} forward passes`);
  expect(faults).toEqual([]);
  expect(unconstrained).toBe(0);
});

test("what is sampled behind forced tokens is what the model gives for the whole text without a cache", async () => {
  const { model, tokenizer } = loaded;
  for (const family of FAMILIES) {
    const answer = await generateWithTools(options({ family }));
    expect(answer.forwardPasses).toBe(answer.tokens.length - answer.forcedTokens);
    expect(answer.forcedTokens).toBeGreaterThan(20);
    const vocabulary = vocabularyFromTransformers(tokenizer, { model });
    const text = tokenizer.apply_chat_template(MESSAGES, { tools: WEATHER, add_generation_prompt: true, tokenize: false }) as string;
    const { grammar } = compileTools({ family, tools: WEATHER, toolChoice: "required", prompt: text }, vocabulary);
    const guide = new TokenGuide(grammar, { maxTokens: 120 });
    const ids = tokenizer.encode(text, { add_special_tokens: false });
    const promptLength = ids.length;
    while (guide.endReason === undefined) {
      ids.push(...guide.takeForced((piece) => tokenizer.encode(piece, { add_special_tokens: false })));
      const step = await model.generate({
        input_ids: new Tensor("int64", BigInt64Array.from(ids.map(BigInt)), [1, ids.length]),
        max_new_tokens: 1,
        logits_processor: processorList((_, logits) => new ScoreMasker().apply(logits, [guide])),
      });
      const next = Number((step as { data: BigInt64Array }).data.at(-1));
      guide.accept(next);
      ids.push(next);
    }
    expect(answer.tokens).toEqual(ids.slice(promptLength, promptLength + answer.tokens.length));
  }
});

test("forced tokens are not taken where that is not wanted", async () => {
  const answer = await generateWithTools(options({ skipForced: false }));
  expect(answer.forcedTokens).toBe(0);
  expect(answer.forwardPasses).toBeGreaterThanOrEqual(answer.tokens.length);
});

test("the events of a stream are those of the answer", async () => {
  const events: ReaderEvent[] = [];
  const answer = await generateWithTools(options({ onEvent: (event) => events.push(event), toolChoice: "auto" }));
  const { message, finish_reason } = chatAnswer(events);
  expect({ message, finish_reason }).toEqual({ message: answer.message, finish_reason: answer.finish_reason });
  expect(events.length).toBeGreaterThan(3);
});

test("a batch with a processor and a streamer of its own: each sequence is held to the grammar and read", async () => {
  const { model, tokenizer } = loaded;
  const vocabulary = vocabularyFromTransformers(tokenizer, { model });
  const tools = compileTools({ family: "qwen3", tools: WEATHER, toolChoice: "required" }, vocabulary);
  const events: ReaderEvent[][] = [[], [], []];
  const processor: LogitsProcessorList = createLogitsProcessor(tools.grammar, { maxTokens: 80 });
  await model.generate({
    ...tokenizer(["one", "two", "three"], { padding: true }),
    max_new_tokens: 81,
    do_sample: true,
    logits_processor: processor,
    // The host's types ask for a TextStreamer, its code for put and end.
    streamer: createStreamer(tools, (event, sequence) => events[sequence].push(event)) as never,
  });
  for (const sequence of events) {
    const { calls, finish_reason } = chatAnswer(sequence);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.every(({ valid, complete }) => valid && complete)).toBe(true);
    expect(finish_reason).toBe("tool_calls");
  }
});

test("a list of the host takes the processor", async () => {
  const { model, tokenizer } = loaded;
  const vocabulary = vocabularyFromTransformers(tokenizer, { model });
  const tools = compileTools({ family: "kimi-k3", tools: WEATHER, toolChoice: "required" }, vocabulary);
  const list = new LogitsProcessorList();
  list.extend([...createLogitsProcessor(tools.grammar, { maxTokens: 80 })] as never);
  const result = await model.generate({ ...tokenizer("one"), max_new_tokens: 81, logits_processor: list });
  const ids = Array.from((result as { data: BigInt64Array }).data, Number).slice(tokenizer.encode("one").length);
  const reader = tools.reader();
  const { calls } = chatAnswer([...reader.pushTokens(ids), ...reader.finish()]);
  expect(calls.every(({ valid, complete }) => valid && complete)).toBe(true);
});

test("what can not be held to a grammar is refused", async () => {
  const code = async (run: Promise<unknown>): Promise<string | undefined> => {
    try {
      await run;
      return undefined;
    } catch (error) {
      return error instanceof StructagError ? error.code : String(error);
    }
  };
  expect(await code(generateWithTools(options({ generation: { num_beams: 4 } })))).toBe("host-beam-search");
  expect(await code(generateWithTools(options({ maxNewTokens: 5 })))).toBe("matcher-budget");
  const { messages: _, ...withoutMessages } = options();
  expect(await code(generateWithTools(withoutMessages))).toBe("host-prompt");
  const { model, tokenizer } = loaded;
  const tools = compileTools({ family: "qwen3", tools: WEATHER, toolChoice: "required" }, vocabularyFromTransformers(tokenizer, { model }));
  const processor = createLogitsProcessor(tools.grammar);
  await model.generate({ ...tokenizer("one"), max_new_tokens: 4, logits_processor: processor });
  expect(await code(model.generate({ ...tokenizer("other words"), max_new_tokens: 4, logits_processor: processor }))).toBe(
    "host-sequence-changed",
  );
});

test("an abort signal ends the generation between two tokens", async () => {
  const controller = new AbortController();
  const stop = new Error("enough");
  const run = generateWithTools(options({ signal: controller.signal, onEvent: () => controller.abort(stop) }));
  await expect(run).rejects.toBe(stop);
});
