/**
 * Conversations as models read them, so that nothing in a message can forge a marker.
 * @packageDocumentation
 */
export { type Issue, StructagError } from "./core/errors.ts";
export type { Family, PromptOpens } from "./models/family.ts";
export {
  K3_THINKING_EFFORTS,
  type K3PromptOptions,
  type K3ThinkingEffort,
  type K3Wording,
  renderKimiK3Prompt,
} from "./prompt/kimi-k3.ts";
export { forgedMarkers, type Prompt, type PromptSegment, type PromptTokenizer, promptText, tokenizePrompt } from "./prompt/prompt.ts";
export { promptOpensOf } from "./prompt/prompt-opens.ts";
export { type ChatTemplate, renderTemplatePrompt, type TemplatePromptOptions } from "./prompt/template.ts";
