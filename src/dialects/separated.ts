import { constString, optional, or, sequence, star } from "../format/builders.ts";
import type { Format } from "../format/types.ts";

/** A parameter in its place. */
interface Part {
  readonly format: Format;
  readonly required: boolean;
}

/** Parameters with a separator between them: the declared ones in their order, then any number of free ones; or all of them in any order. */
export function separated(declared: readonly Part[], free: readonly Format[], between: string, anyOrder: boolean): Format {
  const after = (format: Format): Format => sequence([constString(between), format]);
  if (anyOrder) {
    const all = [...declared.map((part) => part.format), ...free];
    if (all.length === 0) return constString("");
    const one = all.length === 1 ? all[0] : or(all);
    const some = sequence([one, star(after(one))]);
    return declared.some((part) => part.required) ? some : optional(some);
  }
  const extra = free.length === 0 ? undefined : free.length === 1 ? free[0] : or(free);
  const rest = (from: number): Format[] => [
    ...declared.slice(from).map(({ format, required }) => (required ? after(format) : optional(after(format)))),
    ...(extra === undefined ? [] : [star(after(extra))]),
  ];
  // Which parameter is the first decides where separators stand: up to the first required one, each may be.
  const firsts: Format[] = [];
  for (const [position, { format, required }] of declared.entries()) {
    firsts.push(sequence([format, ...rest(position + 1)]));
    if (required) return firsts.length === 1 ? firsts[0] : or(firsts);
  }
  if (extra !== undefined) firsts.push(sequence([extra, star(after(extra))]));
  return firsts.length === 0 ? constString("") : optional(firsts.length === 1 ? firsts[0] : or(firsts));
}
