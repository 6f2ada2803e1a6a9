/**
 * Speed of the Kimi K3 reader at 4-character chunks, by what the output is made of, and how time grows from 1 MB to 10 MB.
 * Times are processor time, which other work on the machine disturbs least; the collector's threads are included.
 * Run: `node --import ./bench/plain-typescript.mjs bench/reader.ts`.
 */

import { readJson } from "../src/core/json-read.ts";
import { kimiK3Reader } from "../src/models/kimi-k3/reader.ts";
import { readingTime } from "./reading-time.ts";

const MEGABYTE = 1_000_000;
const ROUNDS = 5;

const PROSE = "The forecast for tomorrow: sun at first, if a < b then rain, 12 °C. ";
const CODE = 'if (a < b) {\n\tprint("<b>héllo</b>\\n");\n}\n';
const ROW = '{"id": 12, "name": "Oslo <3", "tags": ["a", "b"], "score": -1.5e3, "ok": true}, ';

const call = (inside: string): string => `<|open|>call tool="write" index="1"<|sep|>${inside}<|close|>call<|sep|>`;
const argument = (key: string, type: string, value: string): string =>
  `<|open|>argument key="${key}" type="${type}"<|sep|>${value}<|close|>argument<|sep|>`;
const tools = (calls: string): string => `<|close|>response<|sep|><|open|>tools<|sep|>${calls}<|close|>tools<|sep|><|close|>message<|sep|>`;
const filled = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

const OUTPUTS: Readonly<Record<string, (length: number) => string>> = {
  "visible text": (length) => `${filled(PROSE, length)}<|close|>response<|sep|><|close|>message<|sep|>`,
  "one string argument": (length) => tools(call(argument("text", "string", filled(CODE, length)))),
  "one array argument": (length) => tools(call(argument("rows", "array", `[${filled(ROW, length)}0]`))),
  "one json block": (length) => tools(call(`<|open|>json type="object"<|sep|>{"rows": [${filled(ROW, length)}0]}<|close|>json<|sep|>`)),
  "many small calls": (length) => tools(filled(call(argument("text", "string", "Oslo") + argument("days", "number", "3")), length)),
};

const TOOL = readJson('{"type": "object", "properties": {"text": {"type": "string"}, "days": {"type": "integer"}}}');

function time(text: string, checked: boolean): number {
  return readingTime(text, ROUNDS, () =>
    kimiK3Reader({ promptOpens: "response", ...(checked ? { tools: [{ name: "write", parameters: TOOL }] } : {}) }),
  );
}

console.log("output                checked   MB/s at 1 MB   at 10 MB   time 10 MB / 1 MB");
for (const checked of [false, true]) {
  for (const [name, make] of Object.entries(OUTPUTS)) {
    const small = time(make(MEGABYTE), checked);
    const large = time(make(10 * MEGABYTE), checked);
    const speed = (megabytes: number, ms: number): string => ((1000 * megabytes) / ms).toFixed(1);
    console.log(
      `${name.padEnd(22)}${(checked ? "yes" : "no").padEnd(10)}${speed(1, small).padStart(12)}${speed(10, large).padStart(11)}${(large / small).toFixed(2).padStart(20)}`,
    );
  }
}
