import { JsonNumber } from "../../core/json.ts";
import { compareDecimals, decimalOf, isMultipleOf } from "./decimal.ts";
import { type Context, fails, malformed, numberOf } from "./run.ts";

/** `minimum`, `maximum`, their exclusive twins (draft 4's booleans too) and `multipleOf`, all exact. */
export function checkNumber(context: Context): boolean {
  if (!(context.value instanceof JsonNumber)) return true;
  const value = decimalOf(context.value);
  let valid = true;
  for (const [keyword, direction] of [
    ["minimum", 1],
    ["maximum", -1],
  ] as const) {
    const exclusive = keyword === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
    const flag = context.rules.exclusiveFlags ? context.schema.get(exclusive) : undefined;
    const bound = numberOf(context, keyword);
    if (bound !== undefined) {
      const order = compareDecimals(value, decimalOf(bound)) * direction;
      if (order < 0 || (order === 0 && flag === true))
        valid = fails(context, keyword, `${context.value.text} is out of the bound ${bound.text}`);
    }
    const strict = typeof flag === "boolean" ? undefined : numberOf(context, exclusive);
    if (strict !== undefined && compareDecimals(value, decimalOf(strict)) * direction <= 0) {
      valid = fails(context, exclusive, `${context.value.text} is out of the exclusive bound ${strict.text}`);
    }
  }
  const divisor = numberOf(context, "multipleOf");
  if (divisor !== undefined) {
    if (decimalOf(divisor).digits === 0n) return malformed(context, "multipleOf", "a number above zero");
    if (!isMultipleOf(value, decimalOf(divisor)))
      valid = fails(context, "multipleOf", `${context.value.text} is no multiple of ${divisor.text}`);
  }
  return valid;
}
