import { median } from "./statistics.ts";

/** Microseconds that measuring nothing takes; to be taken off single measurements. */
export function timerOverhead(): number {
  const samples: number[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    const start = performance.now();
    samples.push((performance.now() - start) * 1000);
  }
  return median(samples);
}

/** Microseconds since `start` without the timer's own. */
export function since(start: number, overhead: number): number {
  return Math.max(0, (performance.now() - start) * 1000 - overhead);
}

/** Collects garbage where the process was started with `--expose-gc`, so that one engine's does not fall into another's time. */
export function collectGarbage(): void {
  globalThis.gc?.();
}
