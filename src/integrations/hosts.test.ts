import { describe, expect, test } from "vitest";

import { StructagError } from "../core/errors.ts";
import { SeededRandom } from "../core/random.ts";
import { GrammarCompiler } from "../matcher/compiler.ts";
import { TokenMask } from "../matcher/token-mask.ts";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { generateTokens } from "./onnxruntime/generate.ts";
import { sampleLogits } from "./sample-logits.ts";
import type { TransformersTensor } from "./transformers/host.ts";
import { createLogitsProcessor } from "./transformers/logits-processor.ts";
import { GrammarLogitProcessor, webLlmResponseFormat } from "./web-llm/logit-processor.ts";

const TOKENS = ["y", "e", "s", "n", "o", "yes", "no", "<end>"];
const vocabulary = vocabularyFromTokens(TOKENS, { specialTokens: { "<end>": 7 }, stopTokenIds: [7] });
const grammar = new GrammarCompiler(vocabulary).compileRegex("yes|no");
const encode = (text: string): number[] =>
  TOKENS.includes(text) ? [TOKENS.indexOf(text)] : Array.from(text, (letter) => TOKENS.indexOf(letter));

class Tensor implements TransformersTensor {
  readonly type: string;
  readonly data: Float32Array;
  readonly dims: readonly number[];
  constructor(type: string, data: Float32Array, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

/** Scores of 1 for all, for so many sequences; wider than the vocabulary. */
function scores(rows: number): Tensor {
  return new Tensor("float32", new Float32Array(rows * 10).fill(1), [rows, 10]);
}

function allowed({ data, dims }: TransformersTensor): string[] {
  return Array.from({ length: dims[0] }, (_, row) =>
    TOKENS.concat("?", "?")
      .filter((_token, id) => (data as Float32Array)[row * 10 + id] > Number.NEGATIVE_INFINITY)
      .join(" "),
  );
}

function codeOf(body: () => unknown): string | undefined {
  try {
    body();
    return undefined;
  } catch (error) {
    return error instanceof StructagError ? error.code : String(error);
  }
}

describe("a logits processor of transformers.js", () => {
  test("follows each sequence of a batch by its ids, and gives stop tokens to those that have ended", () => {
    const [call] = createLogitsProcessor(grammar);
    expect(
      allowed(
        call(
          [
            [1n, 2n],
            [5n, 5n],
          ],
          scores(2),
        ),
      ),
    ).toEqual(["y n yes no", "y n yes no"]);
    expect(
      allowed(
        call(
          [
            [1n, 2n, 0n],
            [5n, 5n, 6n],
          ],
          scores(2),
        ),
      ),
    ).toEqual(["e", "<end>"]);
    expect(
      allowed(
        call(
          [
            [1n, 2n, 0n, 1n],
            [5n, 5n, 6n, 7n],
          ],
          scores(2),
        ),
      ),
    ).toEqual(["s", "<end>"]);
    expect(
      allowed(
        call(
          [
            [1n, 2n, 0n, 1n, 2n],
            [5n, 5n, 6n, 7n, 7n],
          ],
          scores(2),
        ),
      ),
    ).toEqual(["<end>", "<end>"]);
  });

  test("takes back what it wrote to the scores that it keeps", () => {
    const [call] = createLogitsProcessor(grammar);
    const first = call([[1n]], scores(1));
    expect(allowed(first)).toEqual(["y n yes no"]);
    expect(call([[1n, 0n]], scores(1))).toBe(first);
    expect(allowed(first)).toEqual(["e"]);
  });

  test("refuses what is no continuation", () => {
    const [call] = createLogitsProcessor(grammar);
    call([[1n, 2n]], scores(1));
    expect(codeOf(() => call([[1n, 3n, 0n]], scores(1)))).toBe("host-sequence-changed");
    expect(codeOf(() => call([[1n, 2n, 2n]], scores(1)))).toBe("host-token-refused");
    expect(codeOf(() => call([[1n], [1n]], scores(2)))).toBe("host-batch");
    const [other] = createLogitsProcessor([grammar, grammar]);
    expect(codeOf(() => other([[1n]], scores(1)))).toBe("host-batch");
    const [narrow] = createLogitsProcessor(grammar);
    expect(codeOf(() => narrow([[1n], [1n]], scores(1)))).toBe("host-logits");
    const endless = new GrammarCompiler(vocabularyFromTokens(["a"], { stopTokenIds: [] })).compileRegex("a");
    expect(codeOf(() => createLogitsProcessor(endless))).toBe("host-no-stop-token");
  });
});

describe("a loop over plain logits", () => {
  const run = async (favourite: number, withEncode: boolean) => {
    const seen: number[][] = [];
    const loop = generateTokens(grammar, {
      prompt: [1, 2],
      ...(withEncode ? { encode } : {}),
      run: (tokens) => {
        seen.push([...tokens]);
        return new Float32Array(8).map((_, id) => (id === favourite ? 2 : -id));
      },
    });
    const written: number[] = [];
    for (;;) {
      const step = await loop.next();
      if (step.done) return { written, seen, end: step.value };
      written.push(...step.value);
    }
  };

  test("runs the model on what it has not seen, and ends where only a stop token could follow", async () => {
    const { written, seen, end } = await run(0, false);
    expect(written).toEqual([0, 1, 2]);
    expect(seen).toEqual([[1, 2], [0], [1]]);
    expect(end).toEqual({ reason: "stop", promptTokens: 2, tokens: 3, forcedTokens: 0, forwardPasses: 3 });
  });

  test("takes forced tokens without a run", async () => {
    const { written, end } = await run(0, true);
    expect(written).toEqual([0, 1, 2]);
    expect(end).toEqual({ reason: "stop", promptTokens: 2, tokens: 3, forcedTokens: 2, forwardPasses: 1 });
  });
});

test("a logit processor of WebLLM follows the sampled tokens, and starts again", () => {
  const processor = new GrammarLogitProcessor();
  const look = () => allowed(new Tensor("float32", processor.processLogits(new Float32Array(10).fill(1)), [1, 10]))[0];
  expect(look()).toBe("y e s n o yes no <end> ? ?");
  processor.use(grammar);
  processor.processSampledToken(3);
  expect(look()).toBe("o");
  processor.resetState();
  expect(look()).toBe("y n yes no");
  processor.processSampledToken(6);
  processor.processSampledToken(7);
  expect(look()).toBe("<end>");
});

test("a response format of WebLLM is written with what its engine has", () => {
  const { responseFormat, loosened } = webLlmResponseFormat({ type: "optional", content: { type: "const_string", value: "x" } });
  expect(responseFormat.type).toBe("structural_tag");
  expect(JSON.stringify(responseFormat)).not.toContain('"optional"');
  expect(loosened).toEqual([]);
});

test("sampling looks at allowed tokens only", () => {
  const mask = new TokenMask(Int32Array.of(0b0110), Int32Array.of(5));
  const logits = Float32Array.of(9, 1, 2, 9, 9, 1.5, 9);
  expect(sampleLogits(logits, mask, {}, new SeededRandom(1))).toBe(2);
  expect(sampleLogits(logits, new TokenMask(null, new Int32Array(0)), {}, new SeededRandom(1))).toBe(-1);
  const counts = new Map<number, number>();
  const random = new SeededRandom(3);
  for (let round = 0; round < 3000; round += 1) {
    const id = sampleLogits(logits, mask, { temperature: 1, topK: 0, topP: 1 }, random);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 5]);
  // exp(1) : exp(2) : exp(1.5)
  expect((counts.get(2) ?? 0) / (counts.get(1) ?? 1)).toBeCloseTo(Math.E, 0);
  expect(sampleLogits(logits, mask, { temperature: 1, topK: 1 }, random)).toBe(2);
});
