import { type DraftRules, isLater } from "../validate/drafts.ts";

const ALL_DRAFTS =
  "$ref type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format properties patternProperties additionalProperties required propertyNames " +
  "minProperties maxProperties dependencies items contains minItems maxItems uniqueItems allOf anyOf oneOf not if";
const MODERN = "dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems";
const MODIFIERS: ReadonlySet<string> = new Set(["nullable", "then", "else", "additionalItems", "minContains", "maxContains"]);
const CONTENT: ReadonlySet<string> = new Set(["contentEncoding", "contentMediaType", "contentSchema"]);

/** Whether some draft knows the keyword as one that can refuse a value, alone or with another. */
export function isConstraint(keyword: string): boolean {
  return EVERY_CONSTRAINT.has(keyword) || MODIFIERS.has(keyword);
}

const EVERY_CONSTRAINT: ReadonlySet<string> = new Set(`${ALL_DRAFTS} ${MODERN} prefixItems $dynamicRef $recursiveRef`.split(" "));

const known = new Map<DraftRules, ReadonlySet<string>>();

/** The keywords by which a schema of the draft can refuse a value. `then`, `else`, `additionalItems`, `minContains`, … only modify one of them. */
export function constrainingKeywords(rules: DraftRules): ReadonlySet<string> {
  let keywords = known.get(rules);
  if (keywords === undefined) {
    const names = ALL_DRAFTS.split(" ").filter((keyword) => !isLater(keyword, rules));
    if (rules.modern) names.push(...MODERN.split(" "));
    if (rules.prefixItems) names.push("prefixItems");
    if (rules.dynamicRef) names.push("$dynamicRef");
    if (rules.recursiveRef) names.push("$recursiveRef");
    keywords = new Set(names);
    known.set(rules, keywords);
  }
  return keywords;
}

export function isContentKeyword(keyword: string): boolean {
  return keyword.startsWith("content") && CONTENT.has(keyword);
}

/** Whether the keyword says nothing alone, but changes what another one says. */
export function isModifier(keyword: string): boolean {
  return MODIFIERS.has(keyword);
}
