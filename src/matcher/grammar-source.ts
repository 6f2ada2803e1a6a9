import type { ExprArena } from "../expr/arena.ts";
import type { Format } from "../format/types.ts";
import type { FormatLoweringOptions } from "../lower/format/lower-format.ts";

/** What a grammar was compiled from: enough to lower it again, in another arena and with every format kept apart. */
export interface GrammarSource {
  /** A validated tree. */
  readonly format: Format;
  /** How the parts that are grammars of their own are lowered. */
  leaves(arena: ExprArena): Pick<FormatLoweringOptions, "jsonSchema" | "jsonSchemaCanWait" | "regex" | "grammar">;
  /** The vocabulary entry with exactly this text. */
  resolveToken(text: string): number | undefined;
}
