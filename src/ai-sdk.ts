/**
 * A language model middleware for the AI SDK.
 * @packageDocumentation
 */
export { type AiSdkMiddleware, type AiSdkMiddlewareOptions, structagMiddleware } from "./integrations/ai-sdk/middleware.ts";
