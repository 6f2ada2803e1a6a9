import type { ReaderEvent } from "../../read/events.ts";
import type { ToolGrammar } from "../tool-grammar.ts";

/** A streamer in the shape of the host's `BaseStreamer`: hand it to `generate({ streamer })`. */
export interface StructagStreamer {
  put(value: bigint[][]): void;
  end(): void;
}

/**
 * Reads what `generate()` writes, token by token, special tokens included, and hands on the events of the reader; `sequence` counts the sequences of the batch. What a sequence gets after
 * its stop token is left out. The prompt, which the host puts first, is not read.
 */
export function createStreamer(tools: ToolGrammar, onEvent: (event: ReaderEvent, sequence: number) => void): StructagStreamer {
  const { vocabulary } = tools.grammar;
  const stops = new Set(vocabulary.stopTokenIds);
  let readers: { readonly reader: ReturnType<ToolGrammar["reader"]>; ended: boolean }[] | undefined;
  const emit = (events: readonly ReaderEvent[], sequence: number): void => {
    for (const event of events) onEvent(event, sequence);
  };
  return {
    put(value) {
      if (readers === undefined) {
        readers = value.map(() => ({ reader: tools.reader(), ended: false }));
        return;
      }
      value.forEach((ids, sequence) => {
        const state = readers?.[sequence];
        if (state === undefined) return;
        for (const id of ids) {
          if (state.ended) return;
          if (stops.has(Number(id))) {
            state.ended = true;
            emit(state.reader.finish("stop"), sequence);
          } else emit(state.reader.pushTokens([Number(id)]), sequence);
        }
      });
    },
    end() {
      readers?.forEach(({ reader, ended }, sequence) => {
        if (!ended) emit(reader.finish("length"), sequence);
      });
      readers = undefined;
    },
  };
}
