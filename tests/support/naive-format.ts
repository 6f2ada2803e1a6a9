/** The formats that the naive matcher reads, as their JSON is. */
export type NaiveFormat =
  | { readonly type: "const_string"; readonly value: string }
  | { readonly type: "any_text"; readonly excludes?: readonly string[]; readonly max_chars?: number }
  | { readonly type: "sequence" | "or"; readonly elements: readonly NaiveFormat[] }
  | { readonly type: "optional" | "star" | "plus"; readonly content: NaiveFormat }
  | { readonly type: "repeat"; readonly min: number; readonly max: number; readonly content: NaiveFormat }
  | NaiveTag
  | {
      readonly type: "tags_with_separator";
      readonly tags: readonly NaiveTag[];
      readonly separator: string;
      readonly at_least_one?: boolean;
      readonly stop_after_first?: boolean;
    }
  | {
      readonly type: "triggered_tags";
      readonly triggers: readonly string[];
      readonly tags: readonly NaiveTag[];
      readonly excludes?: readonly string[];
      readonly at_least_one?: boolean;
      readonly stop_after_first?: boolean;
    }
  | {
      readonly type: "dispatch";
      readonly rules: readonly (readonly [string, NaiveFormat])[];
      readonly loop?: boolean;
      readonly excludes?: readonly string[];
    };

export interface NaiveTag {
  readonly type: "tag";
  readonly begin: string;
  readonly content: NaiveFormat;
  readonly end: string | readonly string[];
}

/** Whether a text is one of a format, by trying every split of it: nothing is shared with the engine. */
export function naiveAccepts(format: NaiveFormat, text: string): boolean {
  return ends(format, text, 0, []).has(text.length);
}

/** All places where a format that starts at `at` may end; `outer`: the ends of the nearest tag around it. */
function ends(format: NaiveFormat, text: string, at: number, outer: readonly string[]): Set<number> {
  switch (format.type) {
    case "const_string":
      return new Set(text.startsWith(format.value, at) ? [at + format.value.length] : []);
    case "any_text": {
      const excludes = [...(format.excludes ?? []), ...outer];
      const most = format.max_chars ?? Number.POSITIVE_INFINITY;
      return placesFrom(text, at, (piece) => piece.length <= most && !excludes.some((exclude) => piece.includes(exclude)));
    }
    case "sequence":
      return format.elements.reduce((places, element) => after(places, (place) => ends(element, text, place, outer)), new Set([at]));
    case "or":
      return new Set(format.elements.flatMap((element) => [...ends(element, text, at, outer)]));
    case "optional":
      return new Set([at, ...ends(format.content, text, at, outer)]);
    case "star":
      return closure(new Set([at]), (place) => ends(format.content, text, place, outer));
    case "plus":
      return closure(ends(format.content, text, at, outer), (place) => ends(format.content, text, place, outer));
    case "repeat": {
      let places = new Set([at]);
      const all = new Set(format.min === 0 ? [at] : []);
      for (let count = 1; count <= format.max; count += 1) {
        places = after(places, (place) => ends(format.content, text, place, outer));
        if (count >= format.min) for (const place of places) all.add(place);
      }
      return all;
    }
    case "tag":
      return text.startsWith(format.begin, at) ? bodyEnds(format, text, at + format.begin.length) : new Set();
    case "tags_with_separator": {
      const first = tagEnds(format.tags, text, at);
      const next = (place: number): Set<number> =>
        text.startsWith(format.separator, place) ? tagEnds(format.tags, text, place + format.separator.length) : new Set();
      const all = format.stop_after_first === true ? first : closure(first, next);
      return format.at_least_one === true ? all : new Set([at, ...all]);
    }
    case "triggered_tags": {
      if (format.at_least_one === true && format.stop_after_first === true) return tagEnds(format.tags, text, at);
      const bodies = format.tags.map((tag) => {
        const trigger = format.triggers.find((candidate) => tag.begin.startsWith(candidate))!;
        const rest = tag.begin.slice(trigger.length);
        const body = (place: number): Set<number> => (text.startsWith(rest, place) ? bodyEnds(tag, text, place + rest.length) : new Set());
        return { trigger, body };
      });
      const loop = format.stop_after_first !== true;
      const run = (place: number): Set<number> => dispatched(text, place, bodies, [...(format.excludes ?? []), ...outer], loop);
      return format.at_least_one === true ? after(tagEnds(format.tags, text, at), run) : run(at);
    }
    case "dispatch": {
      const bodies = format.rules.map(([trigger, body]) => ({ trigger, body: (place: number) => ends(body, text, place, outer) }));
      return dispatched(text, at, bodies, format.excludes ?? [], format.loop !== false);
    }
  }
}

function tagEnds(tags: readonly NaiveTag[], text: string, at: number): Set<number> {
  return new Set(tags.flatMap((tag) => [...ends(tag, text, at, [])]));
}

function bodyEnds({ content, end }: NaiveTag, text: string, at: number): Set<number> {
  const closing = typeof end === "string" ? [end] : end;
  const inner = closing.filter((marker) => marker !== "");
  return after(
    ends(content, text, at, inner),
    (place) => new Set(closing.filter((marker) => text.startsWith(marker, place)).map((marker) => place + marker.length)),
  );
}

/** Free text up to a trigger, its body, and again; a trigger that completes rules out free text, but not a longer trigger that it begins. */
function dispatched(
  text: string,
  start: number,
  bodies: readonly { readonly trigger: string; readonly body: (place: number) => Set<number> }[],
  excludes: readonly string[],
  loop: boolean,
): Set<number> {
  const stops = [...bodies.map(({ trigger }) => trigger), ...excludes];
  const free = (from: number): Set<number> => placesFrom(text, from, (piece) => !stops.some((stop) => piece.includes(stop)));
  const once = (from: number): Set<number> => {
    const found = new Set<number>();
    for (const { trigger, body } of bodies) {
      const blocking = stops.filter((stop) => stop === trigger || excludes.includes(stop) || !trigger.startsWith(stop));
      for (let to = from + trigger.length; to <= text.length; to += 1) {
        const piece = text.slice(from, to);
        const plain = piece.slice(0, piece.length - trigger.length);
        if (!piece.endsWith(trigger) || stops.some((stop) => plain.includes(stop))) continue;
        if (blocking.some((stop) => piece.slice(0, -1).includes(stop))) continue;
        for (const place of body(to)) found.add(place);
      }
    }
    return found;
  };
  const bodyPlaces = loop ? closure(new Set([start]), once) : once(start);
  return loop ? after(bodyPlaces, free) : new Set([...free(start), ...bodyPlaces]);
}

function placesFrom(text: string, at: number, test: (piece: string) => boolean): Set<number> {
  const found = new Set<number>();
  for (let to = at; to <= text.length; to += 1) if (test(text.slice(at, to))) found.add(to);
  return found;
}

function after(places: ReadonlySet<number>, next: (place: number) => ReadonlySet<number>): Set<number> {
  return new Set([...places].flatMap((place) => [...next(place)]));
}

function closure(start: ReadonlySet<number>, next: (place: number) => ReadonlySet<number>): Set<number> {
  const all = new Set(start);
  for (const place of all) for (const further of next(place)) all.add(further);
  return all;
}
