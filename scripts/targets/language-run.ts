import { type Format, StructagError } from "../../src/index.ts";
import { forTarget, TARGETS, type TargetOutput } from "../../src/targets.ts";
import { ebnfOfLark } from "../../tests/support/lark-reader.ts";
import { byteCompiler, type LanguageSide, languageSide, sideDifference } from "../../tests/support/same-language.ts";

/** What became of the tags of a target. */
export interface TargetTotals {
  equal: number;
  /** By code. */
  readonly refused: Map<string, number>;
  /** Of the refused ones, those that loosening lets through with all that the tag accepts. */
  loosened: number;
}

export class LanguageRun {
  readonly totals = new Map<string, TargetTotals>(TARGETS.map(({ id }) => [id, { equal: 0, refused: new Map(), loosened: 0 }]));
  readonly faults: string[] = [];
  readonly #samples: number;
  #compiler = byteCompiler();

  constructor(samples: number) {
    this.#samples = samples;
  }

  /** Starts on fresh memory. */
  renew(): void {
    this.#compiler = byteCompiler();
  }

  /** One tag for every target: the same language, walked both ways, or a coded refusal. */
  check(name: string, format: Format, seed: number): void {
    const walks = { samples: this.#samples, seed, maxBytes: 100 };
    const original = languageSide(this.#compiler, format, walks);
    for (const { id } of TARGETS) {
      const totals = this.totals.get(id)!;
      try {
        const refusal = this.#compare(format, original, id, false, seed, name);
        if (refusal === undefined) {
          totals.equal += 1;
          continue;
        }
        totals.refused.set(refusal, (totals.refused.get(refusal) ?? 0) + 1);
        if (this.#compare(format, original, id, true, seed, name) === undefined) totals.loosened += 1;
      } catch (error) {
        this.faults.push(`${name} for ${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  /** The code of a refusal, undefined where there was none. */
  #compare(format: Format, original: LanguageSide, target: string, loosen: boolean, seed: number, name: string): string | undefined {
    let output: TargetOutput;
    try {
      output = forTarget(format, target, { loosen });
    } catch (error) {
      if (error instanceof StructagError && error.issues.every(({ path }) => path.startsWith("/format"))) return error.code;
      throw error;
    }
    const isEqual = output.loosened.length === 0;
    if (!loosen && !isEqual) throw new Error("was loosened without being asked to");
    const walks = { samples: isEqual ? this.#samples : 0, seed, maxBytes: 100, relation: isEqual ? "equal" : "subset" } as const;
    const difference = sideDifference(original, languageSide(this.#compiler, readBack(output), walks), walks);
    if (difference !== undefined) this.faults.push(`${name} for ${target}: ${difference}`);
    return undefined;
  }
}

/** What was written, as a format that the engine reads. */
function readBack(output: TargetOutput): Format {
  if (output.kind === "structural_tag") return output.format;
  return { type: "grammar", grammar: output.syntax === "lark" ? ebnfOfLark(output.text) : output.text };
}
