import { describe, expect, it } from "vitest";
import { kimiMissing } from "../../../tests/support/kimi-vocabulary.ts";
import { runCommandLine } from "../../../tests/support/run-command-line.ts";

const SCHEMA = JSON.stringify({
  type: "object",
  properties: { city: { type: "string" }, unit: { enum: ["C", "F"] } },
  required: ["city"],
  additionalProperties: false,
});
const TOOLS = "examples/tools.json";
const files = { "schema.json": SCHEMA, "vocab.json": JSON.stringify([...'{}":,abcCF', '{"', '":"', "city", '"}', "unit"]) };

describe("structag check", () => {
  it("accepts a complete output and refuses an unfinished one unless it is asked for a beginning", async () => {
    expect(await runCommandLine(["check", "--schema", "schema.json"], { files, stdin: '{"city":"a"}' })).toMatchObject({
      code: 0,
      out: "accepted\n",
    });
    const unfinished = ["check", "--schema", "schema.json"];
    expect((await runCommandLine(unfinished, { files, stdin: '{"city":"a' })).code).toBe(1);
    expect((await runCommandLine([...unfinished, "--prefix"], { files, stdin: '{"city":"a' })).code).toBe(0);
  });

  it("puts a caret below the first character that cannot be right, and says what could stand there", async () => {
    const { code, out } = await runCommandLine(["check", "--schema", "schema.json"], {
      files,
      stdin: '{\n  "city": "é",\n  "unit": "K"\n}',
    });
    expect(code).toBe(1);
    const [first, line, caret] = out.split("\n");
    expect(first).toMatch(/^refused: line 3, column 12: "K" cannot stand here in the value of \/unit; expected .*C.*F/);
    expect(line).toBe('    "unit": "K"');
    expect(caret.indexOf("^")).toBe(line.indexOf("K"));
  });

  it("tells of a line feed at the end, which --chomp leaves out", async () => {
    const stdin = '{"city":"a"}\n';
    expect((await runCommandLine(["check", "--schema", "schema.json"], { files, stdin })).out).toContain("--chomp");
    expect((await runCommandLine(["check", "--schema", "schema.json", "--chomp"], { files, stdin })).code).toBe(0);
  });

  it("checks outputs of a request, and says which format matched what", async () => {
    const sampled = await runCommandLine([
      "sample",
      "-m",
      "kimi-k3",
      "-t",
      TOOLS,
      "--reasoning",
      "off",
      "--tool-choice",
      "required",
      "--json",
    ]);
    const { text } = JSON.parse(sampled.out);
    const args = ["check", "-m", "kimi-k3", "-t", TOOLS, "--reasoning", "off", "--tool-choice", "required", "--trace", "--json"];
    const { code, out } = await runCommandLine(args, { stdin: text });
    expect(code).toBe(0);
    const { verdict, trace } = JSON.parse(out);
    expect(verdict).toBe("accepted");
    expect(trace[0]).toMatchObject({ formatPath: "/format", byteStart: 0, byteEnd: new TextEncoder().encode(text).length });
  });

  it("puts the caret where terminals put wide and combining characters", async () => {
    const { out } = await runCommandLine(["check", "--schema", "schema.json"], { files, stdin: '{"city":"東京e\u0301","unit":"K"}' });
    // Two columns more for the wide ones, one less for the accent.
    expect(out.split("\n")[2].indexOf("^")).toBe('  {"city":"東京e\u0301","unit":"'.length + 1);
  });

  it("shows formats below each other, with the text of the innermost", async () => {
    const tag = { type: "tag", begin: "<a>", content: { type: "json_schema", json_schema: { type: "integer" } }, end: "</a>" };
    const more = { "tag.json": JSON.stringify({ type: "sequence", elements: [{ type: "const_string", value: "x" }, tag] }) };
    const traced = async (stdin: string) =>
      (await runCommandLine(["check", "--tag", "tag.json", "--trace"], { files: more, stdin })).out.split("matched\n")[1];
    expect(await traced("x<a>42</a>")).toBe(
      ["  0–10  sequence", '  0–1     `x`  "x"', "  1–10    tag `<a>` json(integer) `</a>`", '  4–6       json(integer)  "42"', ""].join(
        "\n",
      ),
    );
    expect(await traced("x<a>4")).toMatch(/^ {2}4–… +json\(integer\) {2}"4"$/m);
  });

  it("takes tags, patterns and grammar texts, one at a time", async () => {
    const tag = { type: "structural_tag", format: { type: "const_string", value: "yes" } };
    const more = { "tag.json": JSON.stringify(tag), "g.ebnf": 'root ::= "yes" | "no"' };
    expect((await runCommandLine(["check", "--tag", "tag.json"], { files: more, stdin: "yes" })).code).toBe(0);
    expect((await runCommandLine(["check", "--grammar", "g.ebnf"], { files: more, stdin: "maybe" })).code).toBe(1);
    expect((await runCommandLine(["check", "--regex", "y+"], { stdin: "yyy" })).code).toBe(0);
    expect((await runCommandLine(["check", "--regex", "y+", "--tag", "tag.json"], { files: more, stdin: "y" })).code).toBe(2);
    const wrong = await runCommandLine(["check", "--regex", "(y"], { stdin: "y" });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("--regex") });
  });
});

describe("structag sample", () => {
  it("gives equal outputs for equal seeds, and only outputs that fit", async () => {
    const args = ["sample", "--schema", "schema.json", "-n", "5", "--json"];
    const [one, two] = [await runCommandLine(args, { files }), await runCommandLine(args, { files })];
    expect(one).toEqual(two);
    for (const line of one.out.trim().split("\n")) {
      expect((await runCommandLine(["check", "--schema", "schema.json"], { files, stdin: JSON.parse(line).text })).code).toBe(0);
    }
  });

  it("writes words that lead on to calls, unless noise is asked for", async () => {
    const args = ["sample", "-m", "qwen3", "-t", TOOLS, "-n", "12", "--json"];
    const texts = (await runCommandLine(args)).out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).text as string);
    expect(texts.some((text) => text.includes("<tool_call>"))).toBe(true);
    for (const text of texts) expect(text).toMatch(/^[ -~\n]*$/);
    const noise = (await runCommandLine([...args, "--noise"])).out;
    expect(noise).toMatch(/[^ -~\n]/);
  });

  it("samples under masks with a vocabulary", async () => {
    const { code, out } = await runCommandLine(["sample", "--schema", "schema.json", "--vocab", "vocab.json", "--max-tokens", "20"], {
      files,
    });
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(out))).toContain("city");
    expect((await runCommandLine(["sample", "--schema", "schema.json", "--max-tokens", "20"], { files })).code).toBe(2);
  });
});

describe("structag mask", () => {
  const mask = (...more: string[]) => runCommandLine(["mask", "--schema", "schema.json", "--vocab", "vocab.json", ...more], { files });

  it("lists the allowed tokens behind a text", async () => {
    const { out } = await mask("--after", '{"city":"a","unit":"');
    expect(out).toMatch(/^2 of \d+ tokens are allowed/);
    expect(out).toContain('"C"');
    expect(JSON.parse((await mask("--after", '{"', "--json")).out)).toMatchObject({ forced: 'city"', mayEnd: false });
  });

  it("groups many tokens, special ones first, and shows bytes that are no text", async () => {
    const list = [...Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at)), "the", " of", "1", "<0xE4>", "<|x|>", "<|end|>"];
    const vocab = { "v.json": JSON.stringify(list), "s.json": '{"<|x|>":30,"<|end|>":31}' };
    const args = ["mask", "--tag", "t.json", "--vocab", "v.json", "--special-tokens", "s.json", "--stop-token", "<|end|>"];
    const tag = { type: "or", elements: [{ type: "any_text" }, { type: "const_string", value: "<|x|>" }] };
    const { out } = await runCommandLine(args, { files: { ...vocab, "t.json": JSON.stringify(tag) } });
    expect(out).toMatch(/^32 of 32 tokens are allowed; the output may end here\n/);
    expect(out).toMatch(/ {8}1 {2}special tokens {2}"<\|x\|>"\n/);
    expect(out).toMatch(/ {7}27 {2}begin with an ASCII letter {2}"a" "b" "c" "the" /);
    expect(out).toContain('a space and a letter  " of"');
  });

  it("says why a token is not allowed", async () => {
    const { code, out } = await mask("--after", "{", "--token", "}");
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("cannot stand here") });
    expect((await mask("--token", "{")).code).toBe(0);
  });

  it("needs a vocabulary, and a text that fits", async () => {
    expect(await runCommandLine(["mask", "--schema", "schema.json"], { files })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--vocab"),
    });
    expect(await mask("--after", "[")).toMatchObject({ code: 1, err: expect.stringContaining("cli-mask-refused") });
  });

  it.skipIf(kimiMissing !== undefined)("reads packed ranks and special tokens", async () => {
    const ranks = "../shared/data/kimi/tiktoken.model.gz";
    const { code, out } = await runCommandLine(
      ["mask", "-m", "kimi-k3", "-t", TOOLS, "--reasoning", "off", "--vocab", ranks, "--special-tokens", "special.json", "--json"],
      { files: { "special.json": '{"<|open|>":163587,"<|close|>":163588,"<|sep|>":163589}' } },
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).ids).toContain(163588);
  });
});

describe("structag schema", () => {
  it("says what is enforced, and what is not", async () => {
    const schema = JSON.stringify({ title: "t", type: "string", format: "no-such", minLength: 2, unheard: 1 });
    const { code, out } = await runCommandLine(["schema", "s.json", "--json"], { files: { "s.json": schema } });
    expect(code).toBe(0);
    const { verdict, keywords } = JSON.parse(out);
    expect(verdict).toBe("enforced");
    expect(keywords.map((row: { keyword: string; status: string }) => [row.keyword, row.status])).toEqual([
      ["title", "annotation"],
      ["type", "enforced"],
      ["format", "unenforced"],
      ["minLength", "enforced"],
      ["unheard", "unknown"],
    ]);
  });

  it("fails for a schema that is refused, with the place", async () => {
    const schema = JSON.stringify({ properties: { a: { type: "string", pattern: "(a)\\1" } } });
    const { code, out } = await runCommandLine(["schema", "s.json"], { files: { "s.json": schema } });
    expect(code).toBe(1);
    expect(out).toMatch(/^the schema cannot be compiled\n1 refused, 2 enforced\n {2}refused +\/properties\/a\/pattern\n +regex-/);
  });

  it("reads drafts, styles, documents and what to do with formats", async () => {
    const draft7 = { "s.json": JSON.stringify({ prefixItems: [{ type: "null" }] }) };
    expect((await runCommandLine(["schema", "s.json", "--draft", "draft7"], { files: draft7 })).out).toMatch(/idle +\/prefixItems /);
    const styled = { "s.json": JSON.stringify({ properties: { "a<b": {} }, required: ["a<b"] }) };
    expect((await runCommandLine(["schema", "s.json"], { files: styled })).code).toBe(0);
    expect((await runCommandLine(["schema", "s.json", "--style", "qwen_xml"], { files: styled })).code).toBe(1);
    const remote = { "s.json": '{"$ref":"https://example.test/a"}', "d.json": '{"https://example.test/a":{"type":"string"}}' };
    expect((await runCommandLine(["schema", "s.json"], { files: remote })).code).toBe(1);
    expect((await runCommandLine(["schema", "s.json", "--documents", "d.json"], { files: remote })).code).toBe(0);
    expect((await runCommandLine(["schema", "s.json", "--documents", "s.json", "--documents", "-"], { files: remote })).code).not.toBe(0);
    const format = { "s.json": '{"format":"date"}' };
    expect((await runCommandLine(["schema", "s.json"], { files: format })).out).toMatch(/enforced +\/format/);
    expect((await runCommandLine(["schema", "s.json", "--formats", "annotate"], { files: format })).out).toMatch(/unenforced +\/format/);
  });

  it("reads standard input, and tells a broken file from a broken schema", async () => {
    expect((await runCommandLine(["schema"], { stdin: "true" })).out).toContain("there are no keywords");
    expect(await runCommandLine(["schema"], { stdin: "{" })).toMatchObject({ code: 3, err: expect.stringContaining("stdin#") });
    expect((await runCommandLine(["schema", "a", "b"])).code).toBe(2);
  });
});
