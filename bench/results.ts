import type { ColdTimes } from "./cold.ts";
import type { Limits } from "./limits.ts";
import type { Measured } from "./measure.ts";
import { bestSummary, least, type Summary, summarise } from "./statistics.ts";

/** An engine's figures on one case or on several, each the best of the rounds. Microseconds unless named otherwise. */
export interface Figures {
  readonly compileMs: Summary;
  readonly masks: Summary;
  readonly acceptMean: number;
  readonly laterP50: number;
  readonly byReferenceP50: number;
  readonly laterAcceptMean: number;
}

/** What was measured of one engine. */
export class EngineResults {
  readonly name: string;
  readonly version: string;
  readonly cold: ColdTimes[] = [];
  /** Case to its rounds. */
  readonly measured = new Map<string, Measured[]>();
  /** Case to the reason why there are no figures: it does not compile, or its document is refused. */
  readonly failures = new Map<string, string>();

  constructor(name: string, version: string) {
    this.name = name;
    this.version = version;
  }

  add(caseName: string, measured: Measured): void {
    const rounds = this.measured.get(caseName);
    if (rounds === undefined) this.measured.set(caseName, [measured]);
    else rounds.push(measured);
  }

  /** Figures over the cases together: masks pooled. A case that ran in fewer rounds counts with its first in the others. */
  figures(cases: readonly string[]): Figures {
    const lists = cases.map((name) => this.measured.get(name) ?? []).filter((rounds) => rounds.length > 0);
    const count = Math.max(0, ...lists.map((rounds) => rounds.length));
    const rounds = Array.from({ length: count }, (_, round) => lists.map((list) => list[round] ?? list[0]));
    const best = (figure: (round: readonly Measured[]) => number): number =>
      least(rounds.map(figure).filter((value) => !Number.isNaN(value)));
    return {
      compileMs: bestSummary(rounds.map((round) => summarise([round.map(({ compileMs }) => compileMs)]))),
      masks: bestSummary(rounds.map((round) => summarise(round.map(({ masks }) => masks)))),
      acceptMean: best((round) => summarise(round.map(({ accepts }) => accepts)).mean),
      laterP50: best((round) => weightedMedian(round, ({ laterP50 }) => laterP50)),
      byReferenceP50: best((round) => weightedMedian(round, ({ byReferenceP50 }) => byReferenceP50 ?? Number.NaN)),
      laterAcceptMean: best((round) => weightedMedian(round, ({ laterAcceptMean }) => laterAcceptMean)),
    };
  }

  bestCold(): ColdTimes {
    const best = (figure: (cold: ColdTimes) => number | undefined): number | undefined => {
      const values = this.cold.map(figure).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : least(values);
    };
    const firstStringMask = best((cold) => cold.firstStringMask);
    const firstTextMask = best((cold) => cold.firstTextMask);
    return {
      load: best((cold) => cold.load) ?? Number.NaN,
      ...(firstStringMask === undefined ? {} : { firstStringMask }),
      ...(firstTextMask === undefined ? {} : { firstTextMask }),
    };
  }
}

/** The median of the cases' figures, each weighing as many as it has tokens. */
function weightedMedian(round: readonly Measured[], figure: (measured: Measured) => number): number {
  return summarise(round.map((measured) => measured.masks.map(() => figure(measured)).filter((value) => !Number.isNaN(value)))).p50;
}

/** Everything of a run. */
export interface Run {
  readonly date: string;
  readonly node: string;
  readonly rounds: number;
  /** Name and number of tokens. */
  readonly cases: readonly { readonly name: string; readonly tokens: number }[];
  /** The best of the rounds. */
  readonly limits: Limits;
  readonly timerOverheadNs: number;
  readonly fromRanksMs: number;
  readonly engines: readonly EngineResults[];
  readonly agreement: readonly Agreement[];
}

/** How the masks of all engines that run a case compare, at some places of its document. */
export interface Agreement {
  readonly case: string;
  readonly places: number;
  /** Places at which all masks are equal. */
  readonly equal: number;
  /** Engine to the number of tokens that no other lets through, added up over the places. */
  readonly onlyIn: Readonly<Record<string, number>>;
}
