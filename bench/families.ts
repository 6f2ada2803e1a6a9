/**
 * Speed of every family's reader at 4-character chunks: visible text, one long string argument, many small calls; and how time grows from 1 MB to
 * 10 MB. Processor time, as in `reader.ts`. Run: `node --import ./bench/plain-typescript.mjs bench/families.ts [FAMILY…]`.
 */

import { jsonNumber } from "../src/core/json.ts";
import type { Family, WritableCall } from "../src/models/family.ts";
import { FAMILIES, resolveFamily } from "../src/models/registry.ts";
import { readingTime } from "./reading-time.ts";

const MEGABYTE = 1_000_000;
const ROUNDS = 3;
const PROSE = "The forecast for tomorrow: sun at first, if a < b then rain, 12 °C. ";
const CODE = 'if (a < b) {\n\tprint("<b>héllo</b>\\n");\n}\n';

const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
const write = (text: string): WritableCall => ({ name: "write", arguments: new Map([["text", text]]) });
const small: WritableCall = {
  name: "write",
  arguments: new Map<string, never>([
    ["text", "Oslo" as never],
    ["days", jsonNumber(3) as never],
  ]),
};

const OUTPUTS: readonly (readonly [name: string, make: (family: Family, length: number) => string])[] = [
  ["text", (family, length) => filled(PROSE, length) + (family.aroundCalls?.before ?? "") + family.writeCalls([write("x")], {})],
  ["string argument", (family, length) => (family.aroundCalls?.before ?? "") + family.writeCalls([write(filled(CODE, length).trim())], {})],
  [
    "small calls",
    (family, length) => {
      const one = family.writeCalls([small], {}).length;
      return (
        (family.aroundCalls?.before ?? "") +
        family.writeCalls(
          Array.from({ length: Math.ceil(length / one) }, () => small),
          {},
        )
      );
    },
  ],
];

function time(family: Family, text: string): number {
  return readingTime(text, ROUNDS, () => family.reader({ promptOpens: "response" }));
}

const named = process.argv.slice(2);
const families = named.length === 0 ? FAMILIES : named.map((name) => resolveFamily(name));
const slowest: number[] = [];
console.log(`${"MB/s at 1 MB (time 10 MB / 1 MB)".padEnd(34)}${OUTPUTS.map(([name]) => name.padStart(20)).join("")}`);
for (const family of families) {
  const cells = OUTPUTS.map(([, make]) => {
    const text = make(family, MEGABYTE);
    const long = make(family, 10 * MEGABYTE);
    const small = time(family, text);
    return { speed: (1000 * text.length) / MEGABYTE / small, growth: (time(family, long) * text.length) / (small * long.length) };
  });
  slowest.push(cells.reduce((sum, { speed }) => sum + speed, 0) / cells.length);
  const row = cells.map(({ speed, growth }) => `${speed.toFixed(1)} (${(10 * growth).toFixed(1)})`.padStart(20));
  console.log(`${family.id.padEnd(34)}${row.join("")}`);
}
slowest.sort((a, b) => a - b);
console.log(`median family: ${slowest[Math.floor(slowest.length / 2)].toFixed(1)} MB/s (mean of its three outputs)`);
