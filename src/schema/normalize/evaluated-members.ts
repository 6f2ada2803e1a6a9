import { isJsonArray, isJsonObject, type Json } from "../../core/json.ts";
import type { Conj } from "./conjunctions.ts";
import type { ParsedPlace, Part } from "./parsed-place.ts";
import { patternFits } from "./patterns.ts";
import type { SchemaPlace } from "./places.ts";
import type { Workspace } from "./workspace.ts";

interface EvaluatingWorkspace extends Workspace {
  parsed(place: SchemaPlace): ParsedPlace;
}

/** The members of one value that its schemas have looked at: what `unevaluatedProperties` and `unevaluatedItems` leave alone. */
export class EvaluatedMembers {
  readonly #work: EvaluatingWorkspace;
  readonly #value: Json;
  readonly #keys = new Set<string>();
  readonly #items = new Set<number>();
  #all = false;

  constructor(work: EvaluatingWorkspace, value: Json) {
    this.#work = work;
    this.#value = value;
  }

  /** Adds what the schema has looked at, apart from its own `unevaluated…`. The value fits it. */
  addParts(parsed: ParsedPlace): this {
    for (const part of parsed.parts) this.#addPart(part, parsed);
    return this;
  }

  /** Whether every member that was not looked at fits. */
  othersFit(schema: Conj): boolean {
    const [work, value] = [this.#work, this.#value];
    if (this.#all) return true;
    if (isJsonObject(value)) return [...value].every(([key, member]) => this.#keys.has(key) || work.fits(member, schema));
    return !isJsonArray(value) || value.every((item, index) => this.#items.has(index) || work.fits(item, schema));
  }

  #addConj(conj: Conj): void {
    const { conjunctions, places } = this.#work;
    for (const term of conjunctions.terms(conj)) {
      const place = places.place(term);
      // What a negated schema has looked at counts for nothing.
      if ((term & 1) === 1) continue;
      if (place.kind === "union") for (const alternative of place.alternatives) this.#addWhereFits(alternative);
      else {
        const parsed = this.#work.parsed(place);
        if ((isJsonObject(this.#value) ? parsed.unevaluatedProperties : parsed.unevaluatedItems) !== undefined) this.#all = true;
        this.addParts(parsed);
      }
    }
  }

  #addWhereFits(conj: Conj): void {
    if (this.#work.fits(this.#value, conj)) this.#addConj(conj);
  }

  #addPart(part: Part, parsed: ParsedPlace): void {
    switch (part.kind) {
      case "own":
        this.#addOwn(parsed);
        return;
      case "all":
        for (const conj of part.conjs) this.#addConj(conj);
        return;
      case "any":
      case "one":
        for (const conj of part.conjs) this.#addWhereFits(conj);
        return;
      case "not":
        return;
      case "if":
        if (!this.#work.fits(this.#value, part.condition)) this.#addConj(part.otherwise);
        else for (const conj of [part.condition, part.consequence]) this.#addConj(conj);
        return;
      case "dependent":
        if (isJsonObject(this.#value) && this.#value.has(part.key)) this.#addConj(part.conj);
        return;
    }
  }

  #addOwn({ typed }: ParsedPlace): void {
    const value = this.#value;
    if (isJsonObject(value)) {
      for (const layer of typed.objects.flatMap((draft) => draft.layers)) {
        if (layer.evaluates === "all") this.#all = true;
        for (const key of value.keys())
          if (layer.properties.has(key) || layer.patterns.some((pattern) => patternFits(pattern, key))) this.#keys.add(key);
      }
    } else if (isJsonArray(value)) {
      for (const { evaluated, evaluating } of typed.arrays) {
        for (const [index, item] of value.entries()) {
          if (index < evaluated || evaluating.some((schema) => this.#work.fits(item, schema))) this.#items.add(index);
        }
      }
    }
  }
}
