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

/** A row whose parts are read when they are asked for, so that thousands of rows take the room of their text. */
class LazyRow implements MaskBenchRow {
  readonly id: string;
  readonly #line: string;

  constructor(id: string, line: string) {
    this.id = id;
    this.#line = line;
  }

  get schema(): Json {
    return this.#row().get("schema") ?? true;
  }

  get instances(): readonly Instance[] {
    const tests = this.#row().get("tests") ?? [];
    if (!isJsonArray(tests)) throw new Error(`${this.id}: tests are no array`);
    return tests.filter(isJsonObject).map((test) => {
      const data = test.get("data") ?? null;
      return { valid: test.get("valid") === true, text: writeJson(data), data };
    });
  }

  #row(): ReadonlyMap<string, Json> {
    const row = readJson(this.#line, { maxDepth: 2000 });
    if (!isJsonObject(row)) throw new Error(`${this.id}: a line is no object`);
    return row;
  }
}

/** The rows of a file of JSON lines, gzipped or not. */
export function* readRows(path: string): Generator<MaskBenchRow> {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const id = /"id":\s*"([^"]*)"/.exec(line)?.[1];
    if (id === undefined) throw new Error(`${path}: a line has no id`);
    yield new LazyRow(id, line);
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
