import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getLlama, type LlamaContext, type LlamaModel } from "node-llama-cpp";
import { writeJson } from "../../src/index.ts";
import { CHAT_TEMPLATE, learnTokens } from "../models/byte-pair-tokens.ts";
import { ggufModel } from "../models/gguf-model.ts";
import { toolLists } from "../models/tool-lists.ts";

export interface LoadedLlama {
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  readonly dispose: () => Promise<void>;
}

/** Writes a GGUF model of noise with some 700 tokens; its path, and what removes it. */
export function writeNoiseGguf(seed: number): { readonly file: string; readonly remove: () => void } {
  const text = toolLists(60)
    .map(({ tools }) => writeJson(tools))
    .join("\n");
  const folder = mkdtempSync(join(tmpdir(), "structag-gguf-"));
  const file = join(folder, "noise.gguf");
  writeFileSync(file, ggufModel(learnTokens(text, 400), { seed, contextLength: 4096, chatTemplate: CHAT_TEMPLATE }));
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The model, loaded on the processor, with a context. */
export async function loadNoiseLlama(seed: number): Promise<LoadedLlama> {
  const { file, remove } = writeNoiseGguf(seed);
  const llama = await getLlama({ build: "never", gpu: false });
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({ contextSize: 2048, sequences: 2, threads: 1 });
  return {
    model,
    context,
    dispose: async () => {
      await llama.dispose();
      remove();
    },
  };
}
