import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../tests/support/run-command-line.ts";

const TOOLS = JSON.stringify([
  {
    name: "now",
    parameters: { type: "object", properties: { zone: { enum: ["utc", "local"] } }, required: ["zone"], additionalProperties: false },
  },
]);
const OPEN = JSON.stringify({
  type: "structural_tag",
  format: {
    type: "sequence",
    elements: [
      { type: "const_string", value: "x" },
      { type: "json_schema", json_schema: { type: "object" } },
    ],
  },
});
const REQUEST = ["-m", "hermes", "-t", "-", "--tool-choice", "named:now", "--no-parallel"];

describe("structag print", () => {
  it("writes the text of a grammar", async () => {
    const { code, out, err } = await runCommandLine(["print", "--as", "gbnf", ...REQUEST], { stdin: TOOLS });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain('root ::= "<tool_call>\\n{\\"name\\": \\"now\\", \\"arguments\\": {"');
    expect(out).toContain('("utc\\"" | "local\\"")');
  });

  it("writes a tag with what a target has, and says what was rewritten", async () => {
    const { code, out } = await runCommandLine(["print", "--target", "web-llm", "--json", ...REQUEST], { stdin: TOOLS });
    expect(code).toBe(0);
    const { structural_tag: tag, rewrites, loosened } = JSON.parse(out);
    expect(tag.type).toBe("structural_tag");
    expect(rewrites).toContainEqual({ path: expect.stringMatching(/content$/), from: "json_schema", to: "grammar" });
    expect(loosened).toEqual([]);
  });

  it("refuses what a target can't hold, and leaves it out where it may", async () => {
    const args = ["print", "--target", "llama.cpp", "--tag", "-"];
    const refused = await runCommandLine(args, { stdin: OPEN });
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain("print-text-check at /format/elements/1");
    const loosened = await runCommandLine([...args, "--loosen"], { stdin: OPEN });
    expect(loosened.code).toBe(0);
    expect(loosened.out).toMatch(/^root ::= "x\{"/);
    expect(loosened.err).toContain("print-text-check");
  });

  it.each([
    [["print", ...REQUEST], 2, "cli-usage-value"],
    [["print", "--as", "ebnf", "--target", "vllm", ...REQUEST], 2, "cli-usage-value"],
    [["print", "--target", "nothing", ...REQUEST], 1, "target-unknown"],
  ])("%j fails with %i", async (args, code, message) => {
    const result = await runCommandLine(args, { stdin: TOOLS });
    expect(result.code).toBe(code);
    expect(result.err).toContain(message);
  });
});
