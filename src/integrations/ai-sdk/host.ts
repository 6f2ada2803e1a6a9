/**
 * What structag uses of the AI SDK's language model specification (v3 of AI SDK 6, v4 of AI SDK 7: the parts used here are the same), as structural types: nothing is imported from it. Tested
 * with `ai` 6.0.326 and `@ai-sdk/provider` 3.0.19.
 */

/** Options of a call to a language model. */
export interface AiSdkCallOptions {
  readonly tools?: readonly unknown[];
  readonly toolChoice?: unknown;
  readonly responseFormat?: { readonly type: string; readonly schema?: unknown; readonly name?: string };
  readonly stopSequences?: readonly string[];
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A part of a stream, or of a result's content. */
export interface AiSdkPart {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface AiSdkFinishReason {
  readonly unified: string;
  readonly raw?: string | undefined;
}
