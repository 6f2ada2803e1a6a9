import type { NormalNode, Piece, SchemaRef } from "../normal.ts";
import { ANY, type Conj } from "./conjunctions.ts";
import type { Expander } from "./expander.ts";
import { EVERYTHING, type Expansion } from "./expansion.ts";
import { finishArray } from "./finish-array.ts";
import { ObjectFinisher } from "./finish-object.ts";

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
      const expansion = this.work.expand(conj);
      nodes.push({ path, pieces: this.#pieces(expansion, path), any: isEverything(expansion) });
    }
    return nodes;
  }

  #pieces(expansion: Expansion, path: string): Piece[] {
    const pieces: Piece[] = [];
    if (expansion.literals.size > 0) pieces.push({ type: "literals", values: [...expansion.literals.values()] });
    if (expansion.null) pieces.push({ type: "null" });
    if (expansion.boolean) pieces.push({ type: "boolean" });
    pieces.push(...expansion.numbers, ...expansion.strings);
    for (const draft of expansion.arrays) pieces.push(finishArray(this, draft, path));
    for (const draft of expansion.objects) pieces.push(this.#objects.finish(draft, path));
    return pieces;
  }

  /** The texts that a conjunction allows, where there are finitely many. */
  finiteTexts(conj: Conj): readonly string[] | undefined {
    if (conj === ANY) return undefined;
    const { literals, strings } = this.work.expand(conj);
    return strings.length > 0 ? undefined : [...literals.values()].filter((value) => typeof value === "string");
  }
}

function isEverything(expansion: Expansion): boolean {
  return (
    expansion === EVERYTHING ||
    (expansion.null &&
      expansion.boolean &&
      expansion.numbers[0] === EVERYTHING.numbers[0] &&
      expansion.strings[0] === EVERYTHING.strings[0] &&
      expansion.arrays[0] === EVERYTHING.arrays[0] &&
      expansion.objects[0] === EVERYTHING.objects[0])
  );
}
