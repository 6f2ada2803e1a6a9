import type { CaseKind, CaseRow, Failure } from "./case-kind.ts";
import { kindOf, partsOf } from "./parts.ts";

/** What became of a row. A deviation is a row that is not followed on purpose, or that itself only records what others do. */
export type Outcome =
  | { readonly type: "passed" }
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "skipped"; readonly kind: string; readonly parts: readonly string[] }
  | { readonly type: "deviation"; readonly agrees: boolean; readonly reason: string };

/** Runs one row through every kind that covers a part of it. */
export async function runRow(row: CaseRow, kinds: readonly CaseKind[], deviations: ReadonlySet<string>): Promise<Outcome> {
  const open = new Set(partsOf(row));
  const failures: string[] = [];
  let ran = false;
  for (const kind of kinds) {
    const covered = kind.covers(row);
    if (covered.length === 0) continue;
    ran = true;
    for (const part of covered) open.delete(part);
    const failure = await runKind(kind, row);
    if (failure !== undefined) failures.push(`${kind.name}: ${failure.reason}`);
  }
  const reason = failures.join("; ");
  if (ran && (row.fields.get("deviation") === true || deviations.has(row.id)))
    return { type: "deviation", agrees: failures.length === 0, reason };
  if (failures.length > 0) return { type: "failed", reason };
  return ran && open.size === 0 ? { type: "passed" } : { type: "skipped", kind: kindOf(row), parts: [...open] };
}

async function runKind(kind: CaseKind, row: CaseRow): Promise<Failure | undefined> {
  try {
    return await kind.run(row);
  } catch (error) {
    return { reason: `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}` };
  }
}
