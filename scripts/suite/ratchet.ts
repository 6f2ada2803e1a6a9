import { readFileSync, writeFileSync } from "node:fs";
import type { SuiteJudgement, SuiteOutcome } from "./judge.ts";
import type { SuiteRow } from "./rows.ts";

const PATH = new URL("ratchet.json", import.meta.url);

/** The letter of each outcome, the better ones first. */
const LETTERS: Readonly<Record<SuiteOutcome, string>> = {
  pass: "p",
  reordered: "o",
  written: "w",
  refused: "r",
  "rejects-valid": "v",
  "accepts-invalid": "I",
  crash: "C",
};
const ORDER = Object.values(LETTERS).join("");

export interface Judged {
  readonly row: SuiteRow;
  readonly judgements: readonly SuiteJudgement[];
}

/** Outcomes by draft and file: a word for each schema, a letter for each of its tests, in the order of the suite. */
export type Ratchet = Readonly<Record<string, string>>;

export function ratchetOf(judged: readonly Judged[]): Ratchet {
  const words = new Map<string, string[]>();
  for (const { row, judgements } of judged) {
    const file = `${row.draft}/${row.file}`;
    const word = judgements.map(({ outcome }) => LETTERS[outcome]).join("");
    words.set(file, [...(words.get(file) ?? []), word]);
  }
  return Object.fromEntries([...words].sort(([x], [y]) => (x < y ? -1 : 1)).map(([file, list]) => [file, list.join(" ")]));
}

export function readRatchet(): Ratchet {
  return JSON.parse(readFileSync(PATH, "utf8"));
}

export function writeRatchet(ratchet: Ratchet): void {
  writeFileSync(PATH, `${JSON.stringify(ratchet, null, 2)}\n`);
}

/** The tests that do worse than before, or that are gone: file, schema and test counted from 1. */
export function worseThan(before: Ratchet, now: Ratchet): string[] {
  return Object.entries(before).flatMap(([file, line]) => {
    const rows = (now[file] ?? "").split(" ");
    return line.split(" ").flatMap((word, row) =>
      [...word].flatMap((letter, test) => {
        const after = rows[row]?.[test];
        if (after !== undefined && ORDER.indexOf(after) <= ORDER.indexOf(letter)) return [];
        return [`${file}, schema ${row + 1}, test ${test + 1}: ${nameOf(letter)} became ${nameOf(after)}`];
      }),
    );
  });
}

function nameOf(letter: string | undefined): string {
  return Object.entries(LETTERS).find(([, own]) => own === letter)?.[0] ?? "nothing";
}
