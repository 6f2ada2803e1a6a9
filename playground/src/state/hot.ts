import { computed, signal } from "@preact/signals";
import { grammar, reading } from "./results.ts";

/** What the pointer or the keyboard is on: a format, some bytes of the output, or a place in the tools. */
export type Pointed =
  | { readonly on: "path"; readonly path: string }
  | { readonly on: "bytes"; readonly byteStart: number; readonly byteEnd: number }
  | { readonly on: "tool"; readonly tool: string; readonly key?: string };

export const pointed = signal<Pointed | undefined>(undefined);

export interface Lit {
  readonly paths: ReadonlySet<string>;
  readonly bytes: readonly (readonly [start: number, end: number])[];
  readonly tool?: string;
  readonly key?: string;
}

const NOTHING: Lit = { paths: new Set(), bytes: [] };

/** What lights up in all panes. */
export const lit = computed<Lit>(() => {
  const what = pointed.value;
  if (what === undefined) return NOTHING;
  const ranges = reading.value?.ranges ?? [];
  if (what.on === "bytes") {
    const paths = innermost(what.byteStart, what.byteEnd);
    return { paths: new Set(paths), bytes: [[what.byteStart, what.byteEnd]], ...toolOf(paths[0]) };
  }
  const paths = what.on === "path" ? [what.path] : placesOf(what.tool, what.key);
  const bytes = ranges
    .filter(({ path, byteStart, byteEnd }) => byteEnd > byteStart && paths.includes(path))
    .map(({ byteStart, byteEnd }) => [byteStart, byteEnd] as const);
  const from = what.on === "path" ? toolOf(what.path) : { tool: what.tool, ...(what.key === undefined ? {} : { key: what.key }) };
  return { paths: new Set(paths), bytes, ...from };
});

/** Formats that hold some of the bytes and of which no format inside does. */
function innermost(byteStart: number, byteEnd: number): string[] {
  const holding = (reading.value?.ranges ?? []).filter((range) => range.byteStart < byteEnd && range.byteEnd > byteStart);
  return holding
    .filter(
      ({ path, byteStart: from, byteEnd: to }) =>
        !holding.some(
          (inner) =>
            inner.path.startsWith(`${path}/`) && inner.byteStart <= Math.max(from, byteStart) && inner.byteEnd >= Math.min(to, byteEnd),
        ),
    )
    .map(({ path }) => path);
}

function placesOf(tool: string, key: string | undefined): string[] {
  const places = grammar.value?.places ?? [];
  const exact = places.filter((place) => place.tool === tool && place.key === key);
  return (exact.length > 0 ? exact : places.filter((place) => place.tool === tool && place.key === undefined)).map(({ path }) => path);
}

function toolOf(path: string | undefined): { tool?: string; key?: string } {
  if (path === undefined) return {};
  const place = grammar.value?.places.findLast((known) => path === known.path || path.startsWith(`${known.path}/`));
  return place === undefined ? {} : { tool: place.tool, ...(place.key === undefined ? {} : { key: place.key }) };
}

/** Whether bytes are lit. */
export function isLit(bytes: Lit["bytes"], byteStart: number, byteEnd: number): boolean {
  return bytes.some(([start, end]) => start < byteEnd && end > byteStart);
}

/** The format at or around a pointer into the tag's JSON. */
export function formatAt(path: string): string {
  const known = formatPathSet.value;
  let at = path;
  while (at !== "" && !known.has(at)) at = at.slice(0, at.lastIndexOf("/"));
  return at;
}

/** Each format stands on a line of the outline, by itself or along with the one around it. */
const formatPathSet = computed(
  () => new Set(grammar.value?.outline.flatMap(({ path, spans }) => [path, ...(spans ?? []).map((span) => span.path)]) ?? []),
);
