import type { JsonObject } from "../../core/json.ts";

/** `mixed`: no `$schema` given; every keyword of every draft counts, in the spelling of its own draft. */
export type Draft = "draft4" | "draft7" | "2019-09" | "2020-12" | "mixed";

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
  /** The keyword that names a schema: `id` in draft 4. */
  readonly id: "$id" | "id";
  /** `exclusiveMinimum: true` of draft 4. */
  readonly exclusiveFlags: boolean;
  /** `nullable` of OpenAPI 3.0. */
  readonly nullable: boolean;
}

/** Keywords that draft 4 does not have yet. */
const AFTER_DRAFT_4: ReadonlySet<string> = new Set(["const", "contains", "propertyNames", "if"]);

const RULES: Readonly<Record<Draft, DraftRules>> = {
  draft4: rules("draft4", { refAlone: true, itemsList: true, id: "id", exclusiveFlags: true }),
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
    exclusiveFlags: true,
    nullable: true,
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
    id: "$id",
    exclusiveFlags: false,
    nullable: false,
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
  if (/draft-0?[34]\b/.test(uri)) return "draft4";
  if (/draft-0?[67]\b/.test(uri)) return "draft7";
  if (uri.includes("2019-09")) return "2019-09";
  return uri.includes("2020-12") ? "2020-12" : undefined;
}

/** Whether the keyword came with a later draft than the one that the schema names: by the standard it then says nothing. */
export function isLater(keyword: string, rules: DraftRules): boolean {
  return rules.draft === "draft4" && AFTER_DRAFT_4.has(keyword);
}

/** The keywords of a schema that its draft knows. */
export function knownKeywords(schema: JsonObject, rules: DraftRules): JsonObject {
  if (rules.draft !== "draft4" || ![...AFTER_DRAFT_4].some((keyword) => schema.has(keyword))) return schema;
  return new Map([...schema].filter(([keyword]) => !AFTER_DRAFT_4.has(keyword)));
}
