import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoModelForCausalLM, AutoTokenizer, env, type PreTrainedModel, type PreTrainedTokenizer } from "@huggingface/transformers";
import { writeJson } from "../../src/index.ts";
import { CHAT_TEMPLATE, idOf, learnTokens, tokenizerJson } from "../models/byte-pair-tokens.ts";
import { toolLists } from "../models/tool-lists.ts";
import { writeTransformersFolder } from "../models/transformers-folder.ts";

export interface LoadedModel {
  readonly model: PreTrainedModel;
  readonly tokenizer: PreTrainedTokenizer;
  readonly stopTokenIds: readonly number[];
  readonly dispose: () => Promise<void>;
}

/** A model of noise with some 700 tokens, made and loaded; its scores are wider than its tokenizer. */
export async function loadNoiseModel(seed: number): Promise<LoadedModel> {
  const tokens = learnTokens(
    toolLists(60)
      .map(({ tools }) => writeJson(tools))
      .join("\n"),
    400,
  );
  const stopTokenIds = ["<|im_end|>", "<|end_of_msg|>"].map((content) => idOf(tokens, content));
  const folder = mkdtempSync(join(tmpdir(), "structag-onnx-"));
  try {
    writeTransformersFolder(join(folder, "noise"), {
      tokenizer: tokenizerJson(tokens),
      size: tokens.tokens.length + 21,
      stopTokenIds,
      endToken: "<|im_end|>",
      chatTemplate: CHAT_TEMPLATE,
      seed,
    });
    env.localModelPath = folder;
    env.allowRemoteModels = false;
    const tokenizer = await AutoTokenizer.from_pretrained("noise");
    const model = await AutoModelForCausalLM.from_pretrained("noise", { dtype: "fp32", device: "cpu" });
    return { model, tokenizer, stopTokenIds, dispose: async () => void (await model.dispose()) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
