import { StructagError } from "../core/errors.ts";

export function leftRecursion(name: string): StructagError {
  return new StructagError({
    code: "expr-left-recursion",
    path: "",
    message: `the rule ${name} starts with itself, directly or through other rules`,
    hint: "rewrite it with a repetition",
  });
}
