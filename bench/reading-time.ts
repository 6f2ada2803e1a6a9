import type { StreamReader } from "../src/read/reader.ts";

/** UTF-16 units of a chunk: about what one token writes. */
const CHUNK = 4;

/** Best processor time of some rounds of reading a text in small chunks, in milliseconds. */
export function readingTime(text: string, rounds: number, createReader: () => StreamReader): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const reader = createReader();
    let events = 0;
    const start = process.cpuUsage();
    for (let at = 0; at < text.length; at += CHUNK) events += reader.push(text.slice(at, at + CHUNK)).length;
    events += reader.finish().length;
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
    if (events === 0) throw new Error("nothing was read");
  }
  return best;
}
