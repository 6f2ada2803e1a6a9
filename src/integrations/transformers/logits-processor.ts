import { fail } from "../../core/errors.ts";
import { applyTokenMask } from "../../matcher/bitmask.ts";
import type { CompiledGrammar } from "../../matcher/compiled-grammar.ts";
import type { TokenMask } from "../../matcher/token-mask.ts";
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
  /** Custom processors of one's own may follow. They may lower scores, but not raise those of forbidden tokens. */
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
  const masker = new ScoreMasker();
  return processorList((inputIds, logits) => {
    sequences.follow(inputIds);
    return masker.apply(logits, sequences.guides);
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

/**
 * Applies the masks of all sequences to the scores of a step. Where few tokens are allowed, their scores are copied into a tensor that is kept from step to step and holds -Infinity
 * everywhere else, which saves writing the whole width each time; else the scores are changed in place.
 */
export class ScoreMasker {
  #kept: { readonly tensor: TransformersTensor; readonly data: Float32Array; readonly width: number } | undefined;
  #written: number[] = [];

  apply(logits: TransformersTensor, guides: readonly TokenGuide[]): TransformersTensor {
    const { data, dims } = logits;
    const width = dims[dims.length - 1];
    if (!(data instanceof Float32Array) || width === undefined || data.length !== width * guides.length) {
      fail(
        "host-logits",
        "/logits",
        `scores are a float32 tensor of ${guides.length} rows`,
        "this is what transformers.js 4.3 hands to logits processors",
      );
    }
    const masks = guides.map((guide) => (guide.isTerminated ? guide.stopMask : guide.mask()));
    if (masks.every(({ words, added }) => words === null && added.length <= MAX_COPIED)) return this.#copy(logits, data, width, masks);
    masks.forEach((mask, row) => {
      applyTokenMask(masks.length === 1 ? data : data.subarray(row * width, (row + 1) * width), mask);
    });
    return logits;
  }

  #copy(logits: TransformersTensor, from: Float32Array, width: number, masks: readonly TokenMask[]): TransformersTensor {
    let kept = this.#kept;
    if (kept === undefined || kept.data.length !== from.length || kept.width !== width) {
      const data = new Float32Array(from.length).fill(Number.NEGATIVE_INFINITY);
      const Tensor = logits.constructor as new (type: string, data: Float32Array, dims: readonly number[]) => TransformersTensor;
      kept = { tensor: new Tensor("float32", data, [...logits.dims]), data, width };
      this.#kept = kept;
      this.#written = [];
    }
    const { data, tensor } = kept;
    for (const at of this.#written) data[at] = Number.NEGATIVE_INFINITY;
    const written: number[] = [];
    masks.forEach(({ added }, row) => {
      for (const id of added) {
        // Ids past the scores are in the vocabulary alone.
        if (id >= width) continue;
        const at = row * width + id;
        data[at] = from[at];
        written.push(at);
      }
    });
    this.#written = written;
    return tensor;
  }
}

/** Masks with more tokens are written in place. */
const MAX_COPIED = 8192;
