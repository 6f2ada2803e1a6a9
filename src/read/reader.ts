import { fail } from "../core/errors.ts";
import { type CallIds, randomCallIds } from "./call-ids.ts";
import type { EndReason, ReaderEvent } from "./events.ts";
import { ReaderOutput } from "./output.ts";
import { TextInput } from "./text-input.ts";
import { type ReaderVocabulary, TokenInput } from "./token-input.ts";
import { type ReaderTool, ToolChecks } from "./tool-checks.ts";

/** The text that a machine has not consumed yet. A machine reads `text` from `at` on and moves `at` forward. */
export interface ReaderWindow {
  text: string;
  at: number;
}

/**
 * The reader specification that a family hands over: its state machine. `step` consumes what it can and says whether another step may
 * get further without more text; what it leaves behind `at` is held back and comes again with the next text, so it should leave no
 * more than a marker's length. `end` is told that nothing follows, and disposes of what is held back and of open regions; the open
 * call is ended as cut off afterwards. Neither throws on any text.
 */
export interface ReaderMachine {
  step(window: ReaderWindow, out: ReaderOutput): boolean;
  end(window: ReaderWindow, out: ReaderOutput): void;
}

/** What every family's reader takes. */
export interface ReaderOptions {
  /** The tools of the request. Absent: every call is taken as declared, and arguments are checked to be one JSON object only. */
  readonly tools?: readonly ReaderTool[];
  /** Default {@link randomCallIds}. */
  readonly callIds?: CallIds;
  /** Most characters (UTF-16 code units) of one call's arguments that are kept to be checked; default 16 Mi. Longer calls end invalid. */
  readonly maxArgumentLength?: number;
  /** Lets the reader take token ids; then only special tokens are markers, not the same text spelled with other tokens. */
  readonly vocabulary?: ReaderVocabulary;
}

/** Default of {@link ReaderOptions.maxArgumentLength}. */
const MAX_ARGUMENT_LENGTH = 16 * 1024 * 1024;

/**
 * Reads one message of a model. The events say the same however the text is cut, and no input makes it throw. Without tools it keeps
 * a marker's length of text at most; with tools it also keeps the arguments of the open call, up to a limit, to check them.
 */
export interface StreamReader {
  /** The next piece, as text or as UTF-8 bytes; both may be cut anywhere, inside a character too. */
  push(chunk: string | Uint8Array): readonly ReaderEvent[];
  /**
   * The next tokens. Text that merely spells a special token is text. Not to be mixed with `push` in one stream.
   * @throws StructagError `read-no-vocabulary` where the reader was made without one
   */
  pushTokens(ids: Iterable<number>): readonly ReaderEvent[];
  /** The end of the stream; `stop` unless said. The last event is `finish`. Later calls give no events. */
  finish(reason?: EndReason): readonly ReaderEvent[];
}

/** The reader of a family's machine. `markers`: the family's, for reading token ids. */
export function createStreamReader(machine: ReaderMachine, options: ReaderOptions, markers: readonly string[]): StreamReader {
  const input = new TextInput();
  const tokens = options.vocabulary === undefined ? undefined : new TokenInput(options.vocabulary, markers);
  const out = new ReaderOutput(
    new ToolChecks(options.tools),
    options.callIds ?? randomCallIds(),
    options.maxArgumentLength ?? MAX_ARGUMENT_LENGTH,
    tokens !== undefined,
  );
  const window: ReaderWindow = { text: "", at: 0 };
  let finished = false;

  const read = (text: string): void => {
    if (text === "") return;
    window.text = window.at < window.text.length ? window.text.slice(window.at) + text : text;
    window.at = 0;
    while (machine.step(window, out));
  };

  return {
    push(chunk) {
      if (finished) return [];
      read(input.push(chunk));
      return out.take();
    },
    pushTokens(ids) {
      if (tokens === undefined) {
        return fail("read-no-vocabulary", "", "the reader has no vocabulary to read tokens by", "give it the option vocabulary");
      }
      if (finished) return [];
      read(tokens.push(ids));
      return out.take();
    },
    finish(reason = "stop") {
      if (finished) return [];
      finished = true;
      read(tokens?.flush() ?? "");
      read(input.flush());
      machine.end(window, out);
      out.finish(reason);
      return out.take();
    },
  };
}
