import type { Diagnostic } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { type ExprId, IMPURE, NEVER } from "../../expr/kinds.ts";
import { utf8Spelling } from "../utf8.ts";
import type { GrammarRule } from "./nodes.ts";
import type { GrammarText } from "./text.ts";

const LIMITS = ["max_tokens", "max_chars", "lazy"];
/** Options that say something about the output and constrain nothing. */
const NOTES = ["capture", "temperature", "stop_capture"];

function isNote(name: string): boolean {
  return NOTES.includes(name) || name.startsWith("capture_hidden_");
}

/** `e` under the limits of its rule's options. `regular`: no recursive rule is in it. */
export function limitRule(arena: ExprArena, e: ExprId, rule: GrammarRule, regular: boolean, text: GrammarText): ExprId {
  let limited = e;
  for (const name of rule.options.keys()) {
    if (!LIMITS.includes(name) && !isNote(name))
      text.fail(
        "grammar-option",
        `the rule ${rule.name} has an unknown option ${name}`,
        `options are ${[...LIMITS, ...NOTES].join(", ")}`,
        rule.at,
      );
  }
  const needRegular = (name: string): void => {
    if (!regular || (arena.store.flags[e] & IMPURE) !== 0) {
      text.fail(
        "grammar-option",
        `${name} of the rule ${rule.name} can not be held, since recursion, token macros or budgets are in it`,
        "give it to a rule without them",
        rule.at,
      );
    }
  };
  if (rule.options.get("lazy") !== undefined) {
    needRegular("lazy");
    // The texts of which no beginning is one of the texts.
    const longer = arena.seq2(limited, arena.plus(arena.range(0, 255)));
    limited = arena.isNullable(limited) ? arena.seq() : arena.and(limited, arena.not(longer));
  }
  const maxChars = count("max_chars", rule, text);
  if (maxChars !== undefined) {
    needRegular("max_chars");
    const spelling = utf8Spelling(arena);
    const { body } = rule;
    limited =
      body.type === "repeat" && body.body.type === "chars" && body.max === -1 && body.min <= maxChars && limited === e
        ? arena.repeat(spelling.chars(body.body.set), body.min, maxChars)
        : arena.and(limited, arena.repeat(spelling.any, 0, maxChars));
  }
  if (limited === NEVER && e !== NEVER)
    text.fail("grammar-option", `no text of the rule ${rule.name} is within its limits`, "raise max_chars", rule.at);
  const maxTokens = count("max_tokens", rule, text);
  return maxTokens === undefined ? limited : arena.tokenBudget(limited, maxTokens);
}

function count(name: string, rule: GrammarRule, text: GrammarText): number | undefined {
  const value = rule.options.get(name);
  if (value === undefined || (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 31)) return value;
  return text.fail("grammar-option", `${name} of the rule ${rule.name} must be a count`, `write ${name}=10`, rule.at);
}

/** Options that are read and do not constrain the output. */
export function reportOptions(rules: Iterable<GrammarRule>, path: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const rule of rules) {
    for (const name of rule.options.keys()) {
      if (isNote(name))
        found.push({
          kind: "unenforced",
          code: "grammar-option-ignored",
          path,
          message: `the option ${name} of the rule ${rule.name} does not limit the output`,
        });
    }
  }
  return found;
}
