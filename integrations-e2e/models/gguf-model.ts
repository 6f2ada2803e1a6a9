import { type BytePairTokens, idOf } from "./byte-pair-tokens.ts";
import { noise } from "./noise-weights.ts";
import { concat } from "./protobuf.ts";

/** Numbers of GGUF's value types. */
const UINT32 = 4;
const INT32 = 5;
const FLOAT32 = 6;
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

const ALIGNMENT = 32;
const EMBEDDING = 64;
const FEED_FORWARD = 96;
const HEADS = 4;

type Value = readonly [type: number, bytes: Uint8Array];

/** A language model of one layer in the architecture of Llama, with random weights and a byte-level tokenizer. */
export function ggufModel(
  tokens: BytePairTokens,
  options: { readonly seed: number; readonly contextLength: number; readonly chatTemplate: string },
): Uint8Array {
  const size = tokens.tokens.length;
  const special = new Map(tokens.added.map((entry) => [entry.id, entry.special]));
  const metadata: [string, Value][] = [
    ["general.architecture", text("llama")],
    ["general.name", text("noise")],
    ["llama.block_count", uint(1)],
    ["llama.context_length", uint(options.contextLength)],
    ["llama.embedding_length", uint(EMBEDDING)],
    ["llama.feed_forward_length", uint(FEED_FORWARD)],
    ["llama.attention.head_count", uint(HEADS)],
    ["llama.attention.head_count_kv", uint(HEADS)],
    ["llama.attention.layer_norm_rms_epsilon", [FLOAT32, new Uint8Array(Float32Array.of(1e-5).buffer)]],
    ["llama.rope.dimension_count", uint(EMBEDDING / HEADS)],
    ["llama.vocab_size", uint(size)],
    ["tokenizer.ggml.model", text("gpt2")],
    ["tokenizer.ggml.pre", text("gpt-2")],
    ["tokenizer.ggml.tokens", list(STRING, tokens.tokens.map(string))],
    [
      "tokenizer.ggml.token_type",
      list(
        INT32,
        tokens.tokens.map((_, id) => number(!special.has(id) ? 1 : special.get(id) ? 3 : 4)),
      ),
    ],
    ["tokenizer.ggml.merges", list(STRING, tokens.merges.map(string))],
    ["tokenizer.ggml.eos_token_id", uint(idOf(tokens, "<|end_of_msg|>"))],
    ["tokenizer.ggml.eot_token_id", uint(idOf(tokens, "<|im_end|>"))],
    ["tokenizer.ggml.bos_token_id", uint(idOf(tokens, "<|endoftext|>"))],
    ["tokenizer.ggml.add_bos_token", [BOOL, Uint8Array.of(0)]],
    ["tokenizer.chat_template", text(options.chatTemplate)],
  ];
  const tensors: [name: string, dims: readonly number[], scale: number][] = [
    ["token_embd.weight", [EMBEDDING, size], 1],
    ["output_norm.weight", [EMBEDDING], 0],
    ["output.weight", [EMBEDDING, size], 0.3],
    ["blk.0.attn_norm.weight", [EMBEDDING], 0],
    ["blk.0.attn_q.weight", [EMBEDDING, EMBEDDING], 0.3],
    ["blk.0.attn_k.weight", [EMBEDDING, EMBEDDING], 0.3],
    ["blk.0.attn_v.weight", [EMBEDDING, EMBEDDING], 0.3],
    ["blk.0.attn_output.weight", [EMBEDDING, EMBEDDING], 0.3],
    ["blk.0.ffn_norm.weight", [EMBEDDING], 0],
    ["blk.0.ffn_gate.weight", [EMBEDDING, FEED_FORWARD], 0.3],
    ["blk.0.ffn_up.weight", [EMBEDDING, FEED_FORWARD], 0.3],
    ["blk.0.ffn_down.weight", [FEED_FORWARD, EMBEDDING], 0.3],
  ];
  const header: Uint8Array[] = [new TextEncoder().encode("GGUF"), number(3), long(tensors.length), long(metadata.length)];
  for (const [key, [type, bytes]] of metadata) header.push(string(key), number(type), bytes);
  const data: Uint8Array[] = [];
  let offset = 0;
  tensors.forEach(([name, dims, scale], index) => {
    const count = dims.reduce((product, dim) => product * dim, 1);
    // Norms are ones.
    const weights = scale === 0 ? new Float32Array(count).fill(1) : noise(count, options.seed + index, scale);
    header.push(string(name), number(dims.length), ...dims.map(long), number(0), long(offset));
    const bytes = padded(new Uint8Array(weights.buffer));
    data.push(bytes);
    offset += bytes.length;
  });
  return concat([padded(concat(header)), ...data]);
}

function text(value: string): Value {
  return [STRING, string(value)];
}

function uint(value: number): Value {
  return [UINT32, number(value)];
}

function list(type: number, items: readonly Uint8Array[]): Value {
  return [ARRAY, concat([number(type), long(items.length), ...items])];
}

function string(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return concat([long(bytes.length), bytes]);
}

function number(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer);
}

function long(value: number): Uint8Array {
  return new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
}

function padded(bytes: Uint8Array): Uint8Array {
  return concat([bytes, new Uint8Array((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
}
