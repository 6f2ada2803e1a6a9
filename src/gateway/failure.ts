import { StructagError } from "../index.ts";
import type { ChatError } from "../openai.ts";
import { chatError } from "../openai.ts";

/** What went wrong on the gateway's own side or behind it: not the sender's fault. */
export class GatewayFailure extends StructagError {
  /** The status that the client gets, if it has got none yet. */
  readonly status: number;
  /** Whether the same request may be sent again at once: nothing has been generated. */
  readonly retryable: boolean;

  constructor(status: number, code: FailureCode, message: string, options: { hint?: string; retryable?: boolean; cause?: unknown } = {}) {
    const { hint, retryable = false, cause } = options;
    super(hint === undefined ? { code, path: "", message } : { code, path: "", message, hint }, { cause });
    this.status = status;
    this.retryable = retryable;
  }
}

export type FailureCode =
  | "gateway-upstream-unreachable"
  | "gateway-upstream-refused"
  | "gateway-upstream-cut"
  | "gateway-upstream-timeout"
  | "gateway-upstream-answer"
  | "gateway-upstream-reads-calls"
  | "gateway-output-too-long"
  | "gateway-queue-full"
  | "gateway-queue-timeout"
  | "gateway-unauthorized"
  | "gateway-not-found"
  | "gateway-body"
  | "gateway-too-large"
  | "gateway-client-gone"
  | "gateway-timeout"
  | "gateway-closing";

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ChatError;
}

/** An error as the client gets it. Faults that are not foreseen say nothing of themselves. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof GatewayFailure) return { status: error.status, body: chatError(error, typeOf(error.status)) };
  if (error instanceof StructagError) return { status: error.code === "model-unknown" ? 404 : 400, body: chatError(error) };
  return { status: 500, body: chatError(error) };
}

function typeOf(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
}
