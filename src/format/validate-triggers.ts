import type { DispatchFormat, TokenDispatchFormat, TokenRef, TokenTriggeredTagsFormat, TriggeredTagsFormat } from "./types.ts";
import type { ValidationReport } from "./validate-report.ts";

/**
 * Texts by their beginnings. A look-up costs one hash for each length that occurs, so that thousands of triggers and tags stay linear.
 */
class PrefixIndex {
  private readonly texts: ReadonlySet<string>;
  private readonly lengths: readonly number[];

  constructor(texts: readonly string[]) {
    this.texts = new Set(texts);
    this.lengths = [...new Set(texts.map((text) => text.length))].sort((a, b) => a - b);
  }

  /** The shortest member that `text` starts with; with `shorter`, none as long as `text`. */
  prefixOf(text: string, shorter = false): string | undefined {
    const limit = shorter ? text.length - 1 : text.length;
    for (const length of this.lengths) {
      if (length > limit) return undefined;
      const start = text.slice(0, length);
      if (this.texts.has(start)) return start;
    }
    return undefined;
  }
}

const show = (value: TokenRef): string => JSON.stringify(value);

export function checkTriggeredTags(format: TriggeredTagsFormat, path: string, ends: readonly string[], report: ValidationReport): void {
  const { triggers, tags, excludes = [] } = format;
  report.members(triggers, `${path}/triggers`);
  report.members(tags, `${path}/tags`);
  report.fullTexts(triggers, `${path}/triggers`);
  report.fullTexts(excludes, `${path}/excludes`);
  checkReach(triggers, excludes, ends, (index) => `${path}/triggers/${index}`, report);
  const index = new PrefixIndex(triggers);
  eachOverlap(triggers, index, (at, other) =>
    report.error(
      "format-trigger-prefix",
      `${path}/triggers/${at}`,
      triggers[at] === other
        ? `the trigger ${show(other)} is listed twice`
        : `the trigger ${show(other)} is a prefix of the trigger ${show(triggers[at])}`,
      "every tag must belong to exactly one trigger",
    ),
  );
  const used = new Set<string>();
  tags.forEach(({ begin }, at) => {
    if (typeof begin !== "string") {
      report.error(
        "format-trigger-begin",
        `${path}/tags/${at}/begin`,
        "a tag of triggered_tags must begin with text",
        "use token_triggered_tags",
      );
      return;
    }
    const trigger = index.prefixOf(begin);
    if (trigger !== undefined) used.add(trigger);
    else report.error("format-trigger-missing", `${path}/tags/${at}/begin`, `no trigger is a prefix of ${show(begin)}`);
  });
  triggers.forEach((trigger, at) => {
    // A trigger that another one is a prefix of is reported as such already.
    if (!used.has(trigger) && index.prefixOf(trigger, true) === undefined) reportUnused(trigger, `${path}/triggers/${at}`, report);
  });
}

export function checkTokenTriggeredTags(format: TokenTriggeredTagsFormat, path: string, report: ValidationReport): void {
  const { triggerTokens, tags, excludeTokens = [] } = format;
  report.members(triggerTokens, `${path}/trigger_tokens`);
  report.members(tags, `${path}/tags`);
  report.tokens(triggerTokens, `${path}/trigger_tokens`);
  report.tokens(excludeTokens, `${path}/exclude_tokens`);
  checkTokenReach(triggerTokens, excludeTokens, (index) => `${path}/trigger_tokens/${index}`, report);
  eachRepeated(triggerTokens, (at, trigger) =>
    report.error("format-trigger-prefix", `${path}/trigger_tokens/${at}`, `the trigger ${show(trigger)} is listed twice`),
  );
  const known = new Set(triggerTokens);
  const kinds = new Set(triggerTokens.map((trigger) => typeof trigger));
  const used = new Set<TokenRef>();
  let unresolved = false;
  tags.forEach(({ begin }, at) => {
    const where = `${path}/tags/${at}/begin`;
    if (typeof begin === "string") {
      report.error("format-trigger-begin", where, "a tag of token_triggered_tags must begin with a token", "use triggered_tags");
    } else if (known.has(begin.token)) used.add(begin.token);
    else if (kinds.size > 1 || !kinds.has(typeof begin.token)) {
      unresolved = true;
      report.warning(
        "format-token-unresolved",
        where,
        `only a vocabulary can tell whether ${show(begin.token)} is a trigger`,
        "name both by id or both by text",
      );
    } else report.error("format-trigger-missing", where, `the token ${show(begin.token)} is no trigger`);
  });
  if (unresolved) return;
  triggerTokens.forEach((trigger, at) => {
    if (!used.has(trigger)) reportUnused(trigger, `${path}/trigger_tokens/${at}`, report);
  });
}

export function checkDispatch(format: DispatchFormat, path: string, ends: readonly string[], report: ValidationReport): void {
  const { rules, excludes = [] } = format;
  const patterns = rules.map(([pattern]) => pattern);
  report.members(rules, `${path}/rules`);
  rules.forEach(([pattern], index) => {
    report.fullText(pattern, `${path}/rules/${index}/0`);
  });
  report.fullTexts(excludes, `${path}/excludes`);
  checkReach(patterns, excludes, [], (index) => `${path}/rules/${index}/0`, report);
  eachOverlap(patterns, new PrefixIndex(patterns), (at, other) =>
    report.warning(
      "format-pattern-prefix",
      `${path}/rules/${at}/0`,
      patterns[at] === other
        ? `the pattern ${show(other)} has two rules`
        : `the pattern ${show(other)} is a prefix of ${show(patterns[at])}`,
      "after the shorter one both may go on",
    ),
  );
  for (const end of ends) {
    if (!excludes.includes(end)) reportOpenDispatch(show(end), path, "excludes", report);
  }
}

export function checkTokenDispatch(format: TokenDispatchFormat, path: string, end: TokenRef | undefined, report: ValidationReport): void {
  const { rules, excludeTokens = [] } = format;
  const starts = rules.map(([start]) => start);
  report.members(rules, `${path}/rules`);
  rules.forEach(([start], index) => {
    report.token(start, `${path}/rules/${index}/0`);
  });
  report.tokens(excludeTokens, `${path}/exclude_tokens`);
  checkTokenReach(starts, excludeTokens, (index) => `${path}/rules/${index}/0`, report);
  eachRepeated(starts, (at, start) =>
    report.warning("format-pattern-prefix", `${path}/rules/${at}/0`, `the token ${show(start)} has two rules`),
  );
  if (end !== undefined && !excludeTokens.includes(end)) reportOpenDispatch(show(end), path, "exclude_tokens", report);
}

/** An exclude that a trigger starts with is complete before the trigger is. */
function checkReach(
  triggers: readonly string[],
  excludes: readonly string[],
  ends: readonly string[],
  at: (index: number) => string,
  report: ValidationReport,
): void {
  const full = (text: string): boolean => text !== "";
  const byExclude = new PrefixIndex(excludes.filter(full));
  const byEnd = new PrefixIndex(ends.filter(full));
  triggers.forEach((trigger, index) => {
    const exclude = byExclude.prefixOf(trigger);
    if (exclude !== undefined) {
      report.error(
        "format-trigger-unreachable",
        at(index),
        `${show(trigger)} can never be written: the exclude ${show(exclude)} is a prefix of it`,
      );
      return;
    }
    const end = byEnd.prefixOf(trigger);
    if (end !== undefined) {
      report.warning(
        "format-trigger-unreachable",
        at(index),
        `${show(trigger)} can never be written: the enclosing tag's end ${show(end)} is a prefix of it`,
      );
    }
  });
}

function checkTokenReach(
  triggers: readonly TokenRef[],
  excludes: readonly TokenRef[],
  at: (index: number) => string,
  report: ValidationReport,
): void {
  const excluded = new Set(excludes);
  triggers.forEach((trigger, index) => {
    if (excluded.has(trigger))
      report.error("format-trigger-unreachable", at(index), `the token ${show(trigger)} is excluded, so it can never be written`);
  });
}

function eachOverlap(texts: readonly string[], index: PrefixIndex, found: (at: number, other: string) => void): void {
  eachRepeated(texts, found);
  texts.forEach((text, at) => {
    const shorter = index.prefixOf(text, true);
    // An empty text is an error of its own.
    if (shorter !== undefined && shorter !== "") found(at, shorter);
  });
}

function eachRepeated<T>(values: readonly T[], found: (at: number, value: T) => void): void {
  const seen = new Set<T>();
  values.forEach((value, at) => {
    if (seen.has(value)) found(at, value);
    seen.add(value);
  });
}

function reportUnused(trigger: TokenRef, path: string, report: ValidationReport): void {
  report.error("format-trigger-unused", path, `no tag begins with the trigger ${show(trigger)}`, "after it the output could not go on");
}

function reportOpenDispatch(end: string, path: string, field: string, report: ValidationReport): void {
  report.warning(
    "format-dispatch-end",
    path,
    `the free text may run over the enclosing tag's end ${end}`,
    `name it in ${field}: dispatch does not stop there by itself`,
  );
}
