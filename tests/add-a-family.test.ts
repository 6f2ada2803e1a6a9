import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { GrammarCompiler } from "../src/engine.ts";
import { buildOutputGrammar, type Family, genericFamily } from "../src/index.ts";
import { byteVocabulary } from "./support/byte-vocabulary.ts";
import { checkFamily } from "./support/check-family.ts";

const repository = new URL("../", import.meta.url);
const page = readFileSync(new URL("docs/add-a-family.md", repository), "utf8");
const folder = mkdtempSync(fileURLToPath(new URL("node_modules/.add-a-family-", repository)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const compiler = new GrammarCompiler(byteVocabulary());
const EFFORT = { walks: 12, cuts: 4, every: 6 };

/** The only code block of a language. */
function block(language: string): string {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))];
  expect(found).toHaveLength(1);
  return found[0][1];
}

describe("docs/add-a-family.md", () => {
  it("describes a family by data that keeps the contract", () => {
    const family = genericFamily(block("json"));
    expect(checkFamily(family, compiler, EFFORT).faults).toEqual([]);
    const { format } = buildOutputGrammar({ model: family, tools: [{ name: "f" }], toolChoice: "required", reasoning: false });
    expect(JSON.stringify(format)).toContain('<call>{\\"name\\": \\"f\\", \\"arguments\\": ');
  });

  it("adds a family in one file that keeps the contract", async () => {
    const code = block("ts")
      .replace(/from "\.\.\/(.*)"/g, (_, path: string) => `from ${JSON.stringify(fileURLToPath(new URL(`src/${path}`, repository)))}`)
      .replace(/from "\.\/(.*)"/g, (_, path: string) => `from ${JSON.stringify(fileURLToPath(new URL(`src/models/${path}`, repository)))}`);
    writeFileSync(`${folder}/toy.ts`, code);
    const { toy } = (await import(/* @vite-ignore */ `${folder}/toy.ts`)) as { toy: Family };
    expect(checkFamily(toy, compiler, EFFORT).faults).toEqual([]);
  });

  it("has a row for each encoding, and all of them keep the contract", () => {
    const calls = [
      { encoding: "json", begin: "<call>", end: "</call>", pad: "\n", name_key: "tool", arguments_key: "with" },
      { encoding: "json-list", begin: "<calls>", end: "</calls>" },
      { encoding: "json-list", begin: "<|calls|>" },
      { encoding: "json-alone" },
      { encoding: "json-after-name", begin: "<call>", name_end: "<args>", end: "</call>" },
      {
        encoding: "json-after-name",
        begin: "<c>",
        name_end: "<a>",
        end: "</c>",
        section: { begin: "<cs>", end: "</cs>", separator: "\n" },
      },
    ];
    for (const given of calls) {
      expect(page).toContain(`| \`${given.encoding}\` |`);
      const family = genericFamily({ id: "own", stops: ["<|end|>"], calls: given } as never);
      expect(checkFamily(family, compiler, EFFORT).faults, JSON.stringify(given)).toEqual([]);
    }
  });
});

describe("descriptions that are wrong", () => {
  it.each([
    ["[]", ""],
    ['{"id":"x","stops":[]}', "/calls"],
    ['{"id":"","stops":[],"calls":{"encoding":"json","begin":"<a>","end":"</a>"}}', "/id"],
    ['{"id":"x","stops":[""],"calls":{"encoding":"json","begin":"<a>","end":"</a>"}}', "/stops"],
    ['{"id":"x","stops":[],"calls":{"encoding":"yaml"}}', "/calls/encoding"],
    ['{"id":"x","stops":[],"calls":{"encoding":"json","begin":"<a>"}}', "/calls/end"],
    ['{"id":"x","stops":[],"calls":{"encoding":"json","begin":"<a>","end":"</a>","ends":1}}', "/calls/ends"],
    ['{"id":"x","stops":[],"reasoning":{"begin":"<t>"},"calls":{"encoding":"json-alone"}}', "/reasoning/end"],
  ])("%s is refused with its place", (text, path) => {
    try {
      genericFamily(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "family-description" });
      expect((error as { issues: { path: string }[] }).issues[0].path).toBe(path);
    }
  });
});
