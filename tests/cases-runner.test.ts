import { describe, expect, it } from "vitest";
import type { CaseKind, CaseRow } from "../scripts/cases/case-kind.ts";
import { chunkings } from "../scripts/cases/chunkings.ts";
import { runRow } from "../scripts/cases/run-rows.ts";
import { isJsonObject, readJson } from "../src/index.ts";

function row(text: string): CaseRow {
  const fields = readJson(text);
  if (!isJsonObject(fields)) throw new TypeError("no object");
  return { id: String(fields.get("id")), fields };
}

function kind(part: string, reason?: string): CaseKind {
  return {
    name: part,
    covers: ({ fields }) => (fields.has(part) ? [part] : []),
    run: () => (reason === undefined ? undefined : { reason }),
  };
}

const ROW = row('{"id": "a", "kind": "builder", "accept": [], "parse": {}}');
const none = new Set<string>();

describe("runRow", () => {
  it("passes a row only if every part of it is covered and none fails", async () => {
    expect(await runRow(ROW, [kind("accept"), kind("parse")], none)).toEqual({ type: "passed" });
    expect(await runRow(ROW, [kind("accept")], none)).toEqual({ type: "skipped", kind: "builder", parts: ["parse"] });
    expect(await runRow(ROW, [], none)).toEqual({ type: "skipped", kind: "builder", parts: ["parse", "accept"] });
  });

  it("fails a row whose covered part fails or throws, also where others are not covered", async () => {
    expect(await runRow(ROW, [kind("accept", "no")], none)).toEqual({ type: "failed", reason: "accept: no" });
    const throwing: CaseKind = {
      ...kind("parse"),
      run: () => {
        throw new RangeError("deep");
      },
    };
    expect(await runRow(ROW, [throwing], none)).toEqual({ type: "failed", reason: "parse: threw RangeError: deep" });
  });

  it("does not count deviations, by the row or by the list", async () => {
    const recorded = row('{"id": "b", "accept": [], "deviation": true}');
    expect(await runRow(recorded, [kind("accept")], none)).toMatchObject({ type: "deviation", agrees: true });
    expect(await runRow(ROW, [kind("accept", "no")], new Set(["a"]))).toMatchObject({ type: "deviation", agrees: false });
  });
});

describe("chunkings", () => {
  it("cut the text in different ways and lose nothing", () => {
    const text = "Zoë 😀 ".repeat(20);
    const joined = [...chunkings(text, 3)].map(({ chunks }) => {
      const pieces = [...chunks];
      return {
        count: pieces.length,
        text: pieces.every((piece) => typeof piece === "string") ? pieces.join("") : Buffer.concat(pieces as Uint8Array[]).toString(),
      };
    });
    expect(joined.every((each) => each.text === text)).toBe(true);
    expect(new Set(joined.map((each) => each.count)).size).toBeGreaterThan(9);
  });
});
