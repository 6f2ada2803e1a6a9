import { getLlama, type Llama } from "node-llama-cpp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOutputGrammar, FAMILIES } from "../../src/index.ts";
import { printFormat } from "../../src/targets.ts";
import { byteCompiler, languageSide } from "../../tests/support/same-language.ts";
import { toolLists } from "../models/tool-lists.ts";

/** A grammar that llama.cpp has read. Not in the package's types: whether a whole text fits. */
interface ReadGrammar {
  _testText(text: string): boolean;
}

const lists = toolLists(FAMILIES.length);
let llama: Llama;
beforeAll(async () => {
  llama = await getLlama({ build: "never", gpu: false });
});
afterAll(() => llama.dispose());

test.each(FAMILIES.map(({ id }, index) => [id, index] as const))(
  "llama.cpp reads the GBNF of %s as the engine does",
  async (model, index) => {
    const { format } = buildOutputGrammar({ model, tools: lists[index].tools, toolChoice: index % 2 === 0 ? "auto" : "required" });
    const { text } = printFormat(format, "gbnf", { loosen: true });
    const grammar = (await llama.createGrammar({ grammar: text })) as unknown as ReadGrammar;
    const { grammar: ours, texts } = languageSide(byteCompiler(), format, { samples: 3, maxBytes: 100, seed: index + 1 });
    for (const bytes of texts) {
      const whole = new TextDecoder().decode(bytes);
      // Its test takes texts as C does: up to the first zero.
      if (whole.includes("\0")) continue;
      expect([whole, grammar._testText(whole)]).toEqual([whole, true]);
      const middle = whole.length >> 1;
      for (const edited of [whole.slice(0, -1), `${whole}x`, whole.slice(0, middle) + whole.slice(middle + 1)]) {
        if (/\p{Cs}/u.test(edited)) continue;
        const matcher = ours.matcher();
        const accepted = [...new TextEncoder().encode(edited)].every((byte) => matcher.acceptToken(byte)) && matcher.isCompleted();
        expect([edited, grammar._testText(edited)]).toEqual([edited, accepted]);
      }
    }
  },
);
