import { ExprArena } from "../expr/arena.ts";
import type { ByteSet } from "../expr/byte-set.ts";
import { Front } from "../expr/front.ts";
import { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { FinishPlanner } from "./finish.ts";
import { MaskCache } from "./mask-cache.ts";
import { unwritableBytes } from "./writable.ts";

/**
 * One arena with everything that is derived from it: transitions, fronts and token masks. Ids of one generation mean nothing in another. When a generation has spent its memory a new
 * one takes the new work; matchers hold theirs until they are done.
 */
export class Generation {
  readonly vocabulary: Vocabulary;
  readonly arena: ExprArena;
  readonly transitions: Transitions;
  readonly front: Front;
  readonly masks: MaskCache;
  readonly finish: FinishPlanner;
  /** Bytes of texts that no text token has; undefined where there are none. */
  readonly unwritable: ByteSet | undefined;

  constructor(vocabulary: Vocabulary, maxNodes: number | undefined) {
    this.vocabulary = vocabulary;
    this.arena = new ExprArena(maxNodes === undefined ? {} : { maxNodes });
    this.transitions = new Transitions(this.arena);
    this.front = new Front(this.arena);
    this.masks = new MaskCache(this.arena, this.transitions, this.front, vocabulary);
    this.unwritable = unwritableBytes(vocabulary);
    this.finish = new FinishPlanner(this);
  }

  /** Bytes held: nodes, rows and masks. */
  get byteLength(): number {
    return this.arena.store.byteLength + this.transitions.rowCount * 1024 + this.masks.byteLength;
  }
}
