import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { isJsonArray, isJsonObject, type Json } from "../../src/core/json.ts";
import { readJson } from "../../src/core/json-read.ts";
import { writeJson } from "../../src/core/json-write.ts";

/** An instance of a row: its compact text, keys in their order and numbers as they are spelled. */
export interface Instance {
  readonly valid: boolean;
  readonly text: string;
  readonly data: Json;
}

export interface MaskBenchRow {
  readonly id: string;
  readonly schema: Json;
  readonly instances: readonly Instance[];
}

/** The rows of a file of JSON lines, gzipped or not. */
export function* readRows(path: string): Generator<MaskBenchRow> {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const row = readJson(line, { maxDepth: 2000 });
    if (!isJsonObject(row)) throw new Error(`${path}: a line is no object`);
    const tests = row.get("tests") ?? [];
    if (!isJsonArray(tests)) throw new Error(`${path}: tests are no array`);
    yield {
      id: String(row.get("id")),
      schema: row.get("schema") ?? true,
      instances: tests.filter(isJsonObject).map((test) => {
        const data = test.get("data") ?? null;
        return { valid: test.get("valid") === true, text: writeJson(data), data };
      }),
    };
  }
}

/** The data set of a row: its id up to `---`, else up to the last `_` and number. */
export function dataSetOf(id: string): string {
  const cut = id.indexOf("---");
  return cut >= 0 ? id.slice(0, cut) : id.replace(/_\d+$/, "");
}

/** `count` rows drawn at random by a seed, in the order of the file. */
export function sample<T>(rows: readonly T[], count: number, seed: number): T[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const order = rows.map((_, index) => index);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order
    .slice(0, count)
    .sort((x, y) => x - y)
    .map((index) => rows[index]);
}
