import { expect, it } from "vitest";
import { SeededRandom } from "../core/random.ts";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { GrammarCompiler } from "./compiler.ts";

const bytes = Array.from({ length: 256 }, (_, byte) => new Uint8Array([byte]));
const vocabulary = vocabularyFromTokens([...bytes, '{"', '":', '","', '":"', '"}', '""', '":1,"', "[[", "]]", ',"', ":1"]);

it("ends within its tokens, whatever keys and items were written", () => {
  const compiler = new GrammarCompiler(vocabulary);
  const schemas = [
    { type: "object" },
    { type: "object", additionalProperties: { type: "object" } },
    { type: "array", items: { type: "string" }, uniqueItems: true },
  ];
  for (const schema of schemas) {
    const grammar = compiler.compileJsonSchema(schema);
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = new SeededRandom(seed);
      const matcher = grammar.matcher();
      let text = "";
      for (let left = 8 + (seed % 9); ; left -= 1) {
        // Keys of few letters come again soon.
        const ids = [...matcher.nextTokenMask({ tokensLeft: left }).toArray()].filter(
          (id) => id > 255 || '"{}[]:,a1'.includes(String.fromCharCode(id)),
        );
        if (ids.length === 0) break;
        const token = ids[random.below(ids.length)];
        expect(matcher.acceptToken(token), text).toBe(true);
        text += vocabulary.textOf(token);
        if (left === 1) break;
      }
      if (!matcher.isCompleted()) {
        // Only what this test leaves out was left: the masks themselves must lead to an end.
        for (let left = 40; !matcher.isCompleted(); left -= 1)
          expect(matcher.acceptToken(matcher.nextTokenMask({ tokensLeft: left }).toArray()[0])).toBe(true);
      }
    }
  }
});
