import type { Vocabulary } from "../../engine.ts";
import { StructagError, toNative } from "../../index.ts";
import { type ChatTemplate, type Prompt, promptOpensOf, renderKimiK3Prompt, renderTemplatePrompt, tokenizePrompt } from "../../prompt.ts";
import type { GenerationRequest } from "../engine.ts";
import type { GgufModel } from "./llama-host.ts";

/**
 * The token ids of a request's prompt: Kimi K3's conversations are rendered natively, all others by the model's own template. No text of a message becomes a special token.
 * @throws StructagError `gateway-prompt`, `gateway-prompt-opens`, `prompt-…`
 */
export function promptTokens(
  request: GenerationRequest,
  model: GgufModel,
  template: ChatTemplate | undefined,
  vocabulary: Vocabulary,
): number[] {
  const prompt = render(request, model, template, vocabulary);
  const { promptOpens } = request.output;
  const opens = promptOpensOf(request.family, prompt) ?? promptOpens;
  if (opens !== promptOpens) {
    throw new StructagError({
      code: "gateway-prompt-opens",
      path: "",
      message: `the model's chat template leaves it in ${opens}, but the grammar begins in ${promptOpens}`,
      hint: `start the gateway with --prompt-opens ${opens}, or ask with or without reasoning as the template does`,
    });
  }
  const ids = tokenizePrompt(prompt, { encodeText: (text) => model.tokenize(text, false), specialTokens: vocabulary.specialTokens });
  const { bos, shouldPrependBosToken } = model.tokens;
  return shouldPrependBosToken && typeof bos === "number" && ids[0] !== bos ? [bos, ...ids] : ids;
}

function render(
  { body, family, output }: GenerationRequest,
  model: GgufModel,
  template: ChatTemplate | undefined,
  vocabulary: Vocabulary,
): Prompt {
  const native = toNative(body) as Record<string, unknown>;
  const messages = native.messages as readonly unknown[];
  const tools = native.tools as readonly unknown[] | undefined;
  const thinking = output.promptOpens === "think";
  if (family.id === "kimi-k3") {
    const { mode } = output.request;
    return renderKimiK3Prompt({
      messages,
      tools,
      toolChoice: mode === "none" || mode === "auto" ? mode : "required",
      responseFormat: native.response_format,
      thinking,
    });
  }
  if (template === undefined) {
    throw new StructagError({
      code: "gateway-prompt",
      path: "",
      message: "the model file has no chat template, so conversations can't be rendered",
      hint: "use a GGUF file with tokenizer.chat_template",
    });
  }
  const kwargs = native.chat_template_kwargs as Record<string, unknown> | undefined;
  return renderTemplatePrompt({
    template,
    messages,
    tools: tools ?? null,
    markers: new Set([...vocabulary.specialTokens.keys(), ...family.markers]),
    context: {
      bos_token: model.tokens.bosString ?? "",
      eos_token: model.tokens.eosString ?? "",
      enable_thinking: output.request.reasoning.mode !== "disabled",
      ...kwargs,
    },
  });
}
