/** `npm run demo`: from the example tools to Kimi K3's output grammar, from noise under its masks to an output, and from outputs back to calls. */
import { readFileSync } from "node:fs";
import o200k from "js-tiktoken/ranks/o200k_base";
import { GrammarCompiler, sampleTokens, tokenizeGreedy, vocabularyFromTiktoken } from "../src/engine.ts";
import { buildOutputGrammar, chatAnswer, outlineDocument, readJson, readTools, resolveFamily, sequentialCallIds } from "../src/index.ts";

const MODEL = "kimi-k3";
const SEED = 3;
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
console.log(`${JSON.stringify(message, null, 2)}\n`);

// A vocabulary of 200,000 entries with K3's four markers behind them. Its tokenizer is another model's, but any will do: the masks follow the bytes.
const markers = { "<|end_of_msg|>": 200_000, "<|open|>": 200_001, "<|close|>": 200_002, "<|sep|>": 200_003 };
const vocabulary = vocabularyFromTiktoken(o200k.bpe_ranks, {
  size: 200_064,
  specialTokens: markers,
  stopTokenIds: [markers["<|end_of_msg|>"]],
});
const compiler = new GrammarCompiler(vocabulary);
compiler.warmUp();

title(`What noise writes under the masks: each token is drawn at random from those of ${vocabulary.size} that the grammar allows`);
const required = buildOutputGrammar({
  model: MODEL,
  tools: example("tools.json"),
  toolChoice: "required",
  coverage: "final_output_only",
  maxWhitespaceCount: 1,
});
const compileStart = performance.now();
const compiled = compiler.compileFormat(required.format);
const compileTime = performance.now() - compileStart;
// Noise with a taste for what is not plain text, so that it gets to the calls.
const sampled = sampleTokens(compiled, {
  seed: SEED,
  maxTokens: 160,
  tokenize: tokenizeGreedy,
  choose: (mask, random) => {
    const ids = mask.added.length > 0 && random.fraction() < 0.5 ? mask.added : mask.toArray();
    return ids[random.below(ids.length)];
  },
});
const replayed = compiled.matcher();
let maskTime = 0;
for (const { id } of sampled.tokens) {
  const start = performance.now();
  replayed.nextTokenMask();
  maskTime += performance.now() - start;
  replayed.acceptToken(id);
}
const forced = (text: string): string => (colored ? `\u001b[2m${text}\u001b[22m` : `‹${text}›`);
console.log(
  sampled.tokens
    .map((token, index) => ({
      ...token,
      text: vocabulary.textOf(token.id),
      joined: index > 0 && sampled.tokens[index - 1].forced === token.forced,
    }))
    .reduce<{ forced: boolean; text: string }[]>((runs, { forced: isForced, text, joined }) => {
      if (joined) runs[runs.length - 1].text += text;
      else runs.push({ forced: isForced, text });
      return runs;
    }, [])
    .map((run) => (run.forced ? forced(run.text) : run.text))
    .join(""),
);
const forcedCount = sampled.tokens.filter((token) => token.forced).length;
console.log(
  `\n${sampled.tokens.length} tokens, ${forcedCount} of them forced (${colored ? "dim" : "in ‹›"}): the grammar left no choice, so a host need not ask the model.`,
);
console.log(
  `Compiling took ${compileTime.toFixed(1)} ms; a mask took ${((maskTime / sampled.tokens.length) * 1000).toFixed(1)} µs on average when the same output was followed once more.\n`,
);

title("The noise, read back");
const noiseReader = resolveFamily(MODEL).reader({ promptOpens: "response", tools, callIds: sequentialCallIds() });
const noise = chatAnswer([...noiseReader.push(sampled.text), ...noiseReader.finish()]);
for (const { index, name, complete, valid } of noise.calls) {
  const text = noise.message.tool_calls?.[index].function.arguments ?? "";
  console.log(`${name}(${text})`);
  console.log(`  ${complete ? "complete" : "cut off"}, ${valid ? "valid" : "not valid"}`);
}
console.log(`finish ${noise.finish_reason}`);
