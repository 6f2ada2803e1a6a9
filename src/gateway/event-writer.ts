import { type ErrorAnswer, errorAnswer } from "./failure.ts";

/** A sign of life that clients ignore. */
const COMMENT = ": \n\n";
const DONE = "data: [DONE]\n\n";

export interface EventWriterOptions<Item> {
  /** Longest silence, in milliseconds. */
  readonly keepAlive: number;
  readonly write: (item: Item) => string;
  /** Whether the stream ends with OpenAI's `[DONE]`. */
  readonly done: boolean;
  readonly onError: (error: unknown, answer: ErrorAnswer) => void;
}

export function dataEvent(item: unknown): string {
  return `data: ${JSON.stringify(item)}\n\n`;
}

/**
 * Items as an event stream. An item is asked for when the one before it has been taken. An error becomes an event in OpenAI's shape and the last one, without `[DONE]`, so
 * that nobody takes the answer for whole.
 */
export async function* writeEvents<Item>(
  items: AsyncIterator<Item>,
  first: Promise<IteratorResult<Item>>,
  { keepAlive, write, done, onError }: EventWriterOptions<Item>,
): AsyncGenerator<string> {
  try {
    // The headers leave with the first byte, so the client gets one even if there is no item yet.
    let silence = 0;
    for (let next = first; ; next = items.next()) {
      let result = await orTimeout(next, silence);
      silence = keepAlive;
      while (result === undefined) {
        yield COMMENT;
        result = await orTimeout(next, keepAlive);
      }
      if (result.done === true) break;
      yield write(result.value);
    }
    if (done) yield DONE;
  } catch (error) {
    const answer = errorAnswer(error);
    onError(error, answer);
    yield dataEvent(answer.body);
  } finally {
    await items.return?.();
  }
}

/** What a promise gives, or undefined where it takes longer. */
export async function orTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
