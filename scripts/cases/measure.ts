/** The least time of three runs, in milliseconds, with what the last one returned. */
export function bestOfThree<T>(run: (round: number) => T): { readonly ms: number; readonly value: T } {
  let ms = Number.POSITIVE_INFINITY;
  let value: T | undefined;
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    value = run(round);
    ms = Math.min(ms, performance.now() - start);
  }
  return { ms, value: value as T };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  return sorted[sorted.length >>> 1] ?? 0;
}

/** Times below this are all noise, in milliseconds. */
const LEAST_MS = 2;

/** Compares the growth of times with what a row's `growth` says: `linear`, `quadratic`, or `time(a)/time(b) < n`. */
export function growthDifference(rule: string, times: ReadonlyMap<number, number>): string | undefined {
  const ratio = /time\((\w+)\)\/time\((\w+)\) < ([\d.]+)/.exec(rule);
  if (ratio !== null) {
    const [from, to] = [sizeOf(ratio[2]), sizeOf(ratio[1])];
    return exceeded(from, to, times, Number(ratio[3]));
  }
  const power = rule.includes("quadratic") ? 2 : rule.includes("linear") ? 1 : undefined;
  if (power === undefined) throw new TypeError(`unknown rule of growth: ${rule}`);
  const sizes = [...times.keys()].sort((x, y) => x - y);
  const last = sizes[sizes.length - 1];
  for (const size of sizes.slice(0, -1)) {
    const reason = exceeded(size, last, times, 1.5 * (last / size) ** power);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function exceeded(from: number, to: number, times: ReadonlyMap<number, number>, most: number): string | undefined {
  const [before, after] = [times.get(from), times.get(to)];
  if (before === undefined || after === undefined) throw new TypeError(`no time at the sizes ${from} and ${to}`);
  const grown = after / Math.max(before, LEAST_MS);
  return grown <= most ? undefined : `from ${from} to ${to} the time grows ${grown.toFixed(1)} times, past ${most.toFixed(1)}`;
}

function sizeOf(text: string): number {
  return text.endsWith("k") ? Number(text.slice(0, -1)) * 1000 : Number(text);
}

/** The first of the limits that is exceeded; those without a figure do not count. */
export function limitDifference(
  limits: ReadonlyMap<string, number>,
  figures: Readonly<Record<string, number | undefined>>,
): string | undefined {
  for (const [name, most] of limits) {
    const figure = figures[name];
    if (figure === undefined) throw new TypeError(`nothing measures the limit ${name}`);
    if (figure > most) return `${name} is ${figure.toFixed(2)}, past ${most}`;
  }
  return undefined;
}
