import type { Diagnostic } from "../../core/errors.ts";
import { toNative } from "../../core/json.ts";
import type { Format } from "../../format/types.ts";
import { writeStructuralTag } from "../../format/write.ts";
import { applyTokenMask } from "../../matcher/bitmask.ts";
import type { CompiledGrammar } from "../../matcher/compiled-grammar.ts";
import { type ForTargetOptions, forTarget } from "../../serve/targets/for-target.ts";
import { TokenGuide, type TokenGuideOptions } from "../token-guide.ts";

/** A logit processor in the shape of WebLLM's (tested against the types of 0.2.86). */
export interface WebLlmLogitProcessor {
  processLogits(logits: Float32Array): Float32Array;
  processSampledToken(token: number): void;
  resetState(): void;
}

/**
 * Holds what a WebLLM engine generates to a grammar. WebLLM takes its processors when the engine is made, so one processor serves all requests: tell it the grammar before each of them. Without a grammar
 * it changes nothing. After the end of an output it lets stop tokens through only.
 */
export class GrammarLogitProcessor implements WebLlmLogitProcessor {
  #guide: TokenGuide | undefined;
  #again: (() => TokenGuide) | undefined;

  /** The grammar of the next outputs, from their first token on; undefined for none. */
  use(grammar: CompiledGrammar | undefined, options: TokenGuideOptions = {}): void {
    this.#again = grammar === undefined ? undefined : () => new TokenGuide(grammar, options);
    this.#guide = this.#again?.();
  }

  /** Writes -Infinity to the logits of all tokens that the grammar does not allow, in place. */
  processLogits(logits: Float32Array): Float32Array {
    const guide = this.#guide;
    if (guide !== undefined) applyTokenMask(logits, guide.isTerminated ? guide.stopMask : guide.mask());
    return logits;
  }

  /** @throws StructagError `host-token-refused` */
  processSampledToken(token: number): void {
    if (this.#guide?.isTerminated === false) this.#guide.accept(token);
  }

  /** Back to the start of the same grammar, as the engine asks for it when a chat begins anew. */
  resetState(): void {
    this.#guide = this.#again?.();
  }
}

/** A `response_format` for WebLLM, and what of the tag its engine does not hold. */
export interface WebLlmResponseFormat {
  readonly responseFormat: { readonly type: "structural_tag"; readonly structural_tag: object };
  /** Empty unless loosening was allowed. */
  readonly loosened: readonly Diagnostic[];
}

/**
 * A structural tag as WebLLM's `response_format`, written with the formats that its XGrammar has, with the same language.
 * @throws StructagError the codes of `forTarget` where the engine can't hold it
 */
export function webLlmResponseFormat(format: Format, options: ForTargetOptions = {}): WebLlmResponseFormat {
  const output = forTarget(format, "web-llm", options);
  if (output.kind !== "structural_tag") throw new TypeError("web-llm takes structural tags");
  return {
    responseFormat: { type: "structural_tag", structural_tag: toNative(writeStructuralTag(output.format)) as object },
    loosened: output.loosened,
  };
}
