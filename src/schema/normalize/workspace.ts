import { fail } from "../../core/errors.ts";
import type { Json } from "../../core/json.ts";
import { ANY, type Conj, type Conjunctions, NEVER } from "./conjunctions.ts";
import { ANY_OBJECT, type ObjectDraft } from "./drafts.ts";
import { newLayer } from "./layers.ts";
import type { NormalizeLimits } from "./options.ts";
import type { Places } from "./places.ts";

export type LimitCode =
  | "schema-limit-nodes"
  | "schema-limit-pieces"
  | "schema-limit-steps"
  | "schema-limit-depth"
  | "schema-limit-key-classes"
  | "schema-limit-counted"
  | "schema-limit-negation";

const HINTS: Readonly<Record<LimitCode, string>> = {
  "schema-limit-nodes": "make the schema smaller, or raise limits.maxNodes",
  "schema-limit-pieces": "use fewer alternatives, give them a required property with different constants, or raise limits.maxPieces",
  "schema-limit-steps": "use fewer alternatives, give them a required property with different constants, or raise limits.maxSteps",
  "schema-limit-depth": "nest fewer schemas and references, or raise limits.maxDepth",
  "schema-limit-key-classes": "use fewer patterns that can match the same key, or raise limits.maxKeyClasses",
  "schema-limit-counted": "use fewer `contains` for one array, or fewer negations of objects, or raise limits.maxCounted",
  "schema-limit-negation": "write the schema without the negation",
};

const MESSAGES: Readonly<Record<LimitCode, string>> = {
  "schema-limit-nodes": "the schema has too many different parts",
  "schema-limit-pieces": "the combinators here unfold into too many alternatives",
  "schema-limit-steps": "the combinators take too many steps to work out",
  "schema-limit-depth": "schemas and references are nested too deep here",
  "schema-limit-key-classes": "the patterns for keys of this object overlap in too many ways",
  "schema-limit-counted": "too many conditions of the kind 'at least one' apply to one array or object",
  "schema-limit-negation": "the negation of this schema can't be written out",
};

/** What conjunctions and complements of drafts need from the whole. */
export interface Workspace {
  readonly places: Places;
  readonly conjunctions: Conjunctions;
  readonly limits: NormalizeLimits;
  /** Whether a conjunction is found to have no value without looking deep. */
  isPlainlyEmpty(conj: Conj): boolean;
  /** Whether a value fits a conjunction. */
  fits(value: Json, conj: Conj): boolean;
  /** Objects that lack the key. */
  withoutKey(key: string): ObjectDraft;
  /** Objects that have the key with a value that fits; `undefined` for {@link NEVER}. */
  withValue(key: string, value: Conj): ObjectDraft | undefined;
  /** Ends the normalisation with a limit's code. */
  refuse(code: LimitCode, path: string): never;
}

export function refuse(code: LimitCode, path: string): never {
  return fail(code, path, MESSAGES[code], HINTS[code]);
}

/** Objects told by one key, one draft each, so that equal conditions stay one. */
export class KeyDrafts {
  readonly #drafts = new Map<string, ObjectDraft>();

  without(key: string): ObjectDraft {
    return this.#made(`-${key}`, key, NEVER, []);
  }

  withValue(key: string, value: Conj): ObjectDraft | undefined {
    return value === NEVER ? undefined : this.#made(`${value}+${key}`, key, value, [key]);
  }

  #made(name: string, key: string, value: Conj, required: readonly string[]): ObjectDraft {
    let draft = this.#drafts.get(name);
    if (draft === undefined) {
      const layer = newLayer({
        properties: new Map([[key, value]]),
        patterns: [],
        additional: ANY,
        evaluates: "none",
        single: key,
        openness: "neutral",
      });
      draft = { ...ANY_OBJECT, layers: value === ANY ? [] : [layer], required };
      this.#drafts.set(name, draft);
    }
    return draft;
  }
}
