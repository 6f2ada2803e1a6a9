import { StructagError } from "../../core/errors.ts";
import { anyText, constString, optional, or, sequence, tag, tagsWithSeparator } from "../../format/builders.ts";
import type { Format, TagFormat } from "../../format/types.ts";
import { K3_CLOSE, K3_END_OF_MESSAGE, K3_OPEN, k3Close, k3Open } from "../../wire/kimi-k3.ts";
import type { BuildContext, BuiltFormat } from "../family.ts";
import { kimiK3CallTags } from "./call-tags.ts";
import { buildXgrammarKimiK3 } from "./xgrammar-shape.ts";

const MESSAGE_END = optional(constString(k3Close("message")));
/** The response channel as the chat template writes it before calls that come without an answer. */
const EMPTY_RESPONSE = constString(k3Open("response") + k3Close("response"));

/** What ends a channel's text. Both tokens are excluded alone: the reader takes any channel's tag, also one with spaces or attributes, as the end of the channel before it. */
const CHANNEL_MARKERS = [K3_OPEN, K3_CLOSE, K3_END_OF_MESSAGE];
/** The same for the reasoning of the shape that engines with a reasoning detector of their own expect. */
const THINK_END = [k3Close("think"), K3_END_OF_MESSAGE];

/** The parts that both shapes are made of. */
interface Parts {
  readonly think: Format;
  readonly response: Format;
  /** The tools channel; absent where nothing can be called. */
  readonly tools: TagFormat | undefined;
  readonly mustCall: boolean;
  readonly answered: boolean;
}

/**
 * Kimi K3's output grammar. `final_output_only` is the shape in which a response channel is always closed before the calls, and a named tool may
 * be called again; `from_token_zero` follows the channel that the prompt opened, lets calls come without a response, and holds a named
 * choice to one call. `parallelToolCalls: false` gives one call at most in both.
 * @throws StructagError `kimi-k3-tool-name`, `kimi-k3-builtin`, and the codes of argument grammars
 */
export function buildKimiK3(context: BuildContext): BuiltFormat {
  const { request } = context;
  if (context.shape === "xgrammar") return buildXgrammarKimiK3(context);
  const { tags, diagnostics } = kimiK3CallTags(request, context.arguments);
  if (tags.length === 0 && (request.mode === "required" || request.mode === "forced")) {
    throw new StructagError({
      code: "kimi-k3-builtin",
      path: request.builtins[0]?.path ?? "",
      message: "Kimi K3 has no syntax for tools of the server, and a call of one is required",
      hint: "declare the tool as a function",
    });
  }
  const fromStart = context.coverage === "from_token_zero";
  const once = request.parallelToolCalls === false || (fromStart && request.mode === "forced");
  const parts: Parts = {
    think: anyText({ excludes: fromStart ? CHANNEL_MARKERS : THINK_END, maxTokens: request.reasoning.maxTokens }),
    response: context.answer ?? anyText({ excludes: CHANNEL_MARKERS }),
    tools:
      tags.length === 0
        ? undefined
        : tag(k3Open("tools"), tagsWithSeparator(tags, "", { atLeastOne: true, stopAfterFirst: once }), k3Close("tools")),
    mustCall: request.mode === "required" || request.mode === "forced",
    answered: context.answer !== undefined,
  };
  return { format: fromStart ? fromTokenZero(parts, context) : finalOutput(parts, context), diagnostics };
}

/** What follows where the response channel is open already, up to the end of the calls. */
function afterResponseOpen({ response, tools, mustCall, answered }: Parts): readonly Format[] {
  const answer = tag("", response, k3Close("response"));
  const empty = constString(k3Close("response"));
  if (tools === undefined) return [answer];
  if (!answered) return [answer, mustCall ? tools : optional(tools)];
  if (mustCall) return [or([answer, empty]), tools];
  return [or([sequence([answer, optional(tools)]), sequence([empty, tools])])];
}

/** What follows where no channel is open, up to the end of the calls. */
function afterThink({ response, tools, mustCall, answered }: Parts): Format {
  const answer = tag(k3Open("response"), response, k3Close("response"));
  if (tools === undefined) return answer;
  if (mustCall) return sequence([optional(answered ? or([answer, EMPTY_RESPONSE]) : answer), tools]);
  const without = answered ? sequence([optional(EMPTY_RESPONSE), tools]) : tools;
  return or([sequence([answer, optional(tools)]), without]);
}

function fromTokenZero(parts: Parts, { promptOpens, request }: BuildContext): Format {
  switch (promptOpens) {
    case "think":
      return sequence([tag("", parts.think, k3Close("think")), afterThink(parts), MESSAGE_END]);
    case "response":
      return sequence([...afterResponseOpen(parts), MESSAGE_END]);
    case "none": {
      const think = tag(k3Open("think"), parts.think, k3Close("think"));
      const before = request.reasoning.mode === "disabled" ? [] : [request.reasoning.mode === "enabled" ? think : optional(think)];
      return sequence([...before, afterThink(parts), MESSAGE_END]);
    }
  }
}

function finalOutput(parts: Parts, { request }: BuildContext): Format {
  const response = constString(k3Open("response"));
  const prefix = (): readonly Format[] => {
    switch (request.reasoning.mode) {
      case "enabled":
        return [tag("", parts.think, k3Close("think")), response];
      case "auto":
        return [optional(tag(k3Open("think"), parts.think, k3Close("think"))), response];
      default:
        return [optional(response)];
    }
  };
  return sequence([...prefix(), ...afterResponseOpen(parts), MESSAGE_END]);
}
