import type { OutputGrammar } from "../models/build.ts";
import type { Family } from "../models/family.ts";
import type { CallIds } from "../read/call-ids.ts";
import type { StreamReader } from "../read/reader.ts";
import type { ReaderVocabulary } from "../read/token-input.ts";

/** The reader of what a family's model writes on a request. */
export function readerOf(family: Family, output: OutputGrammar, callIds: CallIds | undefined, vocabulary?: ReaderVocabulary): StreamReader {
  return family.reader({
    tools: output.request.functions,
    promptOpens: output.promptOpens,
    ...(callIds === undefined ? {} : { callIds }),
    ...(vocabulary === undefined ? {} : { vocabulary }),
  });
}
