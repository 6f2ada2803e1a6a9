import { badValue } from "./option-values.ts";

const WORDS: ReadonlySet<string> = new Set(["auto", "required", "any", "none"]);
const NAMED = "named:";

/**
 * The choices of `--tool-choice auto,required,named:NAME`, in the spellings of a request. A comma ends a name only where another choice follows.
 * @throws StructagError `cli-usage-value`
 */
export function parseToolChoices(list: string): unknown[] {
  return list.split(/,(?=(?:auto|required|any|none)(?:,|$)|named:)/).map((item) => {
    if (WORDS.has(item)) return item;
    if (item.startsWith(NAMED) && item.length > NAMED.length) return { type: "function", function: { name: item.slice(NAMED.length) } };
    throw badValue("tool-choice", `does not take "${item}"`, "auto, required, none or named:NAME, several with commas");
  });
}
