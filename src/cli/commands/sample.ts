import { fromNative } from "../../index.ts";
import type { Command } from "../command.ts";
import { compileGrammarOption } from "../compiled-grammar.ts";
import { EXIT } from "../exit-code.ts";
import { GRAMMAR_OPTIONS, VOCABULARY_OPTIONS } from "../grammar-options.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { badValue, countOption, switchOption } from "../option-values.ts";
import { plainTokens } from "../plain-tokens.ts";
import { readVocabularyOption } from "../vocabulary-file.ts";

export const sampleCommand: Command = {
  name: "sample",
  summary: "write random outputs that a grammar lets through",
  description: [
    "Writes outputs drawn at random from the grammar, each on lines of its own; equal seeds give equal outputs.",
    "Without a vocabulary they are drawn byte by byte; with one, token by token under its masks, as a model without any sense would write.",
  ],
  options: [
    ...GRAMMAR_OPTIONS,
    ...VOCABULARY_OPTIONS,
    { name: "seed", value: "N", description: "where chance begins (default 1)" },
    { name: "count", short: "n", value: "N", description: "how many outputs (default 1)" },
    { name: "max-bytes", value: "N", description: "bytes after which an output goes the shortest way to its end (default 256)" },
    { name: "max-tokens", value: "N", description: "most tokens of an output, with --vocab (default 256)" },
    { name: "noise", description: "any character or token with the same chance, instead of what is easy to read" },
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["three outputs for a request", "structag sample -m kimi-k3 -t tools.json -n 3"],
    ["values of a schema, one JSON string a line", "structag sample --schema schema.json -n 20 --json"],
    ["noise under the masks of a real vocabulary", "structag sample -m qwen3 -t tools.json --vocab tokenizer.json --max-tokens 200"],
  ],
  async run({ options }, terminal) {
    const print = jsonPrinter(options, terminal);
    const [maxBytes, maxTokens] = [countOption(options, "max-bytes"), countOption(options, "max-tokens")];
    const engine = await import("../../engine.ts");
    const vocabulary = await readVocabularyOption(engine, options, terminal);
    if (maxTokens !== undefined && vocabulary === undefined) throw badValue("max-tokens", "needs --vocab; without one use --max-bytes");
    if (maxBytes !== undefined && vocabulary !== undefined) throw badValue("max-bytes", "is for samples without --vocab; use --max-tokens");
    const grammar = await compileGrammarOption(engine, options, terminal, vocabulary);
    const first = countOption(options, "seed") ?? 1;
    const count = countOption(options, "count") ?? 1;
    const noise = switchOption(options, "noise") === true;
    const characters = noise ? "any" : "plain";
    for (let seed = first; seed < first + count; seed += 1) {
      const { text } =
        vocabulary === undefined
          ? engine.sampleText(grammar, { seed, characters, ...(maxBytes === undefined ? {} : { maxBytes }) })
          : engine.sampleTokens(grammar, {
              seed,
              ...(noise ? {} : { choose: plainTokens(vocabulary) }),
              ...(maxTokens === undefined ? {} : { maxTokens }),
            });
      if (wantsJson(options)) print(fromNative({ seed, text }));
      else terminal.out(`${text}\n`);
    }
    return EXIT.ok;
  },
};
