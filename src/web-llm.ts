/**
 * A logit processor and response formats for `@mlc-ai/web-llm`.
 * @packageDocumentation
 */
export type { TokenGuideOptions } from "./integrations/token-guide.ts";
export { compileTools, type ToolGrammar, type ToolOptions } from "./integrations/tool-grammar.ts";
export {
  GrammarLogitProcessor,
  type WebLlmLogitProcessor,
  type WebLlmResponseFormat,
  webLlmResponseFormat,
} from "./integrations/web-llm/logit-processor.ts";
export type { ForTargetOptions } from "./serve/targets/for-target.ts";
