import type { Diagnostic } from "../../core/errors.ts";
import { type Json, toNative } from "../../core/json.ts";
import { buildOutputGrammar, type OutputGrammar, type OutputGrammarOptions } from "../../models/build.ts";
import type { Family } from "../../models/family.ts";
import { resolveFamily } from "../../models/registry.ts";
import type { CallIds } from "../../read/call-ids.ts";
import type { StreamReader } from "../../read/reader.ts";
import { constraintFor } from "../../serve/bodies/constraint.ts";
import { resolveServer, type Server } from "../../serve/bodies/servers.ts";
import { readerOf } from "../family-reader.ts";
import { contentOf, EventParts, finishReasonOf } from "./event-parts.ts";
import type { AiSdkCallOptions, AiSdkPart } from "./host.ts";

export interface AiSdkMiddlewareOptions extends Omit<OutputGrammarOptions, "model" | "tools" | "toolChoice" | "responseFormat"> {
  /** A family's id, the id of a model of it, or a family itself. */
  readonly family: string | Family;
  /** The server behind the provider, which says where the tag goes in its bodies. Default `vllm`. */
  readonly server?: string | Server | undefined;
  /** The name under which the provider takes further members of its bodies (`providerOptions`). Default: the first part of the model's provider, as `createOpenAICompatible` has it. */
  readonly providerName?: string | undefined;
  /** Whether what the server can't hold may be left out. Default false: it is an error. */
  readonly loosen?: boolean | undefined;
  /** Told where the grammar differs from the schemas, and what the server does not hold. */
  readonly onDiagnostics?: ((diagnostics: readonly Diagnostic[]) => void) | undefined;
  readonly callIds?: CallIds | undefined;
}

/** A middleware of AI SDK 6 (`v3`) or 7 (`v4`). */
export interface AiSdkMiddleware<Version extends "v3" | "v4"> {
  readonly specificationVersion: Version;
  // biome-ignore-start lint/suspicious/noExplicitAny: the host's own types of options, results and streams are wider than what is used of them here.
  readonly transformParams: (call: { readonly params: any; readonly model: any }) => Promise<any>;
  readonly wrapGenerate: (call: { readonly doGenerate: () => PromiseLike<any>; readonly params: any }) => Promise<any>;
  readonly wrapStream: (call: { readonly doStream: () => PromiseLike<any>; readonly params: any }) => Promise<any>;
  // biome-ignore-end lint/suspicious/noExplicitAny: as above
}

/**
 * A language model middleware that makes a model's calls strict: each request gets the structural tag of its tools, choice and answer format, in the place where the server takes it, and what the model
 * writes comes back as reasoning, text and tool calls. The server is asked for raw text, so it needs no tool parser.
 * @throws StructagError in a call: the codes of {@link buildOutputGrammar} and of `forTarget`
 */
export function structagMiddleware(options: AiSdkMiddlewareOptions): AiSdkMiddleware<"v3">;
export function structagMiddleware<Version extends "v3" | "v4">(
  options: AiSdkMiddlewareOptions & { readonly specificationVersion: Version },
): AiSdkMiddleware<Version>;
export function structagMiddleware(
  options: AiSdkMiddlewareOptions & { readonly specificationVersion?: "v3" | "v4" },
): AiSdkMiddleware<"v3" | "v4"> {
  const {
    family: name,
    server = "vllm",
    providerName,
    loosen = false,
    onDiagnostics,
    callIds,
    specificationVersion = "v3",
    ...request
  } = options;
  const family = typeof name === "object" ? name : resolveFamily(name);
  const target = typeof server === "string" ? resolveServer(server) : server;
  /** The grammar of each call that is under way, by its changed parameters. */
  const outputs = new WeakMap<object, OutputGrammar>();
  const readerFor = (params: object): StreamReader | undefined => {
    const output = outputs.get(params);
    return output === undefined ? undefined : readerOf(family, output, callIds);
  };
  return {
    specificationVersion,
    transformParams: async ({ params, model }) => {
      const given = params as AiSdkCallOptions;
      const output = buildOutputGrammar({
        ...request,
        model: family,
        tools: given.tools,
        toolChoice: given.toolChoice,
        responseFormat: answerFormatOf(given.responseFormat),
      });
      const constraint = constraintFor(output.format, target, { loosen });
      const diagnostics = [...output.diagnostics, ...constraint.loosened];
      if (diagnostics.length > 0) onDiagnostics?.(diagnostics);
      const provider = providerName ?? String((model as { provider?: unknown } | undefined)?.provider ?? "openaiCompatible").split(".")[0];
      const members = membersOf(constraint.members, target, (given.stopSequences ?? []).length > 0);
      const { responseFormat: _, ...kept } = given;
      const changed: AiSdkCallOptions = {
        ...kept,
        ...(target.toolChoice === undefined || (given.tools ?? []).length === 0 ? {} : { toolChoice: { type: target.toolChoice } }),
        providerOptions: { ...given.providerOptions, [provider]: { ...given.providerOptions?.[provider], ...members } },
      };
      outputs.set(changed, output);
      return changed;
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate();
      const reader = readerFor(params);
      return reader === undefined ? result : readResult(result, reader);
    },
    wrapStream: async ({ doStream, params }) => {
      const result = await doStream();
      const reader = readerFor(params);
      return reader === undefined ? result : { ...result, stream: result.stream.pipeThrough(readStream(reader)) };
    },
  };
}

/** The SDK's answer format as an OpenAI response format. */
function answerFormatOf(format: AiSdkCallOptions["responseFormat"]): unknown {
  if (format?.type !== "json") return undefined;
  if (format.schema === undefined) return { type: "json_object" };
  return { type: "json_schema", json_schema: { name: format.name ?? "answer", schema: format.schema } };
}

function membersOf(constraint: readonly (readonly [string, Json])[], server: Server, hasStops: boolean): Record<string, unknown> {
  return {
    ...Object.fromEntries(constraint.map(([key, value]) => [key, toNative(value)])),
    ...Object.fromEntries(server.rawText),
    ...(server.keepStop === undefined || hasStops ? {} : { [server.keepStop]: true }),
  };
}

interface AiSdkResult {
  readonly content: readonly AiSdkPart[];
  readonly finishReason?: unknown;
}

function readResult(result: AiSdkResult, reader: StreamReader): AiSdkResult {
  const parts = new EventParts();
  const read: AiSdkPart[] = [];
  const others: AiSdkPart[] = [];
  for (const part of result.content) {
    if (part.type === "text") read.push(...parts.parts(reader.push(String(part.text))));
    else others.push(part);
  }
  read.push(...parts.parts(reader.finish(endReasonOf(result.finishReason))), ...parts.close());
  return { ...result, content: [...others, ...contentOf(read)], finishReason: finishReasonOf(parts.finishReason, result.finishReason) };
}

function readStream(reader: StreamReader): TransformStream<AiSdkPart, AiSdkPart> {
  const parts = new EventParts();
  return new TransformStream({
    transform(part, controller) {
      const send = (sent: readonly AiSdkPart[]): void => {
        for (const each of sent) controller.enqueue(each);
      };
      if (part.type === "text-delta") send(parts.parts(reader.push(String(part.delta))));
      else if (part.type === "finish") {
        send([...parts.parts(reader.finish(endReasonOf(part.finishReason))), ...parts.close()]);
        send([{ ...part, finishReason: finishReasonOf(parts.finishReason, part.finishReason) }]);
      } else if (part.type !== "text-start" && part.type !== "text-end") send([part]);
    },
  });
}

function endReasonOf(finishReason: unknown): "stop" | "length" {
  return (finishReason as { unified?: unknown } | undefined)?.unified === "length" ? "length" : "stop";
}
