/** What an id generator is told about the call. */
export interface CallIdRequest {
  readonly index: number;
  readonly name: string;
}

/** Makes the id of a call. It must never give the same id twice. */
export type CallIds = (call: CallIdRequest) => string;

/** `call_` and 24 random hexadecimal digits: unique over calls, turns and processes. The default. */
export function randomCallIds(): CallIds {
  return () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return `call_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  };
}

/**
 * `call_0`, `call_1` …: deterministic, and unique as long as one generator serves the whole conversation. `first` continues a count.
 */
export function sequentialCallIds(first = 0): CallIds {
  let next = first;
  return () => `call_${next++}`;
}
