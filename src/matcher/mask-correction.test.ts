import { expect, it } from "vitest";
import { vocabularyFromTokens } from "../vocab/from-tokens.ts";
import { GrammarCompiler } from "./compiler.ts";

const bytes = Array.from({ length: 256 }, (_, byte) => new Uint8Array([byte]));
const twice = ['},"z":', '","z":', 'z":', 'y":', '"a":1,"a":', '"a":1,"b":', '{"a":1,"a":2}', '{"a":{"a":', '"x","x"', '"x","y"'];
const vocabulary = vocabularyFromTokens([...bytes, ...twice]);

it("masks tokens that hold a key or an item twice, whatever was written before", () => {
  const compiler = new GrammarCompiler(vocabulary);
  const grammars = [true, { type: "array", items: { type: "string" }, uniqueItems: true }].map((schema) =>
    compiler.compileJsonSchema(schema),
  );
  for (const [grammar, starts] of [
    [grammars[0], ["", "{", '{"z":1,', "[", '{"z":{', '{"z":1,"q":{', '{"z":1,"q":{"z":2', '{"z":1,"q":"', '{"z":1,"', '{"z":1,"q":{"']],
    [grammars[1], ["[", '["y",']],
  ] as const) {
    for (const start of starts) {
      const matcher = grammar.matcher();
      expect(matcher.acceptString(start)).toBe(true);
      const mask = matcher.nextTokenMask();
      for (let token = 256; token < 256 + twice.length; token += 1) {
        const accepted = matcher.acceptToken(token);
        if (accepted) matcher.rollback();
        expect(mask.has(token), `${start} then ${vocabulary.textOf(token)}`).toBe(accepted);
      }
    }
  }
  const fresh = grammars[0].matcher();
  fresh.acceptString("{");
  expect(fresh.nextTokenMask().has(260)).toBe(false);
  expect(fresh.nextTokenMask().has(261)).toBe(true);
});
