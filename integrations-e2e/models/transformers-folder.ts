import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onnxConfig, onnxModel } from "./onnx-model.ts";

export interface TransformersFolderOptions {
  readonly tokenizer: object;
  /** Width of the scores; may be wider than the tokenizer. */
  readonly size: number;
  readonly stopTokenIds: readonly number[];
  readonly endToken: string;
  readonly chatTemplate: string;
  readonly seed?: number;
}

/** Writes a folder that `from_pretrained` of transformers.js loads. */
export function writeTransformersFolder(folder: string, options: TransformersFolderOptions): void {
  const { size, stopTokenIds, seed = 1 } = options;
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx", "model.onnx"), onnxModel(size, seed));
  const json = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  json("config.json", onnxConfig(size, stopTokenIds));
  json("generation_config.json", { eos_token_id: stopTokenIds });
  json("tokenizer.json", options.tokenizer);
  json("tokenizer_config.json", {
    tokenizer_class: "PreTrainedTokenizerFast",
    eos_token: options.endToken,
    chat_template: options.chatTemplate,
    model_max_length: 32_768,
  });
}
