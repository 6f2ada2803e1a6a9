import { KNOWN_STOP_TOKENS } from "../../../src/engine.ts";
import { resolveFamily } from "../../../src/index.ts";

/** Markers that models have as single tokens, told by their looks: `<|…|>`, `<｜…｜>`, `[NAME]`, `<think>` and the like; openings of tags such as `<function=` are text. */
const LOOKS_LIKE_A_TOKEN =
  /^(<\|.*\|>|<\|[^<>|]+>|<[^<>|]+\|>|<｜.*｜>|\[\/?[A-Z_|~a-z]+\]|\[e~\[|<\/?(mm:|seed:|minimax:)?[a-z_]+>|<\/?[A-Z_0-9]+>)$/;
const TEXT_TAGS = /^<\/?(function|parameter|invoke|steptml:.*|cofl:.*|answer|response)>$/;

/** Tokens that a model of the family has beside its text tokens. */
export function familyTokens(family: string): { readonly special: readonly string[]; readonly stop: readonly string[] } {
  const special = resolveFamily(family).markers.filter((marker) => LOOKS_LIKE_A_TOKEN.test(marker) && !TEXT_TAGS.test(marker));
  return { special, stop: special.filter((marker) => KNOWN_STOP_TOKENS.includes(marker)) };
}
