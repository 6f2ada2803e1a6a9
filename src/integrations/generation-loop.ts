import type { TokenMask } from "../matcher/token-mask.ts";
import type { EndReason } from "../read/events.ts";
import type { EncodeText } from "./forced-tokens.ts";
import type { TokenGuide } from "./token-guide.ts";

/** What one generation took, and why it ended. */
export interface GenerationEnd {
  readonly reason: EndReason;
  readonly promptTokens: number;
  /** Tokens of the output, the stop token not counted. */
  readonly tokens: number;
  /** Those that no run of the model was spent on. */
  readonly forcedTokens: number;
  /** Runs of the model, that of the prompt included. */
  readonly forwardPasses: number;
}

export interface GenerationLoopOptions {
  readonly promptTokens: number;
  /** What the model has not seen of the prompt: one token at least. */
  readonly pending: readonly number[];
  /** Absent: forced tokens are sampled like all others. */
  readonly encode: EncodeText | undefined;
  readonly signal: AbortSignal | undefined;
  /** Runs the model on tokens and chooses the next one among those of the mask. */
  readonly next: (tokens: readonly number[], mask: TokenMask) => Promise<number>;
}

/** The decoding loop of hosts that are run step by step: forced tokens go to the model together with the token before them. */
export async function* generationLoop(
  guide: TokenGuide,
  options: GenerationLoopOptions,
): AsyncGenerator<readonly number[], GenerationEnd, void> {
  const { promptTokens, encode, signal, next } = options;
  let { pending } = options;
  let forwardPasses = 0;
  for (;;) {
    const forced = encode === undefined ? [] : guide.takeForced(encode);
    if (forced.length > 0) {
      pending = [...pending, ...forced];
      yield forced;
    }
    const reason = guide.endReason;
    if (reason !== undefined) return { reason, promptTokens, tokens: guide.count, forcedTokens: guide.forcedCount, forwardPasses };
    signal?.throwIfAborted();
    const token = await next(pending, guide.mask());
    forwardPasses += 1;
    guide.accept(token);
    pending = [token];
    if (!guide.isTerminated) yield pending;
  }
}
