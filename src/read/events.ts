/** Why a stream ended, in OpenAI's words. */
export type FinishReason = "stop" | "tool_calls" | "length";

/** How generation ended: `stop` = a stop token or string, `length` = it was cut off by a limit. */
export type EndReason = "stop" | "length";

/** Something wrong with a call or with the stream. `code` has a row in `docs/errors.md`. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  /** JSON pointer into the call's arguments, where the problem has a place there. */
  readonly path?: string;
}

/** A piece of the chain of thought. */
export interface ReasoningEvent {
  readonly type: "reasoning";
  readonly text: string;
}

/** A piece of the visible answer. */
export interface ContentEvent {
  readonly type: "content";
  readonly text: string;
}

/** A call begins; its name is whole. `index` counts 0, 1, 2 … without gaps, whatever the wire says. */
export interface CallStartEvent {
  readonly type: "call-start";
  readonly index: number;
  /** Unique among all calls of all readers, unless the caller injected ids of its own. */
  readonly id: string;
  readonly name: string;
}

/** A piece of the call's arguments as JSON text. */
export interface CallArgumentsEvent {
  readonly type: "call-arguments";
  readonly index: number;
  readonly text: string;
}

/**
 * A call ended. Only a call that is both `complete` and `valid` may be executed without asking.
 * - `complete`: the call's own end was seen. False: it was cut off, and closed as well as could be.
 * - `valid`: the tool is declared, the arguments are one JSON object and match the tool's schema.
 */
export interface CallEndEvent {
  readonly type: "call-end";
  readonly index: number;
  readonly complete: boolean;
  readonly valid: boolean;
  readonly problems: readonly Problem[];
}

/** Something was wrong outside a delivered call: a call without a name was dropped, for example. Reading goes on. */
export interface ProblemEvent {
  readonly type: "problem";
  readonly problem: Problem;
}

/** The last event of a stream. `tool_calls` = ended normally with at least one complete and valid call; `length` wins over it. */
export interface FinishEvent {
  readonly type: "finish";
  readonly reason: FinishReason;
}

export type ReaderEvent = ReasoningEvent | ContentEvent | CallStartEvent | CallArgumentsEvent | CallEndEvent | ProblemEvent | FinishEvent;
