import type { Diagnostic } from "../core/errors.ts";
import type { ExprId } from "../expr/kinds.ts";
import { Allowance, type WorkLimits } from "../expr/meter.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { Generation } from "./generation.ts";
import type { GrammarSource } from "./grammar-source.ts";
import { GrammarMatcher } from "./matcher.ts";

/** What a compiled grammar needs from the compiler that made it. */
export interface GrammarHost {
  readonly vocabulary: Vocabulary;
  /** @internal The generation that new matchers use. */
  generation(): Generation;
  /** @internal What each grammar may take at once. */
  readonly maxWork: WorkLimits;
  readonly specialsByFirstByte: ReadonlyMap<number, readonly { readonly id: number; readonly bytes: Uint8Array }[]>;
}

/** A grammar bound to a vocabulary. Immutable and shared by any number of matchers; its masks are computed when they are first needed and kept by the compiler. */
export class CompiledGrammar {
  readonly vocabulary: Vocabulary;
  /** What is not enforced exactly, with JSON pointers. Empty: everything is. */
  readonly diagnostics: readonly Diagnostic[];
  /** @internal What it was compiled from, for explanations. */
  readonly source: GrammarSource;
  /** @internal The work that its matchers may still cause. */
  readonly allowance: Allowance;
  readonly #host: GrammarHost;
  readonly #lower: (generation: Generation) => ExprId;
  readonly #roots = new WeakMap<Generation, { readonly root: ExprId }>();
  readonly #stops: ReadonlySet<number>;

  /** @internal Made by the compiler. */
  constructor(host: GrammarHost, lower: (generation: Generation) => ExprId, diagnostics: readonly Diagnostic[], source: GrammarSource) {
    this.vocabulary = host.vocabulary;
    this.source = source;
    this.diagnostics = diagnostics;
    this.#host = host;
    this.allowance = new Allowance(host.maxWork);
    this.#lower = lower;
    this.#stops = new Set(host.vocabulary.stopTokenIds);
    this.rootIn(host.generation());
  }

  /** A matcher at the start of the grammar. */
  matcher(): GrammarMatcher {
    return new GrammarMatcher(this, this.#host.generation());
  }

  /** @internal The root expression in a generation; lowered again where it is a new one. */
  rootIn(generation: Generation): ExprId {
    let known = this.#roots.get(generation);
    if (known === undefined) {
      generation.arena.store.meter.use(this.allowance);
      known = { root: this.#lower(generation) };
      this.#roots.set(generation, known);
    }
    return known.root;
  }

  isStopToken(token: number): boolean {
    return this.#stops.has(token);
  }

  /** @internal */
  get specialsByFirstByte(): GrammarHost["specialsByFirstByte"] {
    return this.#host.specialsByFirstByte;
  }
}
