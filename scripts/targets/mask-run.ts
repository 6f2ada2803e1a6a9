import { type Format, StructagError } from "../../src/index.ts";
import { forTarget } from "../../src/targets.ts";
import { type MaskOracle, maskDifference, maskOracle, oracleTokens } from "../../tests/support/mask-agreement.ts";

/** Pieces that markers and calls are made of. */
const PIECES = [
  "<tool_call>",
  "</tool_call>",
  "<think>",
  "</think>",
  "<function=",
  "</function>",
  "<parameter=",
  "</parameter>",
  "<|close|>",
  "<|open|>",
  "<|sep|>",
  "tool_calls",
  "name",
  "arguments",
  "parameters",
  "functions",
  " the",
  " of",
  "ing",
  "location",
  "city",
  "_id",
  "get_",
  "channel",
  "message",
];

export interface MaskTotals {
  agreed: number;
  readonly refused: Map<string, number>;
  readonly faults: string[];
}

/** Compares the masks of web-xgrammar with the engine's until so many tags agree. */
export class MaskRun {
  readonly totals: MaskTotals = { agreed: 0, refused: new Map(), faults: [] };
  readonly #oracle: Promise<MaskOracle> = maskOracle(oracleTokens(PIECES));

  async check(name: string, format: Format, seed: number): Promise<void> {
    try {
      const output = forTarget(format, "web-xgrammar");
      if (output.kind !== "structural_tag") return;
      const difference = await maskDifference(await this.#oracle, format, output.format, { walks: 3, maxTokens: 80, seed });
      if (difference === undefined) this.totals.agreed += 1;
      else this.totals.faults.push(`${name}: ${difference}`);
    } catch (error) {
      if (error instanceof StructagError) this.totals.refused.set(error.code, (this.totals.refused.get(error.code) ?? 0) + 1);
      else this.totals.faults.push(`${name}: web-xgrammar refused the tag (${error instanceof Error ? error.message : String(error)})`);
    }
  }
}
