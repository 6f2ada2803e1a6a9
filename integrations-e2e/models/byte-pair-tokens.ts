import { BYTE_ALPHABET } from "../../tests/support/byte-level-tokenizer.ts";

/** A byte-level tokenizer: single bytes, joined pairs, then the special and other added tokens. */
export interface BytePairTokens {
  /** As a tokenizer file spells them, added tokens as they stand. */
  readonly tokens: readonly string[];
  readonly merges: readonly string[];
  readonly added: readonly { readonly id: number; readonly content: string; readonly special: boolean }[];
}

/** Markers of ChatML, of JSON calls between markers, and of Kimi K3. */
const ADDED: readonly (readonly [content: string, special: boolean])[] = [
  ["<|endoftext|>", true],
  ["<|im_start|>", true],
  ["<|im_end|>", true],
  ["<tool_call>", false],
  ["</tool_call>", false],
  ["<think>", false],
  ["</think>", false],
  ["<|open|>", true],
  ["<|close|>", true],
  ["<|sep|>", true],
  ["<|end_of_msg|>", true],
];

const PIECE = /'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** Learns `count` pairs from a text, the most frequent first. */
export function learnTokens(text: string, count: number): BytePairTokens {
  const encoder = new TextEncoder();
  const frequencies = new Map<string, number>();
  for (const [piece] of text.matchAll(PIECE)) frequencies.set(piece, (frequencies.get(piece) ?? 0) + 1);
  const words = Array.from(frequencies, ([piece, frequency]) => ({
    symbols: Array.from(encoder.encode(piece), (byte) => BYTE_ALPHABET[byte]),
    frequency,
  }));
  const tokens = [...BYTE_ALPHABET];
  const known = new Set(tokens);
  const merges: string[] = [];
  while (merges.length < count) {
    const pairs = new Map<string, number>();
    for (const { symbols, frequency } of words) {
      for (let at = 0; at + 1 < symbols.length; at += 1) {
        const pair = `${symbols[at]} ${symbols[at + 1]}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + frequency);
      }
    }
    let best: string | undefined;
    for (const [pair, frequency] of pairs) if (best === undefined || frequency > (pairs.get(best) ?? 0)) best = pair;
    if (best === undefined) break;
    const [left, right] = best.split(" ");
    for (const { symbols } of words) {
      for (let at = 0; at + 1 < symbols.length; at += 1)
        if (symbols[at] === left && symbols[at + 1] === right) symbols.splice(at, 2, left + right);
    }
    merges.push(best);
    if (known.has(left + right)) continue;
    known.add(left + right);
    tokens.push(left + right);
  }
  const added = ADDED.map(([content, special], index) => ({ id: tokens.length + index, content, special }));
  return { tokens: [...tokens, ...added.map(({ content }) => content)], merges, added };
}

export function idOf(tokens: BytePairTokens, content: string): number {
  const found = tokens.added.find((entry) => entry.content === content);
  if (found === undefined) throw new Error(`there is no token ${content}`);
  return found.id;
}

/** The tokens as a `tokenizer.json`. */
export function tokenizerJson({ tokens, merges, added }: BytePairTokens): object {
  const vocab = Object.fromEntries(tokens.slice(0, tokens.length - added.length).map((token, id) => [token, id]));
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: added.map((entry) => ({ ...entry, single_word: false, lstrip: false, rstrip: false, normalized: false })),
    normalizer: null,
    pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: true },
    post_processor: null,
    decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: "",
      end_of_word_suffix: "",
      fuse_unk: false,
      vocab,
      merges,
    },
  };
}

/** A ChatML template with tools. */
export const CHAT_TEMPLATE =
  "{% if tools %}<|im_start|>system\n{{ tools | tojson }}<|im_end|>\n{% endif %}{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
