import { describe, expect, it } from "vitest";
import { explain, explainToken, GrammarCompiler, sampleText, sampleTokens, trace, vocabularyFromTokens } from "../../src/engine.ts";
import { buildOutputGrammar } from "../../src/index.ts";

const bytes = Array.from({ length: 256 }, (_, byte) => new Uint8Array([byte]));
const markers = ["<|open|>", "<|close|>", "<|sep|>", "<|end_of_msg|>"];
const vocabulary = vocabularyFromTokens([...bytes, ...markers], {
  specialTokens: Object.fromEntries(markers.map((marker, index) => [marker, 256 + index])),
  stopTokenIds: [259],
});
const compiler = new GrammarCompiler(vocabulary);
const { format } = buildOutputGrammar({
  model: "kimi-k3",
  toolChoice: "required",
  coverage: "final_output_only",
  tools: [
    {
      name: "add",
      parameters: { type: "object", properties: { x: { type: "integer" }, note: { enum: ["odd", "even"] } }, required: ["x", "note"] },
    },
  ],
});
const grammar = compiler.compileFormat(format);
const head = '<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="add" index="1"<|sep|>';
const x = (value: string): string => `<|open|>argument key="x" type="number"<|sep|>${value}<|close|>argument<|sep|>`;
const note = (value: string): string => `<|open|>argument key="note" type="string"<|sep|>${value}<|close|>argument<|sep|>`;
const tail = "<|close|>call<|sep|><|close|>tools<|sep|>";

describe("explain", () => {
  it("accepts, waits, and finds the first byte that cannot be right", () => {
    const whole = `${head}${x("3")}${note("odd")}${tail}`;
    expect(explain(grammar, whole).verdict).toBe("accepted");
    expect(explain(grammar, whole.slice(0, 60)).verdict).toBe("incomplete");
    const wrong = `${head}${x("3.5")}${note("odd")}${tail}`;
    const explanation = explain(grammar, wrong);
    expect(explanation.verdict).toBe("refused");
    expect(explanation.byteOffset).toBe(wrong.indexOf("3.5") + 1);
    expect(explanation.outline.at(-1)?.formatPath).toMatch(/^\/format\//);
    expect(explain(grammar, `${head}${x("3")}${note("only")}${tail}`).message).toContain("odd");
  });

  it("says which format matched which bytes", () => {
    const whole = `hi${head}${x("3")}${note("even")}${tail}`;
    const spans = trace(grammar, whole);
    expect(spans[0]).toMatchObject({ formatPath: "/format", byteStart: 0, byteEnd: whole.length, complete: true });
    const texts = spans.map((span) => whole.slice(span.byteStart, span.byteEnd));
    expect(texts).toContain("hi");
    expect(texts).toContain("3");
    expect(texts).toContain("even");
  });

  it("says why a token is banned", () => {
    const matcher = grammar.matcher();
    expect(explainToken(matcher, 259).allowed).toBe(false);
    expect(explainToken(matcher, "h".charCodeAt(0)).allowed).toBe(true);
    matcher.acceptString(`${head}<|open|>argument key="x" type="number"<|sep|>`);
    expect(explainToken(matcher, "a".charCodeAt(0))).toMatchObject({ allowed: false, reason: "text" });
    expect(explainToken(matcher, 256)).toMatchObject({ allowed: false, byteOffset: 0 });
  });
});

describe("sampling", () => {
  it("writes outputs that the grammar accepts, the same for the same seed", () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { text } = sampleText(grammar, { seed });
      expect(explain(grammar, text).verdict, text).toBe("accepted");
      expect(sampleText(grammar, { seed }).text).toBe(text);
      const sampled = sampleTokens(grammar, { seed, maxTokens: 260 });
      expect(sampled.tokens.length).toBeLessThanOrEqual(260);
      const matcher = grammar.matcher();
      expect(matcher.acceptTokens(sampled.tokens.map(({ id }) => id))).toBe(sampled.tokens.length);
      expect(matcher.isCompleted()).toBe(true);
    }
  });
});
