/** Fails where a file has more lines than the ceiling, or too many files are long. Run: `npx tsx scripts/check-sizes.ts`. */
import exceptions from "./check/size-exceptions.json" with { type: "json" };
import { readSource, report, typeScriptFiles } from "./check/source-files.ts";

const CEILING = 400;
const AIM = 250;
const SHARE_WITHIN_AIM = 0.9;

/** Path → most lines it may have, and why. */
const allowed = new Map<string, { lines: number; reason: string }>(Object.entries(exceptions));

const sizes = ["src", "tests", "scripts", "bench", "examples", "playground/src", "playground/tests"]
  .flatMap(typeScriptFiles)
  .filter((path) => !path.includes("/generated/"))
  .map((path) => ({ path, lines: readSource(path).split("\n").length - 1 }))
  .sort((a, b) => a.lines - b.lines);

const findings = sizes
  .filter(({ path, lines }) => lines > (allowed.get(path)?.lines ?? CEILING))
  .map(({ path, lines }) => `${path}: ${lines} lines; the ceiling is ${allowed.get(path)?.lines ?? CEILING}`);

for (const [path, { lines, reason }] of allowed) {
  const size = sizes.find((file) => file.path === path);
  if (size === undefined) findings.push(`${path}: has an exception but does not exist`);
  else if (size.lines <= CEILING) findings.push(`${path}: needs no exception any more (${size.lines} lines)`);
  if (lines <= CEILING || reason.trim() === "") findings.push(`${path}: an exception has lines above ${CEILING} and a reason`);
}

const within = sizes.filter(({ lines }) => lines < AIM).length / sizes.length;
if (within < SHARE_WITHIN_AIM) {
  const long = sizes.filter(({ lines }) => lines >= AIM).map(({ path, lines }) => `  ${lines} ${path}`);
  findings.push(`only ${(100 * within).toFixed(1)} % of the files have under ${AIM} lines, ${100 * SHARE_WITHIN_AIM} % should:`, ...long);
}

const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(share * sizes.length))].lines;
report(
  findings,
  `${sizes.length} files, lines: median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)}, ${(100 * within).toFixed(1)} % under ${AIM}`,
);
