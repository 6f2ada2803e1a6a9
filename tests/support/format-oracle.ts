import { readJson } from "../../src/core/json-read.ts";
import type { Format, TagFormat } from "../../src/format/types.ts";
import { createValidator, type Validator } from "../../src/schema/validate.ts";

/**
 * A slow and simple reading of what a format means, for checking builders without the engine: from one position of a text it gives every
 * position where the format may end. Regular expressions are JavaScript's, JSON is validated as values, formats of tokens are not read.
 */
export function acceptsText(format: Format, text: string): boolean {
  return new Oracle(text).ends(format, 0, []).has(text.length);
}

class Oracle {
  readonly #text: string;
  readonly #memo = new Map<Format, Map<string, ReadonlySet<number>>>();
  readonly #validators = new Map<Format, Validator>();

  constructor(text: string) {
    this.#text = text;
  }

  /** `outer`: the end markers of the nearest tag around the format. */
  ends(format: Format, at: number, outer: readonly string[]): ReadonlySet<number> {
    let byPlace = this.#memo.get(format);
    if (byPlace === undefined) this.#memo.set(format, (byPlace = new Map()));
    const key = `${at} ${outer.join(" ")}`;
    let known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, (known = this.#compute(format, at, outer)));
    return known;
  }

  #compute(format: Format, at: number, outer: readonly string[]): ReadonlySet<number> {
    const text = this.#text;
    switch (format.type) {
      case "const_string":
        return new Set(text.startsWith(format.value, at) ? [at + format.value.length] : []);
      case "regex": {
        const pattern = new RegExp(`^(?:${format.pattern})$`, "u");
        return this.#all(at, (slice) => pattern.test(slice));
      }
      case "json_schema": {
        let validator = this.#validators.get(format);
        if (validator === undefined) this.#validators.set(format, (validator = createValidator(format.jsonSchema)));
        const check = validator;
        return this.#all(at, (slice) => /^\S(?:[\s\S]*\S)?$/.test(slice) && isValid(check, slice));
      }
      case "any_text": {
        const excludes = [...(format.excludes ?? []), ...outer];
        const max = format.maxChars ?? Number.POSITIVE_INFINITY;
        return this.#all(at, (slice) => [...slice].length <= max && !excludes.some((item) => slice.includes(item)));
      }
      case "sequence": {
        let places: ReadonlySet<number> = new Set([at]);
        for (const element of format.elements) places = this.#after(element, places, outer);
        return places;
      }
      case "or":
        return new Set(format.elements.flatMap((element) => [...this.ends(element, at, outer)]));
      case "optional":
        return new Set([at, ...this.ends(format.content, at, outer)]);
      case "star":
        return this.#repeat(format.content, new Set([at]), outer);
      case "plus":
        return this.#repeat(format.content, this.ends(format.content, at, outer), outer);
      case "tag":
        return this.#tag(format, at);
      case "tags_with_separator": {
        const first = new Set(format.tags.flatMap((tag) => [...this.#tag(tag, at)]));
        let last = first;
        const all = new Set(first);
        while (last.size > 0 && format.stopAfterFirst !== true) {
          const next = [...last]
            .filter((place) => text.startsWith(format.separator, place))
            .flatMap((place) => format.tags.flatMap((tag) => [...this.#tag(tag, place + format.separator.length)]));
          last = new Set(next.filter((place) => !all.has(place)));
          for (const place of last) all.add(place);
        }
        if (format.atLeastOne !== true) all.add(at);
        return all;
      }
      default:
        throw new Error(`the oracle does not read ${format.type}`);
    }
  }

  #tag(tag: TagFormat, at: number): ReadonlySet<number> {
    if (typeof tag.begin !== "string") throw new Error("the oracle reads text only");
    const ends = typeof tag.end === "string" ? [tag.end] : "type" in tag.end ? [] : tag.end;
    if (!this.#text.startsWith(tag.begin, at)) return new Set();
    const inside = this.ends(tag.content, at + tag.begin.length, ends);
    return new Set(
      [...inside].flatMap((place) => ends.filter((end) => this.#text.startsWith(end, place)).map((end) => place + end.length)),
    );
  }

  #after(format: Format, places: ReadonlySet<number>, outer: readonly string[]): ReadonlySet<number> {
    return new Set([...places].flatMap((place) => [...this.ends(format, place, outer)]));
  }

  #repeat(format: Format, start: ReadonlySet<number>, outer: readonly string[]): ReadonlySet<number> {
    const all = new Set(start);
    let last = start;
    while (last.size > 0) {
      last = new Set([...this.#after(format, last, outer)].filter((place) => !all.has(place)));
      for (const place of last) all.add(place);
    }
    return all;
  }

  #all(at: number, test: (slice: string) => boolean): ReadonlySet<number> {
    const out = new Set<number>();
    // A value ends at the end, or where a marker or a quote of an attribute may follow.
    for (let end = at; end <= this.#text.length; end += 1) {
      const next = this.#text[end];
      if ((next === undefined || next === "<" || next === '"') && test(this.#text.slice(at, end))) out.add(end);
    }
    return out;
  }
}

function isValid(validator: Validator, slice: string): boolean {
  try {
    return validator.validate(readJson(slice)).valid;
  } catch {
    return false;
  }
}
