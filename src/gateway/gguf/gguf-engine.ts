import { basename } from "node:path";
import { type CompiledGrammar, GrammarCompiler, type Vocabulary } from "../../engine.ts";
import { JsonNumber, type JsonObject, type OutputGrammar, StructagError } from "../../index.ts";
import { generateTokens, type LlamaSequence, vocabularyFromLlamaModel } from "../../node-llama-cpp.ts";
import type { ChatTemplate } from "../../prompt.ts";
import type { Engine, GenerationPart, GenerationRequest } from "../engine.ts";
import { loadPackage } from "../packages.ts";
import { promptTokens } from "./gguf-prompt.ts";
import type { GgufModel, LlamaPackage } from "./llama-host.ts";

export interface GgufEngineOptions {
  readonly file: string;
  /** Conversations at a time, each with a context of its own. Default 1. */
  readonly slots?: number | undefined;
  /** Tokens of all contexts together. Default: what the model was made for, as far as memory allows. */
  readonly contextSize?: number | undefined;
  /** Whether graphics processors are used where there are some; default true. */
  readonly gpu?: boolean | undefined;
  /** Processor threads for each run of the model. Default: the host's choice. */
  readonly threads?: number | undefined;
  /** The host, where it is not to be found beside structag. */
  readonly host?: LlamaPackage | undefined;
}

/** A GGUF model that runs in this process by `node-llama-cpp`. Outputs end within the tokens that they may have, so no call is ever cut off. */
export class GgufEngine implements Engine {
  readonly name = "gguf";
  readonly slots: number;
  readonly vocabulary: Vocabulary;
  readonly #file: string;
  readonly #model: GgufModel;
  readonly #template: ChatTemplate | undefined;
  readonly #compiler: GrammarCompiler;
  readonly #free: LlamaSequence[];
  readonly #dispose: () => Promise<void>;
  readonly #grammars = new WeakMap<OutputGrammar, CompiledGrammar>();

  private constructor(
    file: string,
    model: GgufModel,
    template: ChatTemplate | undefined,
    sequences: LlamaSequence[],
    dispose: () => Promise<void>,
  ) {
    this.#file = file;
    this.#model = model;
    this.#template = template;
    this.#free = sequences;
    this.slots = sequences.length;
    this.#dispose = dispose;
    this.vocabulary = vocabularyFromLlamaModel(model);
    this.#compiler = new GrammarCompiler(this.vocabulary);
    this.#compiler.warmUp();
  }

  /** Loads the model. @throws StructagError `gateway-package-missing`, `host-vocabulary`, `vocab-…` */
  static async open({ file, slots = 1, contextSize, gpu = true, threads, host }: GgufEngineOptions): Promise<GgufEngine> {
    const { getLlama } = host ?? (await loadPackage("node-llama-cpp"));
    const { Template } = await loadPackage("@huggingface/jinja");
    const llama = await getLlama({ build: "never", gpu: gpu ? "auto" : false });
    const model = await llama.loadModel({ modelPath: file });
    const context = await model.createContext({ sequences: slots, contextSize, threads });
    const source = chatTemplate(model.fileInfo.metadata);
    const sequences = Array.from({ length: slots }, () => context.getSequence());
    return new GgufEngine(file, model, source === undefined ? undefined : new Template(source), sequences, () => llama.dispose());
  }

  async *generate(request: GenerationRequest): AsyncGenerator<GenerationPart> {
    const { body, signal } = request;
    const stop = body.get("stop") ?? null;
    if (stop !== null && stop !== "" && !(Array.isArray(stop) && stop.length === 0)) {
      throw new StructagError({
        code: "openai-unsupported",
        path: "/stop",
        message: "stop texts would cut calls off, and are not taken",
        hint: "leave stop out: the grammar ends the output",
      });
    }
    const sequence = this.#free.pop();
    // The gateway has as many slots.
    if (sequence === undefined) throw new Error("no sequence is free");
    try {
      const tokens = generateTokens(this.#grammar(request.output), {
        sequence,
        prompt: promptTokens(request, this.#model, this.#template, this.vocabulary),
        maxTokens: numberOf(body, "max_completion_tokens") ?? numberOf(body, "max_tokens"),
        seed: numberOf(body, "seed"),
        temperature: numberOf(body, "temperature") ?? 1,
        topP: numberOf(body, "top_p"),
        topK: numberOf(body, "top_k"),
        minP: numberOf(body, "min_p"),
        signal,
      });
      for (;;) {
        const step = await tokens.next();
        if (!step.done) {
          yield { type: "tokens", ids: step.value };
          continue;
        }
        const { reason, promptTokens: prompt, tokens: completion } = step.value;
        yield { type: "end", reason, usage: { promptTokens: prompt, completionTokens: completion } };
        return;
      }
    } finally {
      this.#free.push(sequence);
    }
  }

  async models(): Promise<readonly string[]> {
    return [basename(this.#file).replace(/\.gguf$/i, "")];
  }

  async close(): Promise<void> {
    await this.#dispose();
  }

  #grammar(output: OutputGrammar): CompiledGrammar {
    let grammar = this.#grammars.get(output);
    if (grammar === undefined) {
      grammar = this.#compiler.compileFormat(output.format);
      this.#grammars.set(output, grammar);
    }
    return grammar;
  }
}

function chatTemplate(metadata: unknown): string | undefined {
  const tokenizer = (metadata as { readonly tokenizer?: { readonly chat_template?: unknown } } | undefined)?.tokenizer;
  return typeof tokenizer?.chat_template === "string" ? tokenizer.chat_template : undefined;
}

function numberOf(body: JsonObject, key: string): number | undefined {
  const value = body.get(key);
  return value instanceof JsonNumber ? value.value : undefined;
}
