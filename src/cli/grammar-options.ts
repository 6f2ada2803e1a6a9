import type { OptionSpec } from "./command.ts";
import { REQUEST_OPTIONS } from "./request-options.ts";

/** What a grammar is made of: a request, or one of these. */
export const GRAMMAR_OPTIONS: readonly OptionSpec[] = [
  { name: "tag", value: "FILE", description: "a structural tag (JSON) instead of a request" },
  { name: "schema", value: "FILE", description: "a JSON Schema instead of a request: its JSON texts" },
  { name: "regex", value: "PATTERN", description: "an ECMAScript pattern for the whole output instead of a request" },
  { name: "grammar", value: "FILE", description: "a grammar text (EBNF or GBNF) instead of a request" },
  ...REQUEST_OPTIONS,
];

/** The tokens of a model. */
export const VOCABULARY_OPTIONS: readonly OptionSpec[] = [
  {
    name: "vocab",
    value: "FILE",
    description: "vocabulary: tokenizer.json, GGUF, tiktoken ranks, a JSON list of token strings or a saved one; may be gzipped",
  },
  {
    name: "special-tokens",
    value: "FILE",
    description: "JSON object from the text of special tokens to their ids, or a tokenizer_config.json; for files that lack them",
  },
  { name: "stop-token", value: "TEXT", description: "the token that ends an output (default: what is known as one)" },
];
