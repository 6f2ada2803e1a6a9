import { JsonNumber } from "../../core/json.ts";
import type { NormalNode, Piece, SchemaRef } from "../normal.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import { ANY_ARRAY, ANY_NUMBER, ANY_OBJECT, ANY_STRING } from "./drafts.ts";
import type { Expander } from "./expander.ts";
import { finishArray } from "./finish-array.ts";
import { ObjectFinisher } from "./finish-object.ts";
import { ARRAYS, NUMBERS, OBJECTS, STRINGS } from "./kinds.ts";

/** Gives every conjunction that is reached from the root a node. */
export class Finisher {
  readonly work: Expander;
  readonly #refs = new Map<Conj, SchemaRef>();
  readonly #conjs: Conj[] = [];
  readonly #objects: ObjectFinisher;

  constructor(work: Expander) {
    this.work = work;
    this.#objects = new ObjectFinisher(this);
  }

  /** The node of a conjunction; it is filled in later. */
  ref(conj: Conj): SchemaRef {
    let ref = this.#refs.get(conj);
    if (ref === undefined) {
      ref = this.#conjs.push(conj) - 1;
      this.#refs.set(conj, ref);
      if (this.#conjs.length > this.work.limits.maxNodes) this.work.refuse("schema-limit-nodes", this.work.places.pathOf(conj));
    }
    return ref;
  }

  conj(ref: SchemaRef): Conj {
    return this.#conjs[ref];
  }

  nodes(): NormalNode[] {
    const nodes: NormalNode[] = [];
    for (let ref = 0; ref < this.#conjs.length; ref += 1) {
      const conj = this.#conjs[ref];
      const path = this.work.places.pathOf(conj);
      nodes.push({ path, ...this.#pieces(conj, path) });
    }
    return nodes;
  }

  #pieces(conj: Conj, path: string): Pick<NormalNode, "pieces" | "any"> {
    const { work } = this;
    const pieces: Piece[] = [];
    const nothing = work.fits(null, conj);
    if (nothing) pieces.push({ type: "null" });
    const [yes, no] = [work.fits(true, conj), work.fits(false, conj)];
    if (yes && no) pieces.push({ type: "boolean" });
    const numbers = work.drafts(NUMBERS, conj);
    const strings = work.drafts(STRINGS, conj);
    const arrays = work.drafts(ARRAYS, conj);
    const objects = work.drafts(OBJECTS, conj);
    const literals = work.literals(conj).filter((value) => {
      if (value === null || typeof value === "boolean") return false;
      // What an unconstrained type covers need not be listed.
      if (typeof value === "string") return strings[0] !== ANY_STRING;
      return !(value instanceof JsonNumber) || numbers[0] !== ANY_NUMBER;
    });
    if (yes !== no) literals.push(yes);
    if (literals.length > 0) pieces.unshift({ type: "literals", values: literals });
    pieces.push(...numbers, ...strings);
    for (const draft of arrays) pieces.push(finishArray(this, draft, path));
    for (const draft of objects) pieces.push(this.#objects.finish(draft, path));
    const any =
      nothing &&
      yes &&
      no &&
      numbers[0] === ANY_NUMBER &&
      strings[0] === ANY_STRING &&
      arrays[0] === ANY_ARRAY &&
      objects[0] === ANY_OBJECT;
    return { pieces, any };
  }

  /** The texts that a conjunction allows, where there are finitely many. */
  finiteTexts(conj: Conj): readonly string[] | undefined {
    if (conj === ANY || this.work.drafts(STRINGS, conj).length > 0) return undefined;
    return this.work.literals(conj).filter((value) => typeof value === "string");
  }
}
