/**
 * `npx tsx integrations-e2e/bench/overhead.ts [--calls N]`: what the logits processors of structag and of `@huggingface/transformers-structured-output` add to each token of `generate()`, in
 * one run: the same schemas, the same ONNX model, the same Kimi K3 vocabulary (163,840 scores), the same output.
 *
 * Schemas are the parameters of tools of BFCL, closed to undeclared keys (with those the other package takes seconds for a token), outputs the arguments that a model should call them with: a processor in front of the measured one makes the model of noise write them. Both
 * take turns, call by call, and keep what they learn. The time of a step is that of the processor's call, the change of the scores included. Both packages warm up first, as each offers it.
 * Calls that one of them refuses are left out of both.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  AutoModelForCausalLM,
  AutoTokenizer,
  env,
  type LogitsProcessorList,
  type PreTrainedModel,
  Tensor,
} from "@huggingface/transformers";
import { StructuredOutputProcessor } from "@huggingface/transformers-structured-output";
import { GrammarCompiler, type Vocabulary } from "../../src/engine.ts";
import { createLogitsProcessor, vocabularyFromTransformers } from "../../src/transformers.ts";
import { byteLevelTokenizerJson } from "../../tests/support/byte-level-tokenizer.ts";
import { kimiMissing, kimiVocabulary } from "../../tests/support/kimi-vocabulary.ts";
import { writeTransformersFolder } from "../models/transformers-folder.ts";
import { callsOf } from "./calls.ts";

const { values } = parseArgs({ options: { calls: { type: "string", default: "100" } } });
const BAR = 20;

type Call = (ids: bigint[][], logits: Tensor) => Tensor;

if (kimiMissing !== undefined) console.log(`skipped: ${kimiMissing}`);
else {
  const folder = mkdtempSync(join(tmpdir(), "structag-overhead-"));
  try {
    process.exitCode = (await measure(folder)) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<boolean> {
  const kimi = kimiVocabulary();
  writeTransformersFolder(join(folder, "noise"), {
    tokenizer: tokenizerOf(kimi),
    size: kimi.size,
    stopTokenIds: kimi.stopTokenIds,
    endToken: "<|end_of_msg|>",
    chatTemplate: "",
  });
  env.localModelPath = folder;
  env.allowRemoteModels = false;
  const tokenizer = await AutoTokenizer.from_pretrained("noise");
  const model = await AutoModelForCausalLM.from_pretrained("noise", { dtype: "fp32", device: "cpu" });
  const vocabulary = vocabularyFromTransformers(tokenizer, { model });

  const [compiler, ownWarmUp] = timed(() => {
    const made = new GrammarCompiler(vocabulary);
    made.warmUp();
    return made;
  });
  const [, theirWarmUp] = timed(() => StructuredOutputProcessor.warmup(tokenizer));
  console.log(
    `vocabulary of ${vocabulary.size}; warm-up: structag ${ownWarmUp.toFixed(0)} ms, structured-output ${theirWarmUp.toFixed(0)} ms`,
  );

  const own: number[] = [];
  const theirs: number[] = [];
  const made: [number[], number[]] = [[], []];
  const leftOut: string[] = [];
  for (const { name, schema, ids } of callsOf(vocabulary, Number(values.calls))) {
    try {
      const [processor, ownMake] = timed((): LogitsProcessorList => createLogitsProcessor(compiler.compileJsonSchema(schema)));
      const ownTimes = await write(model, ids, processor);
      const [other, theirMake] = timed(
        (): LogitsProcessorList => new StructuredOutputProcessor(tokenizer, { type: "json_schema", json_schema: schema as never }),
      );
      const theirTimes = await write(model, ids, other);
      own.push(...ownTimes);
      theirs.push(...theirTimes);
      made[0].push(ownMake);
      made[1].push(theirMake);
    } catch (error) {
      leftOut.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
    }
  }
  console.log(`${made[0].length} calls; left out: ${leftOut.length}`);
  for (const reason of leftOut.slice(0, 5)) console.log(`  ${reason}`);
  console.log(`making a processor: ${describe("structag", made[0])}; ${describe("structured-output", made[1])}`);
  console.log(`each token: ${describe("structag", own)}; ${describe("structured-output", theirs)}`);
  const ratio = mean(theirs) / mean(own);
  await model.dispose();
  console.log(`${ratio.toFixed(1)} times less on average; the bar is ${BAR}`);
  return ratio >= BAR;
}

/** Has the model write a list of tokens under a processor; the time of each of its steps. */
async function write(model: PreTrainedModel, ids: readonly number[], list: LogitsProcessorList): Promise<number[]> {
  const prompt = BigInt64Array.of(1000n, 2000n, 3000n);
  const times: number[] = [];
  let at = 0;
  const script: Call = (_, logits) => {
    (logits.data as Float32Array)[ids[at]] = 1e4;
    at += 1;
    return logits;
  };
  const measured: Call = (all, logits) => {
    let scores = logits;
    const start = performance.now();
    for (const processor of list) scores = (processor as Call)(all, scores);
    times.push(performance.now() - start);
    return scores;
  };
  const written = (await model.generate({
    input_ids: new Tensor("int64", prompt, [1, prompt.length]),
    max_new_tokens: ids.length,
    logits_processor: [script, measured] as unknown as LogitsProcessorList,
  })) as Tensor;
  const output = Array.from(written.data as BigInt64Array, Number).slice(prompt.length);
  if (output.join() !== ids.join()) throw new Error("the output is refused");
  return times;
}

/** The vocabulary as a `tokenizer.json` in which every id has a text, as the other package wants it. */
function tokenizerOf(vocabulary: Vocabulary): object {
  const json = JSON.parse(byteLevelTokenizerJson(vocabulary));
  for (let id = 0; id < vocabulary.size; id += 1) {
    if (vocabulary.bytesOf(id).length === 0) json.added_tokens.push({ id, content: `<|reserved_${id}|>`, special: true });
  }
  return { normalizer: null, pre_tokenizer: null, post_processor: null, ...json };
}

function describe(name: string, times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((at) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] * 1000).toFixed(0));
  return `${name} ${(mean(times) * 1000).toFixed(1)} µs (p50 ${p50}, p99 ${p99}, ${times.length} samples)`;
}

function timed<T>(body: () => T): [T, number] {
  const start = performance.now();
  const value = body();
  return [value, performance.now() - start];
}

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}
