import type { Json } from "../../core/json.ts";
import type { Draft } from "../validate/drafts.ts";

/** How far normalisation may go. Past a limit it ends with the limit's code (see `docs/limits.md`). */
export interface NormalizeLimits {
  /** Nodes of the result; default 50,000. `schema-limit-nodes`. */
  readonly maxNodes: number;
  /** Alternatives of one JSON type that one conjunction of schemas may unfold into; default 1,000. `schema-limit-pieces`. */
  readonly maxPieces: number;
  /** Conjunctions of two alternatives in all; default 20,000. `schema-limit-steps`. */
  readonly maxSteps: number;
  /** Schemas inside one another along `allOf`, `anyOf`, `$ref`, …, without going into a member; default 400. `schema-limit-depth`. */
  readonly maxDepth: number;
  /** Classes of undeclared keys that the patterns of one object tell apart; default 128. `schema-limit-key-classes`. */
  readonly maxKeyClasses: number;
  /** Conditions that are counted at one item or member (`contains`, negated conditions on all members); each doubles its ways; default 5. `schema-limit-counted`. */
  readonly maxCounted: number;
}

const DEFAULT_LIMITS: NormalizeLimits = {
  maxNodes: 50_000,
  maxPieces: 1_000,
  maxSteps: 20_000,
  maxDepth: 400,
  maxKeyClasses: 128,
  maxCounted: 5,
};

export interface NormalizeOptions {
  /** The draft of schemas that name none by `$schema`. Default `mixed`: 2020-12 together with what only older drafts have. */
  readonly draft?: Draft;
  /** Whether the formats that the standard defines are asserted; default `assert`. */
  readonly formats?: "assert" | "annotate";
  /** Documents that references may lead to, by URI. Nothing is ever fetched. */
  readonly documents?: ReadonlyMap<string, Json>;
  /**
   * Default false. True: an object schema that declares keys but says nothing about others allows no others, and a list of item schemas that says nothing about further items allows none.
   * What all schemas of one conjunction declare counts together.
   */
  readonly closed?: boolean;
  /** What happens at a combinator that would pass a limit: an error (default), or a weaker reading of it with a `loosened` diagnostic. */
  readonly onLimit?: "error" | "loosen";
  readonly limits?: Partial<NormalizeLimits>;
}

export function limitsOf(options: NormalizeOptions): NormalizeLimits {
  return { ...DEFAULT_LIMITS, ...options.limits };
}
