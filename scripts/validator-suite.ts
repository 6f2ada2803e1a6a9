/** Prints how much of the official JSON Schema test suite the validator passes, by draft; each failing test with `--verbose`. */
import { runSuite } from "./validator-suite-run.ts";

const results = runSuite();
if (results === undefined) {
  console.log("skipped: the test suite's data is not there");
} else {
  const verbose = process.argv.includes("--verbose");
  for (const kind of ["required", "optional"] as const) {
    for (const draft of new Set(results.map((result) => result.draft))) {
      const own = results.filter((result) => result.draft === draft && result.optional === (kind === "optional"));
      const failed = own.filter((result) => !result.passed);
      console.log(`${draft} ${kind}: ${own.length - failed.length} of ${own.length}`);
      const files = new Map<string, number>();
      for (const { file } of failed) files.set(file, (files.get(file) ?? 0) + 1);
      for (const [file, count] of files) console.log(`  ${file}: ${count} failed`);
      if (verbose) for (const { file, name } of failed) console.log(`    ${file}: ${name}`);
    }
  }
}
