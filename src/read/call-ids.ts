/** What an id generator is told about the call. */
export interface CallIdRequest {
  readonly index: number;
  readonly name: string;
}

/** Makes the id of a call. It must never give the same id twice. */
export type CallIds = (call: CallIdRequest) => string;

const ID_BYTES = 12;
/** Random bytes are drawn for many ids at once, since each draw is slow. */
const pool = new Uint8Array(ID_BYTES * 64);
let used = pool.length;

/** `call_` and 24 random hexadecimal digits: unique over calls, turns and processes. The default. */
export function randomCallIds(): CallIds {
  return () => {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    let id = "call_";
    for (const end = used + ID_BYTES; used < end; used += 1) id += pool[used].toString(16).padStart(2, "0");
    return id;
  };
}

/**
 * `call_0`, `call_1` …: deterministic, and unique as long as one generator serves the whole conversation. `first` continues a count.
 */
export function sequentialCallIds(first = 0): CallIds {
  let next = first;
  return () => `call_${next++}`;
}
