import { describe, expect, it } from "vitest";
import { tokenizeGreedy, type Vocabulary } from "../src/engine.ts";
import { chatAnswer, FAMILIES, fromNative, resolveFamily, sequentialCallIds } from "../src/index.ts";
import { byteVocabulary } from "./support/byte-vocabulary.ts";
import { writtenOr } from "./support/check-family.ts";
import { CALLS, READER_TOOLS, readAll, written } from "./support/family-contract.ts";

const encoder = new TextEncoder();

/** Tokens of a text in which the markers are special tokens. */
function encode(vocabulary: Vocabulary, text: string, special: readonly string[]): number[] {
  const ids: number[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const marker = special.find((candidate) => text.startsWith(candidate, at));
    if (marker === undefined) {
      at += 1;
      continue;
    }
    ids.push(...tokenizeGreedy(vocabulary, encoder.encode(text.slice(from, at))), vocabulary.specialTokens.get(marker)!);
    at += marker.length;
    from = at;
  }
  ids.push(...tokenizeGreedy(vocabulary, encoder.encode(text.slice(from))));
  return ids;
}

describe("reading token ids", () => {
  const K3 = ["<|open|>", "<|close|>", "<|sep|>", "<|end_of_msg|>"];
  const vocabulary = byteVocabulary(["open", "<|"], K3);
  const tools = [{ name: "note", parameters: fromNative({ type: "object", properties: { text: { type: "string" } } }) }];
  const spelled = "a <|close|>argument<|sep|> b <|open";

  it("takes only special tokens for markers, so that text can hold their spelling", () => {
    const ids = [
      ...encode(vocabulary, "see ", K3),
      ...tokenizeGreedy(vocabulary, encoder.encode("<|close|>response<|sep|>")),
      ...encode(
        vocabulary,
        '<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="note" index="1"<|sep|><|open|>argument key="text" type="string"<|sep|>',
        K3,
      ),
      ...tokenizeGreedy(vocabulary, encoder.encode(spelled)),
      ...encode(vocabulary, "<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>", K3),
    ];
    for (const size of [1, 2, 5, ids.length]) {
      const reader = resolveFamily("kimi-k3").reader({ tools, vocabulary, promptOpens: "response", callIds: sequentialCallIds() });
      const events = [];
      for (let at = 0; at < ids.length; at += size) events.push(...reader.pushTokens(ids.slice(at, at + size)));
      events.push(...reader.finish());
      const { message, calls } = chatAnswer(events);
      expect(message.content).toBe("see <|close|>response<|sep|>");
      expect(JSON.parse(message.tool_calls![0].function.arguments)).toEqual({ text: spelled });
      expect(calls[0]).toMatchObject({ complete: true, valid: true });
    }
  });

  it("is refused without a vocabulary", () => {
    expect(() => resolveFamily("kimi-k3").reader({}).pushTokens([1])).toThrow("read-no-vocabulary");
  });

  it.each(FAMILIES.map((family) => [family.id, family] as const))("reads what %s writes as the text is read", (_, family) => {
    const special = family.markers.filter((marker) => marker.length > 1);
    const withMarkers = byteVocabulary([], special);
    for (const calls of CALLS) {
      const body = writtenOr(family, calls);
      if (body === undefined) continue;
      const text = `${family.aroundCalls?.before ?? ""}${body}`;
      const reader = family.reader({ tools: READER_TOOLS, vocabulary: withMarkers, promptOpens: "response", callIds: sequentialCallIds() });
      const ordered = [...special].sort((a, b) => b.length - a.length);
      const { message } = chatAnswer([...reader.pushTokens(encode(withMarkers, text, ordered)), ...reader.finish()]);
      const read = (message.tool_calls ?? []).map((call) => ({ name: call.function.name, arguments: call.function.arguments }));
      expect(written(read)).toEqual(written(readAll(family, "response", [text]).calls));
      expect(written(read)).toEqual(written(calls));
    }
  });
});
