import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chatAnswer,
  type EndReason,
  type FamilyReaderOptions,
  type ReaderEvent,
  readJson,
  resolveFamily,
  sequentialCallIds,
} from "../src/index.ts";
import {
  escapeK3Attribute,
  K3_CLOSE,
  K3_END_OF_MESSAGE,
  K3_JSON_BEGIN,
  K3_OPEN,
  K3_SEP,
  k3Close,
  k3Open,
} from "./support/kimi-k3-markers.ts";

type Chunk = string | Uint8Array;

function events(chunks: Iterable<Chunk>, options: FamilyReaderOptions, end: EndReason): ReaderEvent[] {
  const reader = resolveFamily("kimi-k3").reader({ callIds: sequentialCallIds(), ...options });
  const all: ReaderEvent[] = [];
  for (const chunk of chunks) all.push(...reader.push(chunk));
  return [...all, ...reader.finish(end)];
}

/** Neighbouring events of one region or call as one, so that only what was said remains. */
function merged(list: readonly ReaderEvent[]): ReaderEvent[] {
  const out: ReaderEvent[] = [];
  for (const event of list) {
    const last = out.at(-1);
    const same = last?.type === event.type && "text" in last && "text" in event;
    if (same && (!("index" in last) || last.index === (event as typeof last).index))
      out[out.length - 1] = { ...last, text: last.text + event.text };
    else out.push(event);
  }
  return out;
}

function cut(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length];
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}

const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
const everyByte = (text: string): Uint8Array[] => Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));

// Pieces that markers are made of, whole and damaged, and the text around them.
const ELEMENTS = ["think", "response", "tools", "message", "call", "argument", "json"] as const;
const SOUP = [
  ...[
    K3_OPEN,
    K3_CLOSE,
    K3_SEP,
    K3_END_OF_MESSAGE,
    "<|",
    "<",
    "|>",
    "|",
    "<|clo",
    "<|open",
    " ",
    "\n",
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "1",
    "-",
    "true",
  ],
  ...ELEMENTS.flatMap((name) => [k3Open(name), k3Close(name), name, `${K3_CLOSE} ${name} ${K3_SEP}`]),
  ...[
    '<|open|>call tool="now" index="1"<|sep|>',
    '<|open|>call tool="x" index="1"<|sep|>',
    "<|open|>call<|sep|>",
    '<|open|>call tool="now"',
    ' index="2"',
  ],
  ...[
    '<|open|>argument key="a" type="string"<|sep|>',
    '<|open|>argument key="b" type="number"<|sep|>',
    '<|open|>argument key="c" type="object"<|sep|>',
  ],
  ...[K3_JSON_BEGIN, '{"a": "', '"}', '{"a": 1}', "é", "😀", "\ud83d", "text ", '{"k": "<|close|>argument<|sep|>"}'],
];
// Deep states are rarely met by chance, so most soups begin in one.
const CALL = `${k3Open("tools")}<|open|>call tool="now" index="1"<|sep|>`;
const OBJECT = '<|open|>argument key="c" type="object"<|sep|>';
const BEGINNINGS = [
  "",
  CALL,
  `${CALL}<|open|>argument key="a" type="string"<|sep|>`,
  CALL + OBJECT,
  `${CALL + OBJECT}{"k": "`,
  `${CALL + K3_JSON_BEGIN}{"k": ["`,
];
const soup = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.array(fc.constantFrom(...SOUP), { maxLength: 40 }))
  .map(([first, parts]) => first + parts.join(""));
const start = fc.constantFrom("none", "think", "response" as const);
const end = fc.constantFrom<EndReason[]>("stop", "length");
const TOOLS = [
  { name: "now", parameters: readJson('{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}}}') },
];

describe("any text at all", () => {
  it("is read without an exception, and the same however it is cut", () => {
    fc.assert(
      fc.property(soup, cuts, start, end, fc.boolean(), (text, lengths, promptOpens, reason, withTools) => {
        const options = { promptOpens, ...(withTools ? { tools: TOOLS } : {}) };
        const whole = merged(events([text], options, reason));
        expect(merged(events(cut(text, lengths), options, reason))).toEqual(whole);
        if (!/\p{Surrogate}/u.test(text)) expect(merged(events(everyByte(text), options, reason))).toEqual(whole);
      }),
      { numRuns: 3000 },
    );
  });

  it("gives events in order, and complete calls whose arguments are one JSON object", () => {
    fc.assert(
      fc.property(soup, start, end, (text, promptOpens, reason) => {
        const list = events(cut(text, [3]), { promptOpens }, reason);
        expect(list.at(-1)?.type).toBe("finish");
        expect(list.filter((event) => event.type === "finish")).toHaveLength(1);
        let open = -1;
        let started = 0;
        for (const event of list) {
          if (event.type === "call-start") {
            expect([open, event.index]).toEqual([-1, started]);
            open = event.index;
            started += 1;
          } else if (event.type === "call-arguments") expect(event.index).toBe(open);
          else if (event.type === "call-end") {
            expect(event.index).toBe(open);
            expect(event.valid && !event.complete).toBe(false);
            open = -1;
          } else expect(open).toBe(-1);
          if ("text" in event) expect(event.text === "" || /\p{Surrogate}/u.test(event.text)).toBe(false);
        }
        for (const call of chatAnswer(list).calls) {
          if (!call.valid) continue;
          const value: unknown = JSON.parse(chatAnswer(list).message.tool_calls![call.index].function.arguments);
          expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

// Well-formed messages: what is written must be what is read.
const prose = fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !/<\|/.test(text) && !text.endsWith("<"));
const key = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((text) => !/<\|/.test(text) && !text.endsWith("<"));
const stringValue = fc.array(fc.oneof(prose, fc.constantFrom(K3_SEP, K3_OPEN, k3Open("tools"), k3Close("json"), "\n", '"')), {
  maxLength: 5,
});
const jsonValue = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value !== "string" && !JSON.stringify(value).includes("-0"));
const argumentsOf = fc.uniqueArray(
  fc.tuple(
    key,
    fc.oneof(
      stringValue.map((parts) => parts.join("")),
      jsonValue,
    ),
  ),
  { selector: ([name]) => name, maxLength: 4 },
);
const callOf = fc.record({ name: key, arguments: argumentsOf, asBlock: fc.boolean() });

function labelOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function write({ name, arguments: members, asBlock }: { name: string; arguments: [string, unknown][]; asBlock: boolean }): string {
  const typed = members.map(([member, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `<|open|>argument key="${escapeK3Attribute(member)}" type="${labelOf(value)}"<|sep|>${text}${k3Close("argument")}`;
  });
  const block = `${K3_JSON_BEGIN}{${members.map(([member, value]) => `${JSON.stringify(member)}: ${JSON.stringify(value)}`).join(", ")}}${k3Close("json")}`;
  return `<|open|>call tool="${escapeK3Attribute(name)}" index="1"<|sep|>${asBlock ? block : typed.join("")}${k3Close("call")}`;
}

describe("a well-formed message", () => {
  it("reads as what was written", () => {
    fc.assert(
      fc.property(prose, prose, fc.array(callOf, { maxLength: 3 }), cuts, (reasoning, content, calls, lengths) => {
        const channel = calls.length === 0 ? "" : k3Open("tools") + calls.map(write).join("") + k3Close("tools");
        const text = `${reasoning}${k3Close("think")}${k3Open("response")}${content}${k3Close("response")}${channel}${k3Close("message")}`;
        const answer = chatAnswer(events(cut(text, lengths), { promptOpens: "think" }, "stop"));
        expect([answer.message.reasoning_content ?? "", answer.message.content ?? ""]).toEqual([reasoning, content]);
        expect(answer.problems).toEqual([]);
        expect(answer.calls.every(({ complete, valid }) => complete && valid)).toBe(true);
        const read = (answer.message.tool_calls ?? []).map(({ function: { name, arguments: json } }) => [
          name,
          Object.entries(JSON.parse(json) as object),
        ]);
        // Integer-like keys move to the front in any JavaScript object, so both sides go through one.
        const written = calls.map(({ name, arguments: members }) => [
          name,
          Object.entries(
            JSON.parse(`{${members.map(([member, value]) => `${JSON.stringify(member)}:${JSON.stringify(value)}`).join()}}`) as object,
          ),
        ]);
        expect(read).toEqual(written);
      }),
      { numRuns: 1000 },
    );
  });
});
