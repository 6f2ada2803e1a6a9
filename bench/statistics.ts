/** Of one list of times. */
export interface Summary {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** The summary of one or more lists as if they were one. */
export function summarise(lists: readonly (readonly number[])[]): Summary {
  const sorted = lists.flat().sort((a, b) => a - b);
  const count = sorted.length;
  if (count === 0) return { count, mean: Number.NaN, p50: Number.NaN, p99: Number.NaN, max: Number.NaN };
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * count) - 1)];
  return { count, mean: sorted.reduce((sum, value) => sum + value, 0) / count, p50: at(0.5), p99: at(0.99), max: sorted[count - 1] };
}

/** Each figure at its best. */
export function bestSummary(rounds: readonly Summary[]): Summary {
  const best = (figure: (round: Summary) => number): number => least(rounds.map(figure));
  return {
    count: Math.max(0, ...rounds.map((round) => round.count)),
    mean: best((round) => round.mean),
    p50: best((round) => round.p50),
    p99: best((round) => round.p99),
    max: best((round) => round.max),
  };
}

/** The least of the numbers; NaN where there is none. */
export function least(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : Math.min(...values);
}

export function median(values: readonly number[]): number {
  return summarise([values]).p50;
}
