/** Fails where an import breaks the tables of `docs/architecture.md`. Run: `npx tsx scripts/check-layers.ts`. */
import { importsOf } from "./check/imports.ts";
import { checkCycles, checkEntryPoints, checkRooms, checkTests, parseLayerRules } from "./check/layers.ts";
import { isTest, readSource, report, typeScriptFiles } from "./check/source-files.ts";

const rules = parseLayerRules(readSource("docs/architecture.md"));
const importsBelow = (folder: string, keep: (path: string) => boolean = () => true) =>
  new Map(
    typeScriptFiles(folder)
      .filter(keep)
      .map((path) => [path, importsOf(path)]),
  );
const library = importsBelow("src", (path) => !isTest(path));
const tests = importsBelow("tests");

report(
  [...checkRooms(library, rules), ...checkEntryPoints(library, rules), ...checkTests(tests, rules), ...checkCycles(library)],
  `${library.size + tests.size} files keep to the table of rooms`,
);
