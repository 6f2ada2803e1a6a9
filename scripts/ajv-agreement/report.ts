import type { AgreementFindings } from "./run.ts";

/** Prints what was found, and the closing line. */
export function printFindings({ counts, refusals, disputed, faults }: AgreementFindings, verbose: boolean): void {
  const shown = verbose ? Number.POSITIVE_INFINITY : 3;
  console.log(
    `${counts.schemas} schemas held to Ajv, ${counts.withoutAjv} that Ajv does not compile, ${counts.tooMuchWork} given up for their work, refused by code:`,
  );
  for (const [code, count] of [...refusals].sort((x, y) => y[1] - x[1])) console.log(`${String(count).padStart(7)}  ${code}`);
  console.log(`${counts.walks} walks, ${counts.masked} of them under masks; ${counts.unfinished} without an end in the room they had`);
  console.log(
    `${counts.accepted} texts accepted, ${counts.refused} refused, ${counts.unwritten} of them valid but spelled as is never written`,
  );
  console.log("Ajv and our validator differ, which decides:");
  for (const [keyword, texts] of [...disputed].sort((x, y) => y[1].length - x[1].length)) {
    console.log(`${String(texts.length).padStart(7)}  ${keyword}`);
    if (verbose) for (const text of texts.slice(0, 5)) console.log(`         ${text}`);
  }
  for (const fault of faults.slice(0, shown * 10)) console.log(`FAULT  ${fault}`);
  console.log(`${counts.accepted + counts.refused - faults.length} passed, ${faults.length} failed`);
}
