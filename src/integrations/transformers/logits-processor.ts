import { fail } from "../../core/errors.ts";
import { applyTokenMask } from "../../matcher/bitmask.ts";
import type { CompiledGrammar } from "../../matcher/compiled-grammar.ts";
import { TokenGuide } from "../token-guide.ts";
import type { TransformersLogitsCall, TransformersTensor } from "./host.ts";

export interface LogitsProcessorOptions {
  /** Most tokens of an output, the stop token not counted, so that no output is cut off; `max_new_tokens` less one. Default: no limit. */
  readonly maxTokens?: number | undefined;
}

/** One logits processor in the shape of the host's `LogitsProcessorList`: hand it to `generate({ logits_processor })`. */
export interface StructagLogitsProcessorList extends Iterable<TransformersLogitsCall> {
  (inputIds: readonly (readonly bigint[])[], logits: TransformersTensor): never;
  readonly processors: TransformersLogitsCall[];
  /** Custom processors of one's own may follow; what they change is not checked before the next step. */
  push(item: never): void;
  extend(items: never): void;
  _call(inputIds: readonly (readonly bigint[])[], logits: TransformersTensor): never;
  [Symbol.iterator](): ArrayIterator<TransformersLogitsCall>;
}

/**
 * Holds the outputs of `generate()` to a grammar: before each step every token that could not go on to a complete output gets the score -Infinity. Sequences of a batch go their own ways;
 * one grammar serves them all, or each has its own. A sequence that has ended gets stop tokens until the others have.
 *
 * It serves one call of `generate()`, or further calls that go on with its output. Beam search reorders sequences and is refused where that shows.
 * @throws StructagError when called by the host: `host-batch`, `host-sequence-changed`, `host-token-refused`, `host-logits`, and the codes of {@link GrammarMatcher.nextTokenMask}
 */
export function createLogitsProcessor(
  grammar: CompiledGrammar | readonly CompiledGrammar[],
  options: LogitsProcessorOptions = {},
): StructagLogitsProcessorList {
  const sequences = new GuidedSequences(grammar, options);
  return processorList((inputIds, logits) => {
    sequences.follow(inputIds);
    return maskLogits(logits, sequences.guides);
  });
}

/** A list of one processor, callable as the host's own is. */
export function processorList(call: TransformersLogitsCall): StructagLogitsProcessorList {
  const processors: TransformersLogitsCall[] = [call];
  const all = (inputIds: readonly (readonly bigint[])[], logits: TransformersTensor): TransformersTensor =>
    processors.reduce((scores, processor) => processor(inputIds, scores), logits);
  return Object.assign(all, {
    processors,
    push: (item: TransformersLogitsCall) => void processors.push(item),
    extend: (items: readonly TransformersLogitsCall[]) => void processors.push(...items),
    _call: all,
    [Symbol.iterator]: () => processors.values(),
  }) as unknown as StructagLogitsProcessorList;
}

/** The sequences of one generation, followed by what the host adds to its ids. */
class GuidedSequences {
  guides: readonly TokenGuide[] = [];
  readonly #grammars: CompiledGrammar | readonly CompiledGrammar[];
  readonly #options: LogitsProcessorOptions;
  /** For each sequence how many ids were seen, and the last one. */
  #seen: { length: number; last: bigint | undefined }[] = [];

  constructor(grammars: CompiledGrammar | readonly CompiledGrammar[], options: LogitsProcessorOptions) {
    this.#grammars = grammars;
    this.#options = options;
    for (const grammar of isList(grammars) ? grammars : [grammars]) {
      if (grammar.vocabulary.stopTokenIds.length > 0) continue;
      fail(
        "host-no-stop-token",
        "/grammar",
        "the vocabulary has no stop token, so no output could end",
        "give vocabularyFromTransformers the model or stopTokenIds",
      );
    }
  }

  follow(inputIds: readonly (readonly bigint[])[]): void {
    if (this.#seen.length === 0) this.#start(inputIds);
    if (inputIds.length !== this.#seen.length) {
      fail("host-batch", "/input_ids", `the batch had ${this.#seen.length} sequences and has ${inputIds.length} now`, ONE_CALL);
    }
    inputIds.forEach((ids, row) => {
      const seen = this.#seen[row];
      if (ids.length < seen.length || (seen.length > 0 && ids[seen.length - 1] !== seen.last)) {
        fail("host-sequence-changed", `/input_ids/${row}`, "the ids do not go on with those of the step before", ONE_CALL);
      }
      const guide = this.guides[row];
      for (let at = seen.length; at < ids.length; at += 1) if (!guide.isTerminated) guide.accept(Number(ids[at]));
      seen.length = ids.length;
      seen.last = ids[ids.length - 1];
    });
  }

  /** The first step holds the prompts. */
  #start(inputIds: readonly (readonly bigint[])[]): void {
    const grammars = this.#grammars;
    if (isList(grammars) && grammars.length !== inputIds.length) {
      fail(
        "host-batch",
        "/grammar",
        `there are ${grammars.length} grammars for ${inputIds.length} sequences`,
        "give one grammar, or one for each sequence",
      );
    }
    this.guides = inputIds.map((_, row) => new TokenGuide(isList(grammars) ? grammars[row] : grammars, this.#options));
    this.#seen = inputIds.map((ids) => ({ length: ids.length, last: ids[ids.length - 1] }));
  }
}

const ONE_CALL = "make a processor for each call of generate(), and use no beam search";

function isList(grammars: CompiledGrammar | readonly CompiledGrammar[]): grammars is readonly CompiledGrammar[] {
  return Array.isArray(grammars);
}

/** Applies the mask of each sequence to its row. */
export function maskLogits(logits: TransformersTensor, guides: readonly TokenGuide[]): TransformersTensor {
  const width = logits.dims[logits.dims.length - 1];
  const { data } = logits;
  if (!(data instanceof Float32Array) || width === undefined || data.length !== width * guides.length) {
    fail(
      "host-logits",
      "/logits",
      `scores are a float32 tensor of ${guides.length} rows`,
      "this is what transformers.js 4.3 hands to logits processors",
    );
  }
  guides.forEach((guide, row) => {
    const scores = guides.length === 1 ? data : data.subarray(row * width, (row + 1) * width);
    applyTokenMask(scores, guide.isTerminated ? guide.stopMask : guide.mask());
  });
  return logits;
}
