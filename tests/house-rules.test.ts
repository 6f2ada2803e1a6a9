import { describe, expect, it } from "vitest";
import { compareCodes, documentedCodes, scanCodes } from "../scripts/check/error-codes.ts";
import type { Import } from "../scripts/check/imports.ts";
import { checkCycles, checkEntryPoints, checkRooms, checkTests, type LayerRules, parseLayerRules } from "../scripts/check/layers.ts";
import { isTest, readSource, typeScriptFiles } from "../scripts/check/source-files.ts";

const MARKDOWN = `
| room | holds | may import besides \`core\` |
|---|---|---|
| \`core\` | basics | – |
| \`low\` | \`other\` things | – |
| \`high\` | more | \`low\` |
| \`cli\` | face | entry points |

| entry point | file | holds | must not reach |
|---|---|---|---|
| \`x\` | \`src/index.ts\` | all | \`high\` |
`;

function rules(): LayerRules {
  return parseLayerRules(MARKDOWN);
}

/** Files by path and the targets they import; a target without `/` is a package. */
function files(table: Record<string, readonly string[]>, typeOnly = false): Map<string, Import[]> {
  return new Map(
    Object.entries(table).map(([path, targets]) => [
      path,
      targets.map((specifier) => ({ line: 1, specifier, target: specifier.includes("/") ? specifier : undefined, typeOnly })),
    ]),
  );
}

describe("the table of rooms", () => {
  it("is read from the page of the architecture", () => {
    const { rooms, entryPoints } = rules();
    expect([...rooms.keys()]).toEqual(["core", "low", "high", "cli"]);
    expect([...rooms.get("high")!]).toEqual(["low"]);
    expect([...entryPoints.get("src/index.ts")!]).toEqual(["high"]);
  });

  it("allows core, the own room and what is listed", () => {
    const allowed = {
      "src/core/a.ts": [],
      "src/low/b.ts": ["src/core/a.ts"],
      "src/high/c.ts": ["src/low/b.ts", "src/high/d.ts"],
      "src/high/d.ts": [],
    };
    expect(checkRooms(files(allowed), rules())).toEqual([]);
  });

  it.each([
    ["upwards", { "src/low/b.ts": ["src/high/c.ts"] }, '"low" must not import "high"'],
    ["from core", { "src/core/a.ts": ["src/low/b.ts"] }, '"core" must not import "low"'],
    ["a package", { "src/low/b.ts": ["zod"] }, 'imports the package "zod"'],
    ["a module of Node", { "src/low/b.ts": ["node:fs"] }, "runs in browsers too"],
    ["an entry point", { "src/low/b.ts": ["src/index.ts"] }, "imports the entry point"],
    ["inside from the command line", { "src/cli/m.ts": ["src/low/b.ts"] }, "public entry points only"],
    ["the command line from an entry point", { "src/index.ts": ["src/cli/m.ts"] }, 'an entry point imports "cli"'],
    ["from outside src", { "src/low/b.ts": ["scripts/a.ts"] }, "from outside src/"],
    ["from an unlisted room", { "src/new/b.ts": [] }, "not in the table of rooms"],
  ])("refuses an import %s", (_, table, message) => {
    expect(checkRooms(files(table as Record<string, string[]>), rules()).join("\n")).toContain(message);
  });

  it("lets the command line use Node and the entry points", () => {
    expect(checkRooms(files({ "src/cli/m.ts": ["node:fs", "src/index.ts", "src/cli/n.ts"] }), rules())).toEqual([]);
  });

  it("follows an entry point through other files", () => {
    const reaching = files({ "src/index.ts": ["src/low/b.ts"], "src/low/b.ts": ["src/high/c.ts"], "src/high/c.ts": [] });
    expect(checkEntryPoints(reaching, rules())).toEqual(['src/index.ts: reaches "high": src/index.ts → src/low/b.ts → src/high/c.ts']);
  });

  it("sends tests of several rooms through the entry points", () => {
    expect(checkTests(files({ "tests/a.test.ts": ["src/index.ts", "tests/b.ts", "vitest"] }), rules())).toEqual([]);
    expect(checkTests(files({ "tests/a.test.ts": ["src/low/b.ts"] }), rules())).toHaveLength(1);
  });

  it("finds cycles that remain at run time", () => {
    const table = { "src/low/a.ts": ["src/low/b.ts"], "src/low/b.ts": ["src/low/a.ts"] };
    expect(checkCycles(files(table))).toEqual(["cycle of imports: src/low/a.ts → src/low/b.ts → src/low/a.ts"]);
    expect(checkCycles(files(table, true))).toEqual([]);
  });
});

describe("docs/errors.md", () => {
  it("has a row for each code of the source, and no other", () => {
    const scan = scanCodes(typeScriptFiles("src").filter((path) => !isTest(path)));
    expect(scan.uses.length).toBeGreaterThan(0);
    expect(compareCodes(scan, documentedCodes(readSource("docs/errors.md")))).toEqual([]);
  });

  it("is compared in both directions", () => {
    const scan = { uses: [{ code: "a-b", at: "x.ts:1" }], unclear: ["y.ts:2: code()"] };
    const findings = compareCodes(scan, documentedCodes("| `c-d` | gone | – |\n| `c-d` | again | – |"));
    expect(findings).toHaveLength(4);
    expect(findings.join("\n")).toMatch(/y\.ts:2.*\n.*a-b has no row.*\n.*c-d is nowhere.*\n.*c-d has two rows/);
  });
});
