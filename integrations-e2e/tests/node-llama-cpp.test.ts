import type { LlamaContextSequence } from "node-llama-cpp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chatAnswer, resolveFamily, StructagError, toNative } from "../../src/index.ts";
import {
  compileTools,
  type GenerateWithLlamaOptions,
  generateTokens,
  generateWithTools,
  vocabularyFromLlamaModel,
} from "../../src/node-llama-cpp.ts";
import { toolLists } from "../models/tool-lists.ts";
import { type LoadedLlama, loadNoiseLlama } from "./llama-models.ts";
import { faultsOf, hasValidCall } from "./outcome.ts";

const FAMILIES = ["qwen3", "kimi-k3"];
const PROMPT = "<|im_start|>user\nWhat is the weather?<|im_end|>\n<|im_start|>assistant\n";
const WEATHER = [
  {
    name: "get_weather",
    parameters: {
      type: "object",
      properties: { city: { enum: ["Paris", "Rome"] }, days: { type: "integer" } },
      required: ["city", "days"],
    },
  },
];

let loaded: LoadedLlama;
let sequence: LlamaContextSequence;
beforeAll(async () => {
  loaded = await loadNoiseLlama(5);
  sequence = loaded.context.getSequence();
});
afterAll(() => loaded.dispose());

function options(more: Partial<GenerateWithLlamaOptions> = {}): GenerateWithLlamaOptions {
  return { sequence, family: "qwen3", tools: WEATHER, toolChoice: "required", prompt: PROMPT, maxTokens: 160, seed: 1, ...more };
}

test("the vocabulary of a loaded model has its special tokens and its end tokens", () => {
  const vocabulary = vocabularyFromLlamaModel(loaded.model);
  expect(vocabulary.stopTokenIds.map((id) => vocabulary.textOf(id))).toContain("<|im_end|>");
  const ids = loaded.model.tokenize("<|open|>tools<|sep|> ü", true);
  expect(ids.map((id) => vocabulary.textOf(id)).join("")).toContain("<|open|>tools<|sep|>");
  expect(vocabularyFromLlamaModel(loaded.model)).toBe(vocabulary);
});

test("noise gives only valid calls for 100 tool lists with structag, and none without", async () => {
  const vocabulary = vocabularyFromLlamaModel(loaded.model);
  const faults: string[] = [];
  let unconstrained = 0;
  let tokens = 0;
  let passes = 0;
  for (const [index, { id, tools }] of toolLists(100).entries()) {
    const family = FAMILIES[index % FAMILIES.length];
    const request = { family, tools: toNative(tools), toolChoice: "required" };
    const answer = await generateWithTools({ ...options(), ...request, temperature: index % 4 > 1 ? 1.2 : 0, seed: index });
    tokens += answer.tokens.length;
    passes += answer.forwardPasses;
    for (const fault of faultsOf(answer, tools)) faults.push(`${family} ${id}: ${fault}`);

    await sequence.clearHistory();
    const ids: number[] = [];
    for await (const token of sequence.evaluate(loaded.model.tokenize("hello"), { temperature: 1, topK: 0, seed: index })) {
      ids.push(token);
      if (ids.length === 60) break;
    }
    const reader = resolveFamily(family).reader({ tools: compileTools(request, vocabulary).output.request.functions, vocabulary });
    if (hasValidCall(chatAnswer([...reader.pushTokens(ids), ...reader.finish("length")]))) unconstrained += 1;
  }
  console.log(`${tokens} tokens in ${passes} forward passes`);
  expect(faults).toEqual([]);
  expect(unconstrained).toBe(0);
});

test("forced tokens are evaluated with the next run of the model", async () => {
  for (const family of FAMILIES) {
    const answer = await generateWithTools(options({ family }));
    expect(answer.forcedTokens).toBeGreaterThan(20);
    expect(answer.forwardPasses).toBeLessThanOrEqual(answer.tokens.length - answer.forcedTokens + 1);
    expect(sequence.contextTokens.slice(0, answer.promptTokens)).toEqual(loaded.model.tokenize(PROMPT, true));
    const stepped = await generateWithTools(options({ family, skipForced: false }));
    expect(stepped.forcedTokens).toBe(0);
    expect(stepped.forwardPasses).toBeGreaterThanOrEqual(stepped.tokens.length);
  }
});

test("equal seeds give equal outputs, other seeds others", async () => {
  const run = async (seed: number) => (await generateWithTools(options({ temperature: 1.5, topK: 0, topP: 1, seed }))).tokens;
  expect(await run(7)).toEqual(await run(7));
  expect(await run(8)).not.toEqual(await run(7));
});

test("a host that does not heed biases gives the same by its probabilities", async () => {
  const heeding = await generateWithTools(options());
  const deaf = new Proxy(sequence, {
    get(target, name) {
      if (name === "controlledEvaluate") {
        return (input: unknown[]) => {
          for (const item of input) if (Array.isArray(item)) delete item[1].generateNext.options.tokenBias;
          return target.controlledEvaluate(input as never);
        };
      }
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const answer = await generateWithTools(options({ sequence: deaf }));
  expect(answer.tokens).toEqual(heeding.tokens);
  expect(answer.forwardPasses).toBe(heeding.forwardPasses);
});

test("two sequences of one context generate side by side", async () => {
  const other = loaded.context.getSequence();
  const answers = await Promise.all(
    [sequence, other].map((each, seed) => generateWithTools(options({ sequence: each, temperature: 1, seed }))),
  );
  for (const { calls } of answers) expect(calls.every(({ valid, complete }) => valid && complete)).toBe(true);
  await other.dispose();
});

test("an abort signal ends the generation, and the sequence serves the next one", async () => {
  const controller = new AbortController();
  const stop = new Error("enough");
  const { grammar } = compileTools({ family: "qwen3", tools: WEATHER, toolChoice: "required" }, vocabularyFromLlamaModel(loaded.model));
  const run = async (): Promise<void> => {
    for await (const _ of generateTokens(grammar, { sequence, prompt: PROMPT, signal: controller.signal })) controller.abort(stop);
  };
  await expect(run()).rejects.toBe(stop);
  expect((await generateWithTools(options())).finish_reason).toBe("tool_calls");
});

test("what can not be done is refused", async () => {
  const code = async (more: Partial<GenerateWithLlamaOptions>) =>
    generateWithTools(options(more)).then(
      () => undefined,
      (error) => (error instanceof StructagError ? error.code : String(error)),
    );
  expect(await code({ maxTokens: 4 })).toBe("matcher-budget");
  expect(await code({ maxTokens: 0 })).toBe("host-option");
  expect(await code({ prompt: "" })).toBe("host-prompt");
  expect(await code({ prompt: "word ".repeat(3000) })).toBe("host-prompt");
});
