import { existsSync, readFileSync } from "node:fs";

const PAGE = new URL("../../docs/semantics.md", import.meta.url);

/**
 * The ids of rows that contradict a standard and are therefore not followed: the first cell of each table row, `` | `id` | reason | ``,
 * under a heading of `docs/semantics.md` that has the word "deviations" in it.
 */
export function readDeviations(): ReadonlySet<string> {
  const ids = new Set<string>();
  if (!existsSync(PAGE)) return ids;
  let inSection = false;
  for (const line of readFileSync(PAGE, "utf8").split("\n")) {
    if (line.startsWith("#")) inSection = /deviations/i.test(line);
    const id = /^\| *`([^`]+)` *\|/.exec(line)?.[1];
    if (inSection && id !== undefined) ids.add(id);
  }
  return ids;
}
