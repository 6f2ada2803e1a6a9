import { REFERENCE_MASK_COPY } from "./limits.ts";
import type { EngineResults, Figures, Run } from "./results.ts";

/** The run as Markdown, for the README. */
export function markdown(run: Run): string {
  return [limits(run), totals(run), vocabularies(run), byCase(run), failures(run), agreement(run)]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What figures are divided by to compare with the reference figures. */
export function scaleOf({ limits }: Run): number {
  return limits.maskCopy / REFERENCE_MASK_COPY;
}

function limits(run: Run): string {
  const { maskCopy, trieWalk, stringWalk } = run.limits;
  return [
    `${run.date}, Node ${run.node}, best of ${run.rounds} rounds, ${run.cases.reduce((sum, { tokens }) => sum + tokens, 0)} tokens in ${run.cases.length} cases.`,
    "",
    `Limits in the same run: mask copy ${micro(maskCopy)} µs (scale ${scaleOf(run).toFixed(2)}), walk of the whole trie ${micro(trieWalk)} µs, walk of a JSON string's body ${micro(stringWalk)} µs.`,
  ].join("\n");
}

const FIGURES = [
  "cases",
  "compile ms p50 / worst",
  "first pass: mask µs mean",
  "p50",
  "p99",
  "max",
  "accept",
  "later: copy p50",
  "by reference p50",
  "accept",
];

function totals(run: Run): string {
  const rows = run.engines.flatMap((engine) => {
    const cases = [...engine.measured.keys()];
    if (cases.length === 0) return [];
    const figures = engine.figures(cases);
    return [
      [engine.name, ...figureCells(figures, cases.length, 1)],
      [`${engine.name}, scaled`, ...figureCells(figures, cases.length, scaleOf(run))],
    ];
  });
  const common = run.cases.map(({ name }) => name).filter((name) => run.engines.every((engine) => engine.measured.has(name)));
  if (run.engines.length > 1 && common.length > 0) {
    for (const engine of run.engines) rows.push([`${engine.name}, cases of all`, ...figureCells(engine.figures(common), common.length, 1)]);
  }
  return table(["engine", ...FIGURES], rows);
}

function figureCells(figures: Figures, cases: number, scale: number): string[] {
  const { compileMs, masks } = figures;
  const times = [
    masks.mean,
    masks.p50,
    masks.p99,
    masks.max,
    figures.acceptMean,
    figures.laterP50,
    figures.byReferenceP50,
    figures.laterAcceptMean,
  ];
  return [String(cases), `${micro(compileMs.p50 / scale)} / ${micro(compileMs.max / scale)}`, ...times.map((time) => micro(time / scale))];
}

function vocabularies(run: Run): string {
  const rows = run.engines.map((engine) => {
    const { load, firstStringMask, firstTextMask } = engine.bestCold();
    return [engine.name, micro(load), micro(firstStringMask), micro(firstTextMask)];
  });
  const note = `structag loads its serialised vocabulary, verified; making it from ranks takes ${micro(run.fromRanksMs)} ms.`;
  return `${table(["vocabulary, ms", "load", "first mask ever, in a string", "in free text"], rows)}\n\n${note}`;
}

function byCase(run: Run): string {
  const header = [
    "case",
    "tokens",
    "engine",
    "compile ms",
    "mask µs mean",
    "p50",
    "p99",
    "max",
    "accept",
    "later copy p50",
    "by reference",
  ];
  const rows = run.cases.flatMap(({ name, tokens }) =>
    run.engines
      .filter((engine) => engine.measured.has(name))
      .map((engine) => {
        const { compileMs, masks, acceptMean, laterP50, byReferenceP50 } = engine.figures([name]);
        const times = [compileMs.p50, masks.mean, masks.p50, masks.p99, masks.max, acceptMean, laterP50, byReferenceP50];
        return [name, String(tokens), engine.name + once(run, engine, name), ...times.map(micro)];
      }),
  );
  return rows.length === 0 ? "" : table(header, rows);
}

function once(run: Run, engine: EngineResults, name: string): string {
  return (engine.measured.get(name)?.length ?? 0) < run.rounds ? " (one round)" : "";
}

function failures(run: Run): string {
  const rows = run.engines.flatMap((engine) =>
    [...engine.failures].map(([name, reason]) => [engine.name, name, reason.replaceAll("|", "\\|")]),
  );
  return rows.length === 0 ? "" : `Not measured:\n\n${table(["engine", "case", "reason"], rows)}`;
}

function agreement(run: Run): string {
  if (run.agreement.length === 0) return "";
  const engines = run.engines.map(({ name }) => name);
  const rows = run.agreement.map(({ case: name, places, equal, onlyIn }) => [
    name,
    `${equal} of ${places}`,
    ...engines.map((engine) => (engine in onlyIn ? String(onlyIn[engine]) : "")),
  ]);
  return `Masks at some places of each document, information only:\n\n${table(["case", "equal", ...engines.map((name) => `only ${name}`)], rows)}`;
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignment = header.map((_, index) => (index === 0 ? "---" : "--:"));
  return [header, alignment, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Three significant digits, or nothing. */
function micro(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const digits = Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toFixed(digits);
}
