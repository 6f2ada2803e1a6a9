/**
 * `npm run reader-fuzz [-- COUNT [FAMILY…]]`: random soup of each family's markers, names, JSON, text and broken characters (1,000,000 inputs over all families unless said). No input
 * may make a reader throw, leave a call open, or read otherwise when it is cut elsewhere.
 */
import { SeededRandom } from "../src/core/random.ts";
import { FAMILIES, type Family, type ReaderEvent, resolveFamily, sequentialCallIds } from "../src/index.ts";
import { writtenOr } from "../tests/support/check-family.ts";
import { CALLS, READER_TOOLS } from "../tests/support/family-contract.ts";

const [count = "1000000", ...names] = process.argv.slice(2);
const families = names.length === 0 ? FAMILIES : names.map((name) => resolveFamily(name));
const each = Math.ceil(Number(count) / families.length);
const COMMON = [
  ..." \n\n{}[]()<>\"'`,:;=/|\\#0-a",
  "get_weather",
  "now",
  "city",
  "Oslo",
  "name",
  "arguments",
  '{"name": "get_weather", "arguments": {"city": "Oslo"}}',
  '{"city": "Oslo"}',
  "null",
  "3.5",
  "\ud83c\udf27",
  "\ud800",
  "é",
  "a sentence. ",
];
const OPENS = ["think", "response", "none"] as const;
let faults = 0;

for (const family of families) {
  const random = new SeededRandom(1);
  const whole = CALLS.flatMap((calls) => writtenOr(family, calls) ?? []);
  const pieces = [
    ...family.markers,
    ...family.markers.map((marker) => marker.slice(0, Math.ceil(marker.length / 2))),
    ...whole,
    ...fragments(whole),
  ];
  const start = Date.now();
  for (let n = 0; n < each && faults < 20; n += 1) {
    let text = "";
    for (let length = 1 + random.below(14); length > 0; length -= 1)
      text += random.below(5) < 2 ? random.pick(COMMON) : random.pick(pieces);
    const opens = OPENS[n % 3];
    try {
      const at = random.below(text.length + 1);
      const once = read(family, opens, [text]);
      const cut = read(family, opens, [text.slice(0, at), text.slice(at)]);
      if (once !== cut) report(family, text, `cut at ${at} it reads as\n  ${cut}\nnot\n  ${once}`);
    } catch (error) {
      report(family, text, String(error instanceof Error ? error.stack : error));
    }
  }
  console.log(`${family.id}: ${each} inputs in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}
console.log(`${each * families.length} inputs, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;

/** Parts of whole calls, cut at random places. */
function fragments(texts: readonly string[]): string[] {
  const random = new SeededRandom(2);
  return texts.flatMap((text) => {
    const cut = random.below(text.length + 1);
    return [text.slice(0, cut), text.slice(cut)];
  });
}

/** The events as text, with neighbouring pieces of one kind put together. */
function read(family: Family, promptOpens: (typeof OPENS)[number], chunks: readonly string[]): string {
  const reader = family.reader({ tools: READER_TOOLS, promptOpens, callIds: sequentialCallIds() });
  const events: ReaderEvent[] = [];
  for (const chunk of chunks) events.push(...reader.push(chunk));
  events.push(...reader.finish());
  let out = "";
  let last: string | undefined;
  let open = 0;
  for (const event of events) {
    if (event.type === "call-start") open += 1;
    if (event.type === "call-end") open -= 1;
    const key = "text" in event ? `${event.type} ${"index" in event ? event.index : ""}` : undefined;
    if (key !== undefined && key === last && "text" in event) out += event.text;
    else out += `\n${key === undefined ? JSON.stringify(event) : `${key}: ${"text" in event ? event.text : ""}`}`;
    last = key;
  }
  if (open !== 0 || events.at(-1)?.type !== "finish") throw new Error("a call is left open, or the stream has no end");
  return out;
}

function report(family: Family, text: string, what: string): void {
  faults += 1;
  console.log(`${family.id}: ${JSON.stringify(text)}\n${what}`);
}
