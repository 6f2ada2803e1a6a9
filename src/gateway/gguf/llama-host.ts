import type { LlamaModel, LlamaSequence } from "../../node-llama-cpp.ts";

/** What the gateway uses of `node-llama-cpp`, beside what `structag/node-llama-cpp` does. */
export interface LlamaPackage {
  getLlama(options: { readonly build: "never"; readonly gpu: "auto" | false }): Promise<{
    loadModel(options: { readonly modelPath: string }): Promise<GgufModel>;
    dispose(): Promise<void>;
  }>;
}

export interface GgufModel extends LlamaModel {
  readonly tokens: {
    readonly bos: unknown;
    readonly bosString: unknown;
    readonly eosString: unknown;
    readonly shouldPrependBosToken: boolean;
  };
  createContext(options: {
    readonly sequences: number;
    readonly contextSize?: number | undefined;
    readonly threads?: number | undefined;
  }): Promise<{
    getSequence(): LlamaSequence;
    dispose(): Promise<void>;
  }>;
}

/** What the gateway uses of `@huggingface/jinja`. */
export interface JinjaPackage {
  readonly Template: new (source: string) => { render(context: Record<string, unknown>): string };
}
