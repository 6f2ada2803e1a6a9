import type { JsonObject } from "../../src/core/json.ts";

/** One row of a case file. `fields` keeps key order and number spelling. */
export interface CaseRow {
  readonly id: string;
  readonly fields: JsonObject;
}

/** Why a row fails, in one line. */
export interface Failure {
  readonly reason: string;
}

/**
 * A kind of check. Each file in `kinds/` exports one as `kind`, and is found there by the runner. A row can have parts of several kinds
 * (texts to accept and an output to read): it passes when every part is covered by some kind and none fails.
 */
export interface CaseKind {
  readonly name: string;
  /** The parts of the row (names of its fields, see `parts.ts`) that this kind checks; empty where it has nothing to do with the row. */
  covers(row: CaseRow): readonly string[];
  /** Checks what it covers. `undefined` = all of it holds. It may throw: that is a failure too. */
  run(row: CaseRow): Failure | undefined | Promise<Failure | undefined>;
}
