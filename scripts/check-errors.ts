/** Fails where `docs/errors.md` and the codes of the source differ. Run: `npx tsx scripts/check-errors.ts`. */
import { compareCodes, documentedCodes, scanCodes } from "./check/error-codes.ts";
import { isTest, readSource, report, typeScriptFiles } from "./check/source-files.ts";

const documented = documentedCodes(readSource("docs/errors.md"));
const scan = scanCodes(typeScriptFiles("src").filter((path) => !isTest(path)));
report(compareCodes(scan, documented), `${documented.length} codes have their row in docs/errors.md`);
