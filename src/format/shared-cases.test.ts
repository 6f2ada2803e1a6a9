import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { StructagError } from "../core/errors.ts";
import { isJsonArray, isJsonObject, type Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { outline } from "./outline.ts";
import { readStructuralTag } from "./read.ts";
import { writeStructuralTag } from "./write.ts";

const shared = new URL("../../../shared/", import.meta.url);
if (!existsSync(shared)) console.warn("skipped: ../shared is not here");

interface Case {
  readonly id: string;
  readonly tag: Json;
  /** XGrammar refuses it. */
  readonly refused: boolean;
}

function lines(name: string): Json[] {
  return readFileSync(new URL(name, shared), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readJson(line));
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) ? value.get(key) : undefined;
}

function tagCases(): Case[] {
  const cases: Case[] = [];
  const add = (id: Json | undefined, tag: Json | undefined, row?: Json): void => {
    if (tag !== undefined) cases.push({ id: String(id), tag, refused: member(row, "error") === true });
  };
  for (const row of lines("cases/structural-tag-and-schema.jsonl")) {
    if (member(row, "kind") === "structural_tag") add(member(row, "id"), member(row, "spec"), row);
  }
  for (const row of lines("cases/reported-faults.jsonl")) add(member(row, "id"), member(row, "format"));
  for (const row of lines("data/speed-cases.jsonl")) {
    if (member(row, "kind") === "structural_tag") add(member(row, "name"), member(row, "schema"));
  }
  const builtin = readJson(readFileSync(new URL("reference/xgrammar-builtin-tags.json", shared), "utf8"));
  if (isJsonArray(builtin)) for (const [index, row] of builtin.entries()) add(`builtin ${index}`, member(row, "structural_tag"));
  return cases;
}

/**
 * Refused though the row allows reading them: a trigger that can never be written, since an exclude is complete before it (XGrammar takes the
 * tag and leaves the trigger dead), and two triggers of which one is the other's prefix (refused by XGrammar, too).
 */
const REFUSED = new Set(["st-exclude-prefix-of-trigger", "B10b"]);

describe.skipIf(!existsSync(shared))("the case files", () => {
  const cases = existsSync(shared) ? tagCases() : [];

  test("hold structural tags", () => expect(cases.length).toBeGreaterThan(150));

  test.each(cases.map((item) => [item.id, item] as const))("%s", (id, { tag, refused }) => {
    if (refused || REFUSED.has(id)) {
      expect(() => readStructuralTag(tag)).toThrow(StructagError);
      return;
    }
    const { format } = readStructuralTag(tag);
    expect(outline(format)).toMatch(/\S/);
    const wire = writeStructuralTag(format);
    expect(readStructuralTag(wire).format).toEqual(format);
    // The built-in tags are in current JSON, so they must come back as they are.
    if (id.startsWith("builtin")) expect(sorted(wire)).toEqual(sorted(tag));
  });
});

/** Key order of formats is free. */
function sorted(value: Json): unknown {
  if (isJsonArray(value)) return value.map(sorted);
  if (isJsonObject(value)) return Object.fromEntries([...value].map(([key, item]) => [key, sorted(item)]));
  return value;
}
