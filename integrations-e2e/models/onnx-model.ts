import { noise } from "./noise-weights.ts";
import { Message } from "./protobuf.ts";

/** Numbers of ONNX's data types. */
const FLOAT = 1;
const INT64 = 7;

/** Width of the cache, and of the two tables that the scores come from. */
const RANK = 4;

/**
 * A language model of `size` tokens that knows nothing: the scores of the next token come from the token before and from the mean of all tokens in its cache, by random tables. It has the
 * inputs and outputs of an exported decoder with one layer, so that a cache that is wrong shows in its scores.
 */
export function onnxModel(size: number, seed: number): Uint8Array {
  const graph = new Message();
  const node = (op: string, inputs: string[], output: string, ...attributes: Message[]): void => {
    const message = new Message();
    for (const input of inputs) message.text(1, input);
    message.text(2, output).text(3, `make_${output}`).text(4, op);
    for (const attribute of attributes) message.message(5, attribute);
    graph.message(1, message);
  };
  node("Gather", ["tokens", "input_ids"], "embedded", int("axis", 0));
  node("Unsqueeze", ["embedded", "axis_of_heads"], "heads");
  node("Concat", ["past_key_values.0.key", "heads"], "present.0.key", int("axis", 2));
  node("Concat", ["past_key_values.0.value", "heads"], "present.0.value", int("axis", 2));
  node("ReduceMean", ["present.0.key"], "memory", ints("axes", [2]), int("keepdims", 0));
  node("Add", ["embedded", "memory"], "hidden");
  node("MatMul", ["hidden", "outputs"], "logits");
  graph.text(2, "noise");
  graph.message(5, floats("tokens", [size, RANK], noise(size * RANK, seed)));
  graph.message(5, floats("outputs", [RANK, size], noise(size * RANK, seed + 1, 2)));
  graph.message(5, tensor("axis_of_heads", [1], INT64, new Uint8Array(BigInt64Array.of(1n).buffer)));
  graph.message(11, value("input_ids", INT64, ["batch", "length"]));
  graph.message(11, value("attention_mask", INT64, ["batch", "total"]));
  for (const part of ["key", "value"]) graph.message(11, value(`past_key_values.0.${part}`, FLOAT, ["batch", 1, "past", RANK]));
  graph.message(12, value("logits", FLOAT, ["batch", "length", size]));
  for (const part of ["key", "value"]) graph.message(12, value(`present.0.${part}`, FLOAT, ["batch", 1, "total", RANK]));
  return new Message().int(1, 8).text(2, "structag").message(7, graph).message(8, new Message().text(1, "").int(2, 17)).finish();
}

/** The configuration that belongs to it. */
export function onnxConfig(size: number, stopTokenIds: readonly number[]): object {
  return {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    vocab_size: size,
    hidden_size: RANK,
    num_hidden_layers: 1,
    num_attention_heads: 1,
    num_key_value_heads: 1,
    head_dim: RANK,
    eos_token_id: stopTokenIds,
    max_position_embeddings: 32_768,
  };
}

function int(name: string, number: number): Message {
  return new Message().text(1, name).int(3, number).int(20, 2);
}

function ints(name: string, numbers: readonly number[]): Message {
  const message = new Message().text(1, name);
  for (const number of numbers) message.int(8, number);
  return message.int(20, 7);
}

function floats(name: string, dims: readonly number[], data: Float32Array): Message {
  return tensor(name, dims, FLOAT, new Uint8Array(data.buffer));
}

function tensor(name: string, dims: readonly number[], type: number, raw: Uint8Array): Message {
  const message = new Message();
  for (const dim of dims) message.int(1, dim);
  return message.int(2, type).text(8, name).bytes(9, raw);
}

function value(name: string, type: number, dims: readonly (number | string)[]): Message {
  const shape = new Message();
  for (const dim of dims) shape.message(1, typeof dim === "number" ? new Message().int(1, dim) : new Message().text(2, dim));
  return new Message().text(1, name).message(2, new Message().message(1, new Message().int(1, type).message(2, shape)));
}
