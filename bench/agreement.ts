import type { Agreement } from "./results.ts";

/** Compares the masks of several engines at the same places. */
export function compareMasks(name: string, masks: ReadonlyMap<string, ReadonlyMap<number, Int32Array>>): Agreement | undefined {
  const engines = [...masks.keys()];
  const [first, ...rest] = [...masks.values()];
  if (rest.length === 0) return undefined;
  const places = [...first.keys()].filter((place) => rest.every((sampled) => sampled.has(place)));
  const onlyIn: Record<string, number> = Object.fromEntries(engines.map((engine) => [engine, 0]));
  let equal = 0;
  for (const place of places) {
    const here = engines.map((engine) => masks.get(engine)!.get(place)!);
    let differs = false;
    for (let word = 0; word < here[0].length; word += 1) {
      const words = here.map((mask) => mask[word]);
      if (words.every((bits) => bits === words[0])) continue;
      differs = true;
      words.forEach((bits, index) => {
        const others = words.reduce((all, other, at) => (at === index ? all : all | other), 0);
        onlyIn[engines[index]] += countBits(bits & ~others);
      });
    }
    if (!differs) equal += 1;
  }
  return { case: name, places: places.length, equal, onlyIn };
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
