import type { GrammarMatcher, TokenMask, Vocabulary } from "../../engine.ts";
import { fromNative, StructagError } from "../../index.ts";
import type { Command } from "../command.ts";
import { compileGrammarOption } from "../compiled-grammar.ts";
import { EXIT } from "../exit-code.ts";
import { GRAMMAR_OPTIONS, VOCABULARY_OPTIONS } from "../grammar-options.ts";
import { JSON_INSTEAD_OPTIONS, jsonPrinter, wantsJson } from "../json-output.ts";
import { badValue, switchOption, textOption } from "../option-values.ts";
import type { Style } from "../terminal.ts";
import { type TokenGroup, tokenGroups, tokenName } from "../token-groups.ts";
import { readVocabularyOption } from "../vocabulary-file.ts";

export const maskCommand: Command = {
  name: "mask",
  summary: "list the tokens that may come next",
  description: [
    "Shows which tokens of a vocabulary the grammar allows behind the beginning of an output: how many, in groups, and what is forced.",
    "With --token it says why a token is or is not allowed; the exit code is then 0 or 1.",
  ],
  options: [
    ...GRAMMAR_OPTIONS,
    ...VOCABULARY_OPTIONS,
    { name: "after", value: "TEXT", description: "what has been written so far, special tokens spelled out (default: nothing)" },
    { name: "after-file", value: "FILE", description: "the same from a file; - is standard input" },
    { name: "token", value: "ID|TEXT", description: "why this token is allowed or not" },
    { name: "all", description: "every allowed token, one a line" },
    ...JSON_INSTEAD_OPTIONS,
  ],
  examples: [
    ["the first tokens of an output", "structag mask -m qwen3 -t tools.json --vocab tokenizer.json"],
    ["inside a JSON string", 'structag mask --schema schema.json --vocab tokenizer.json --after \'{"city":"Par\''],
    ["why not this token?", "structag mask --schema schema.json --vocab tokenizer.json --after '{' --token '}'"],
  ],
  async run({ options }, terminal) {
    const print = jsonPrinter(options, terminal);
    const engine = await import("../../engine.ts");
    const vocabulary = await readVocabularyOption(engine, options, terminal);
    if (vocabulary === undefined) {
      const hint =
        "give a tokenizer.json, a GGUF file, tiktoken ranks or a JSON list of token strings; structag check and sample do without";
      throw new StructagError({ code: "cli-usage-missing", path: "", message: "--vocab is missing: masks are sets of its tokens", hint });
    }
    const file = textOption(options, "after-file");
    if (file !== undefined && options.has("after")) throw badValue("after-file", "and --after exclude each other");
    const after = file === undefined ? (textOption(options, "after") ?? "") : await terminal.read(file);
    const grammar = await compileGrammarOption(engine, options, terminal, vocabulary);
    const matcher = grammar.matcher();
    if (!matcher.acceptString(after)) {
      const { message } = engine.explain(grammar, after);
      throw new StructagError({ code: "cli-mask-refused", path: "--after", message, hint: "structag check shows the place" });
    }
    const asked = textOption(options, "token");
    if (asked !== undefined) {
      const explanation = engine.explainToken(matcher, tokenId(engine.tokenizeGreedy, vocabulary, asked));
      if (wantsJson(options)) print(fromNative(explanation));
      else terminal.out(`${explanation.message}\n`);
      return explanation.allowed ? EXIT.ok : EXIT.refused;
    }
    const mask = matcher.nextTokenMask();
    const forced = engine.findJumpForwardString(matcher);
    const ids = mask.toArray();
    const { expected } = engine.explain(grammar, after);
    if (wantsJson(options)) {
      const groups = tokenGroups(vocabulary, ids);
      const counts = { allowed: ids.length, vocabulary: vocabulary.size, mayEnd: matcher.isCompleted() };
      print(fromNative({ ...counts, forced, expected, groups, ids: [...ids] }));
    } else if (switchOption(options, "all") === true) for (const id of ids) terminal.out(tokenLine(vocabulary, id));
    else
      terminal.out(
        summary(
          vocabulary,
          matcher,
          mask,
          forced,
          expected.map(({ text }) => text),
          terminal.outStyle,
        ),
      );
    return EXIT.ok;
  },
};

/** A token by its id, or by its text: a special one, or one that stands for all of it. */
function tokenId(tokenize: (vocabulary: Vocabulary, bytes: Uint8Array) => number[], vocabulary: Vocabulary, asked: string): number {
  const special = vocabulary.specialTokens.get(asked);
  if (special !== undefined) return special;
  if (/^\d+$/.test(asked) && Number(asked) < vocabulary.size) return Number(asked);
  const ids = asked === "" ? [] : tokenize(vocabulary, new TextEncoder().encode(asked));
  if (ids.length === 1) return ids[0];
  const parts = ids.map((id) => JSON.stringify(vocabulary.textOf(id))).join(" ");
  throw badValue("token", `is not one token of the vocabulary: ${JSON.stringify(asked)}${parts === "" ? "" : ` is ${parts}`}`);
}

function tokenLine(vocabulary: Vocabulary, id: number): string {
  return `${String(id).padStart(7)}  ${tokenName(vocabulary, id)}\n`;
}

/** Allowed tokens up to this many are listed one by one. */
const FEW = 24;
const MAX_GROUPS = 16;

function summary(
  vocabulary: Vocabulary,
  matcher: GrammarMatcher,
  mask: TokenMask,
  forced: string,
  expected: readonly string[],
  style: Style,
): string {
  const ids = mask.toArray();
  const lines = [
    `${style.bold(`${ids.length.toLocaleString("en")} of ${vocabulary.size.toLocaleString("en")} tokens`)} are allowed${matcher.isCompleted() ? "; the output may end here" : ""}`,
  ];
  if (forced !== "") lines.push(`forced text: ${JSON.stringify(forced)}`);
  if (expected.length > 0)
    lines.push(`expected: ${expected.slice(0, 12).join(", ")}${expected.length > 12 ? `, ${expected.length - 12} more` : ""}`);
  if (ids.length <= FEW) return `${lines.join("\n")}\n${[...ids].map((id) => tokenLine(vocabulary, id)).join("")}`;
  const groups = tokenGroups(vocabulary, ids);
  for (const group of groups.slice(0, MAX_GROUPS)) lines.push(groupLine(group, style));
  if (groups.length > MAX_GROUPS) {
    const rest = groups.slice(MAX_GROUPS).reduce((sum, { count }) => sum + count, 0);
    lines.push(`${rest.toLocaleString("en").padStart(9)}  in ${groups.length - MAX_GROUPS} smaller groups; --all lists them`);
  }
  return `${lines.join("\n")}\n`;
}

function groupLine({ name, count, samples }: TokenGroup, style: Style): string {
  const more = count > samples.length ? " …" : "";
  return `${count.toLocaleString("en").padStart(9)}  ${name}  ${style.dim(samples.join(" ") + more)}`;
}
