import type { JsonObject } from "../../core/json.ts";

/** `mixed`: no `$schema` given; every keyword of every draft counts, in the spelling of its own draft. */
export type Draft = "draft7" | "2019-09" | "2020-12" | "mixed";

/** Where the drafts differ. */
export interface DraftRules {
  readonly draft: Draft;
  /** `$ref` hides every keyword beside it. */
  readonly refAlone: boolean;
  /** `items` may be a list of schemas, and `additionalItems` counts. */
  readonly itemsList: boolean;
  readonly prefixItems: boolean;
  /** `$anchor`, `dependentRequired`, `dependentSchemas`, `minContains`, `maxContains`, `unevaluated…`. */
  readonly modern: boolean;
  readonly recursiveRef: boolean;
  readonly dynamicRef: boolean;
  /** Items that match `contains` count as evaluated. */
  readonly containsEvaluates: boolean;
  /** `nullable` of OpenAPI 3.0, `exclusiveMinimum: true` of draft 4, `id` of draft 4. */
  readonly legacy: boolean;
}

const RULES: Readonly<Record<Draft, DraftRules>> = {
  draft7: rules("draft7", { refAlone: true, itemsList: true }),
  "2019-09": rules("2019-09", { itemsList: true, modern: true, recursiveRef: true }),
  "2020-12": rules("2020-12", { prefixItems: true, modern: true, dynamicRef: true, containsEvaluates: true }),
  mixed: rules("mixed", {
    itemsList: true,
    prefixItems: true,
    modern: true,
    recursiveRef: true,
    dynamicRef: true,
    containsEvaluates: true,
    legacy: true,
  }),
};

function rules(draft: Draft, differences: Partial<DraftRules>): DraftRules {
  return {
    draft,
    refAlone: false,
    itemsList: false,
    prefixItems: false,
    modern: false,
    recursiveRef: false,
    dynamicRef: false,
    containsEvaluates: false,
    legacy: false,
    ...differences,
  };
}

export function rulesOf(draft: Draft): DraftRules {
  return RULES[draft];
}

/** The draft that a schema's `$schema` names, or `undefined`. */
export function draftNamedBy(schema: JsonObject): Draft | undefined {
  const uri = schema.get("$schema");
  if (typeof uri !== "string") return undefined;
  if (/draft-0?[3467]\b/.test(uri)) return "draft7";
  if (uri.includes("2019-09")) return "2019-09";
  return uri.includes("2020-12") ? "2020-12" : undefined;
}
