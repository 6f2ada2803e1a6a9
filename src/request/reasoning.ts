import { fail } from "../core/errors.ts";
import { childPointer } from "../core/pointer.ts";
import { isRecord, member } from "./read-input.ts";

export const REASONING_MODES = ["enabled", "disabled", "auto"] as const;

/** Whether the model reasons first: it does, it does not, it may. */
export type ReasoningMode = (typeof REASONING_MODES)[number];

export interface Reasoning {
  /** `undefined` where the caller did not say; then the family's default holds. */
  readonly mode?: ReasoningMode;
  /** Most tokens of the reasoning text. */
  readonly maxTokens?: number;
}

const WORDS: ReadonlyMap<unknown, ReasoningMode> = new Map<unknown, ReasoningMode>([
  ...REASONING_MODES.map((mode) => [mode, mode] as const),
  [true, "enabled"],
  ["on", "enabled"],
  [false, "disabled"],
  ["off", "disabled"],
  ["none", "disabled"],
]);

/**
 * Reads `true`, `false`, a mode (`on` and `off` too), or `{mode, maxTokens}`; also Anthropic's `{type: "enabled", budget_tokens}`.
 * @throws StructagError `request-reasoning`
 */
export function readReasoning(input: unknown, path = "/reasoning"): Reasoning {
  if (input === undefined || input === null) return {};
  const direct = WORDS.get(input);
  if (direct !== undefined) return { mode: direct };
  if (!isRecord(input))
    return fail("request-reasoning", path, `unknown reasoning mode ${JSON.stringify(input)}`, "use enabled, disabled or auto");
  const given = member(input, "mode") ?? member(input, "type");
  const mode = WORDS.get(given);
  if (given !== undefined && given !== null && mode === undefined) {
    return fail(
      "request-reasoning",
      childPointer(path, "mode"),
      `unknown reasoning mode ${JSON.stringify(given)}`,
      "use enabled, disabled or auto",
    );
  }
  const maxTokens = member(input, "maxTokens") ?? member(input, "budget_tokens");
  if (maxTokens !== undefined && maxTokens !== null) {
    if (typeof maxTokens !== "number" || !Number.isInteger(maxTokens) || maxTokens < 0 || maxTokens > 0x7fff_ffff) {
      return fail("request-reasoning", childPointer(path, "maxTokens"), "maxTokens is a whole number from 0 to 2147483647");
    }
    return mode === undefined ? { maxTokens } : { mode, maxTokens };
  }
  return mode === undefined ? {} : { mode };
}
