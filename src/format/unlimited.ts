import type { Format } from "./types.ts";

/**
 * Whether a format has no end of its own, as XGrammar sees it: such content needs an end string. Budgets do not count. Recurses over the
 * tree; the caller has checked its depth.
 */
export function isUnlimited(format: Format): boolean {
  switch (format.type) {
    case "any_text":
    case "any_tokens":
    case "triggered_tags":
    case "token_triggered_tags":
    case "tags_with_separator":
    case "dispatch":
    case "token_dispatch":
    case "star":
    case "plus":
      return true;
    case "repeat":
      return format.max === -1 || (format.max !== 0 && isUnlimited(format.content));
    case "optional":
      return isUnlimited(format.content);
    case "sequence":
    case "or":
      return format.elements.some((element) => isUnlimited(element) && !hasOwnExcludes(element));
    case "const_string":
    case "json_schema":
    case "regex":
    case "grammar":
    case "token":
    case "exclude_token":
    case "tag":
      return false;
  }
}

/** Whether free text or free tokens name what ends them. */
export function hasOwnExcludes(format: Format): boolean {
  switch (format.type) {
    case "any_text":
    case "triggered_tags":
    case "dispatch":
      return (format.excludes ?? []).length > 0;
    case "any_tokens":
    case "token_triggered_tags":
    case "token_dispatch":
      return (format.excludeTokens ?? []).length > 0;
    default:
      return false;
  }
}
