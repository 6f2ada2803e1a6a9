import type { CountedWay, KeyClass, ObjectPiece, SchemaRef, StringCheck } from "../normal.ts";
import { ANY, type Conj, NEVER } from "./conjunctions.ts";
import { type Counted, countedWays } from "./counted-ways.ts";
import type { ObjectDraft, SomeDraft } from "./drafts.ts";
import type { Finisher } from "./finish.ts";
import { type KeyClassDraft, keyClasses } from "./key-classes.ts";
import { valueAt } from "./layers.ts";
import { keyFits } from "./settled-object.ts";

/** What the layers and names of a draft come to; drafts with the same ones share it. */
interface Members {
  readonly properties: ReadonlyMap<string, Conj>;
  readonly classes: readonly KeyClassDraft[];
  /** The node of `names`, where undeclared keys are still bound by it. */
  readonly names: Conj;
}

/** Puts the layers of objects together. */
export class ObjectFinisher {
  readonly #finisher: Finisher;
  readonly #known = new Map<string, Members>();

  constructor(finisher: Finisher) {
    this.#finisher = finisher;
  }

  finish(draft: ObjectDraft, path: string): ObjectPiece {
    const finisher = this.#finisher;
    const members = this.#members(draft, path);
    const properties = new Map<string, SchemaRef>();
    for (const [key, value] of members.properties) properties.set(key, finisher.ref(value));
    const declare = (key: string): void => {
      if (!properties.has(key)) properties.set(key, finisher.ref(valueAt(finisher.work, draft, key)));
    };
    for (const key of draft.required) declare(key);
    const required = this.#requiredInOrder(draft, properties);
    const needed = new Set(required);
    const implications = draft.implications
      .filter(({ present }) => !needed.has(present))
      .map(({ present, requires }) => ({ present, requires: requires.filter((key) => key !== present && !needed.has(key)) }))
      .filter(({ requires }) => requires.length > 0);
    for (const { present, requires } of implications) for (const key of [present, ...requires]) declare(key);
    const counting = draft.some.length > 0;
    return {
      type: "object",
      properties,
      required,
      keyClasses: counting
        ? members.classes.flatMap((keyClass) => this.#countedClass(keyClass, draft, members, path))
        : members.classes.map(({ matching, notMatching, value }) => ({ matching, notMatching, value: finisher.ref(value) })),
      ...(members.names === ANY ? {} : { names: finisher.ref(members.names) }),
      minProperties: Math.max(draft.min, required.length),
      ...(draft.max === Number.POSITIVE_INFINITY ? {} : { maxProperties: draft.max }),
      implications,
      ...(counting ? { counted: this.#countedKeys(draft, members, properties, path) } : {}),
      some: draft.some.map(({ matching, notMatching, except, names, value }) => ({
        matching,
        notMatching,
        except,
        ...(names === ANY ? {} : { names: finisher.ref(names) }),
        value: finisher.ref(value),
      })),
    };
  }

  #countedKeys(
    draft: ObjectDraft,
    members: Members,
    properties: ReadonlyMap<string, SchemaRef>,
    path: string,
  ): Map<string, readonly CountedWay[]> {
    const { work } = this.#finisher;
    const counted = new Map<string, readonly CountedWay[]>();
    for (const key of properties.keys()) {
      const asking = draft.some.flatMap((some, entry) => (!keyFits(some, key) || !work.fits(key, some.names) ? [] : [asked(some, entry)]));
      if (asking.length > 0)
        counted.set(key, countedWays(this.#finisher, members.properties.get(key) ?? valueAt(work, draft, key), asking, path));
    }
    return counted;
  }

  /** The class, divided by the names that entries of `some` ask for. */
  #countedClass(keyClass: KeyClassDraft, draft: ObjectDraft, members: Members, path: string): KeyClass[] {
    const finisher = this.#finisher;
    const { conjunctions, places } = finisher.work;
    let parts: { readonly names: Conj; readonly asking: readonly Counted[] }[] = [{ names: ANY, asking: [] }];
    for (const [entry, some] of draft.some.entries()) {
      if (!isInside(keyClass, some)) continue;
      parts = parts.flatMap(({ names, asking }) => {
        const inside = { names: conjunctions.and(names, some.names), asking: [...asking, asked(some, entry)] };
        return some.names === ANY ? [inside] : [inside, { names: conjunctions.and(names, places.not(some.names)), asking }];
      });
      if (parts.length > finisher.work.limits.maxKeyClasses) finisher.work.refuse("schema-limit-key-classes", path);
    }
    return parts
      .filter(({ names }) => conjunctions.and(names, members.names) !== NEVER)
      .map(({ names, asking }) => ({
        matching: keyClass.matching,
        notMatching: keyClass.notMatching,
        ...(names === ANY ? {} : { names: finisher.ref(names) }),
        value: finisher.ref(keyClass.value),
        counted: countedWays(finisher, keyClass.value, asking, path),
      }));
  }

  /** All keys that are required, also by implications of required ones, in the order of `properties`. */
  #requiredInOrder(draft: ObjectDraft, properties: Map<string, SchemaRef>): readonly string[] {
    const needed = new Set(draft.required);
    for (let grown = draft.implications.length > 0; grown; ) {
      const before = needed.size;
      for (const { present, requires } of draft.implications) if (needed.has(present)) for (const key of requires) needed.add(key);
      grown = needed.size > before;
    }
    for (const key of needed) if (!properties.has(key)) properties.set(key, this.#finisher.ref(valueAt(this.#finisher.work, draft, key)));
    return [...properties.keys()].filter((key) => needed.has(key));
  }

  #members(draft: ObjectDraft, path: string): Members {
    const apart = draft.some.flatMap((some) => [...some.matching, ...some.notMatching]);
    const name = `${draft.layers.map((layer) => layer.id).join()};${draft.names};${JSON.stringify(apart.map((check) => check.source))};${JSON.stringify(draft.some.map((some) => some.except))}`;
    let members = this.#known.get(name);
    if (members === undefined) {
      members = this.#assemble(draft, apart, path);
      this.#known.set(name, members);
    }
    return members;
  }

  #assemble(draft: ObjectDraft, apart: readonly StringCheck[], path: string): Members {
    const { work } = this.#finisher;
    const properties = new Map<string, Conj>();
    const declare = (key: string): void => {
      if (!properties.has(key)) properties.set(key, valueAt(work, draft, key));
    };
    for (const layer of draft.layers) for (const key of layer.properties.keys()) declare(key);
    for (const some of draft.some) some.except.forEach(declare);
    const closed = draft.layers.some((layer) => layer.openness === "closes") && !draft.layers.some((layer) => layer.openness === "opens");
    const texts = this.#finisher.finiteTexts(draft.names);
    if (texts === undefined) return { properties, classes: keyClasses(work, draft, closed, apart, path), names: draft.names };
    // Names that can be listed are declared, unless the object is closed against them.
    if (!closed) texts.forEach(declare);
    return { properties, classes: [], names: ANY };
  }
}

function asked(some: SomeDraft, entry: number): Counted {
  return { entry, schema: some.value, excludes: false, asked: true };
}

/** Whether the keys of the class fit the checks; every pattern of the checks was decided for the class. */
function isInside(keyClass: KeyClassDraft, some: SomeDraft): boolean {
  const has = (checks: readonly StringCheck[], source: string): boolean => checks.some((check) => check.source === source);
  return (
    some.matching.every((check) => has(keyClass.matching, check.source)) &&
    !some.notMatching.some((check) => has(keyClass.matching, check.source))
  );
}
