/**
 * Other engines: formats as grammar texts, and structural tags written with what an engine has.
 * @packageDocumentation
 */
export type { WorkLimits } from "./expr/meter.ts";
export { GRAMMAR_SYNTAXES, type GrammarSyntax, type PrintedGrammar, type PrintFormatOptions, printFormat } from "./print/print-format.ts";
export { chatRequestBody } from "./serve/bodies/chat-body.ts";
export { type CompletionBodyOptions, completionRequestBody, templateRequestBody } from "./serve/bodies/completion-body.ts";
export { type Constraint, constraintFor } from "./serve/bodies/constraint.ts";
export { resolveServer, SERVERS, type Server } from "./serve/bodies/servers.ts";
export { type ForTargetOptions, forTarget, type TargetGrammar, type TargetOutput, type TargetTag } from "./serve/targets/for-target.ts";
export { type GrammarProfile, resolveTarget, TARGETS, type TagProfile, type TargetProfile } from "./serve/targets/profiles.ts";
export type { Rewrite } from "./serve/targets/rewrite.ts";
