import { type OutputGrammar, StructagError, writeJson } from "../../index.ts";
import {
  type Constraint,
  chatRequestBody,
  completionRequestBody,
  constraintFor,
  resolveServer,
  type Server,
  templateRequestBody,
} from "../../targets.ts";
import type { Engine, GenerationPart, GenerationRequest } from "../engine.ts";
import { GatewayFailure } from "../failure.ts";
import { chatParts } from "./chat-parts.ts";
import { UpstreamHttp, type UpstreamOptions } from "./http.ts";
import { llamaParts } from "./llama-parts.ts";

export interface UpstreamEngineOptions extends UpstreamOptions {
  /** `vllm`, `sglang`, `tensorrt-llm`, `llama-server` or `openai`. */
  readonly server: string;
  /** Whether what the server can't hold may be left out. */
  readonly loosen: boolean;
}

/** Of what is written for a server in place of formats that it has not; requests wait while it is made. */
const MAX_STATES = 10_000;

/** A model behind an inference server. It keeps no state but connections, so that any number of gateways may stand before a cluster. */
export class UpstreamEngine implements Engine {
  readonly name: string;
  readonly #server: Server;
  readonly #loosen: boolean;
  readonly #http: UpstreamHttp;
  /** What was written for a grammar, as long as the grammar is kept. */
  readonly #constraints = new WeakMap<OutputGrammar, Constraint | StructagError>();

  private constructor(server: Server, loosen: boolean, http: UpstreamHttp) {
    this.name = server.id;
    this.#server = server;
    this.#loosen = loosen;
    this.#http = http;
  }

  /** @throws StructagError `target-unknown`, `gateway-package-missing` */
  static async open(options: UpstreamEngineOptions): Promise<UpstreamEngine> {
    return new UpstreamEngine(resolveServer(options.server), options.loosen, await UpstreamHttp.open(options));
  }

  async *generate(request: GenerationRequest): AsyncGenerator<GenerationPart> {
    const constraint = request.free ? undefined : this.#constraint(request.output);
    if (constraint !== undefined && constraint.loosened.length > 0) {
      yield { type: "loosened", reasons: [...new Set(constraint.loosened.map(({ code }) => code))] };
    }
    yield* this.#server.takes === "grammar" ? this.#complete(request, constraint) : this.#chat(request, constraint);
  }

  async models(signal: AbortSignal): Promise<readonly string[]> {
    const answer = await this.#http.json("GET", "/v1/models", undefined, { signal });
    const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
    if (!Array.isArray(data)) throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream's list of models is none");
    return data.flatMap((model: { id?: unknown } | null) => (typeof model?.id === "string" ? [model.id] : []));
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #constraint(output: OutputGrammar): Constraint {
    const kept = this.#constraints.get(output);
    if (kept instanceof StructagError) throw kept;
    if (kept !== undefined) return kept;
    try {
      const constraint = constraintFor(output.format, this.#server, { loosen: this.#loosen, maxStates: MAX_STATES });
      this.#constraints.set(output, constraint);
      return constraint;
    } catch (error) {
      if (error instanceof StructagError) this.#constraints.set(output, error);
      throw error;
    }
  }

  #chat(request: GenerationRequest, constraint: Constraint | undefined): AsyncGenerator<GenerationPart> {
    const { body, output } = request;
    const sent = chatRequestBody(body, constraint, this.#server, output.request.reasoning.mode);
    const chunks = this.#http.stream("/v1/chat/completions", writeJson(sent), request);
    return chatParts(chunks, {
      serverReadsCalls: this.#server.takes === "nothing",
      tools: new Set(output.request.functions.map(({ name }) => name)),
    });
  }

  async *#complete(request: GenerationRequest, constraint: Constraint | undefined): AsyncGenerator<GenerationPart> {
    const { body, output, family } = request;
    const template = writeJson(templateRequestBody(body, output.request.reasoning.mode));
    const rendered = await this.#http.json("POST", "/apply-template", template, request);
    const prompt = typeof rendered === "object" && rendered !== null && "prompt" in rendered ? rendered.prompt : undefined;
    if (typeof prompt !== "string") throw new GatewayFailure(502, "gateway-upstream-answer", "the upstream rendered no prompt");
    const sent = completionRequestBody(body, constraint, this.#server, { prompt, markers: family.markers });
    yield* llamaParts(this.#http.stream("/completion", writeJson(sent), request));
  }
}
