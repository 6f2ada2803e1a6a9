import { type Diagnostic, fail, StructagError } from "../core/errors.ts";
import { ExprArena } from "../expr/arena.ts";
import { type ExprId, NEVER } from "../expr/kinds.ts";
import { Allowance, type WorkLimits } from "../expr/meter.ts";
import type { Format, TagFormat } from "../format/types.ts";
import { walkFormat } from "../format/visit.ts";
import { FormatSchemas } from "../lower/format/format-schemas.ts";
import { freeText, plainText, textUpTo } from "../lower/free-text.ts";
import { lowerGrammar } from "../lower/grammar/lower.ts";
import { lowerRegex } from "../lower/regex/lower.ts";
import { utf8Spelling } from "../lower/utf8.ts";
import { ExpressionRules } from "./expression-rules.ts";
import { altNode, type GrammarNode, type GrammarRules, NOTHING, ROOT, refNode, repeatNode, seqNode, textNode } from "./grammar.ts";
import { tidyRules } from "./tidy.ts";

export interface FormatRulesOptions {
  readonly loosen: boolean;
  readonly maxStates: number;
  readonly maxWork: Partial<WorkLimits>;
  /** Strings that end the free text of the format, as those of a tag around it do. */
  readonly ends: readonly string[];
  /** Where the format lies, for errors and findings. */
  readonly path: string;
}

export interface FormatRules {
  readonly rules: GrammarRules;
  readonly diagnostics: readonly Diagnostic[];
}

/** A node that is written once all expressions are explored. */
type Later = () => GrammarNode;

/** Work that one format may take to be printed where nothing is said. */
const DEFAULT_WORK: WorkLimits = { steps: 30_000_000, milliseconds: 10_000 };

/**
 * The rules of a validated format. Markers are text.
 * @throws StructagError `print-…`, `compile-unsatisfiable`, and the codes of lowering schemas, patterns and grammars
 */
export function formatRules(format: Format, options: FormatRulesOptions): FormatRules {
  return new FormatPrinting(options).run(format);
}

/** Nodes from which on the next format gets a new arena. */
const MAX_SHARED_NODES = 400_000;
let shared: ExprArena | undefined;

/** One arena for many formats: what they have in common (strings, whitespace, free text) is taken apart once. */
function sharedArena(): ExprArena {
  if (shared === undefined || shared.store.nodeCount > MAX_SHARED_NODES) shared = new ExprArena();
  return shared;
}

class FormatPrinting {
  readonly #arena = sharedArena();
  readonly #schemas: FormatSchemas;
  readonly #expressions: ExpressionRules;
  readonly #options: FormatRulesOptions;
  readonly #diagnostics = new Map<string, Diagnostic>();
  /** What follows the begin of a tag, which may stand in several places: its rule by the tag. */
  readonly #tags = new Map<TagFormat, string>();
  readonly #rules = new Map<string, Later>();

  constructor(options: FormatRulesOptions) {
    this.#options = options;
    const report = (finding: Diagnostic): void => void this.#diagnostics.set(`${finding.code} ${finding.path} ${finding.message}`, finding);
    // What a schema says of itself is not a finding of the printer.
    this.#schemas = new FormatSchemas([]);
    this.#expressions = new ExpressionRules(this.#arena, { loosen: options.loosen, maxStates: options.maxStates, report });
    this.#arena.store.meter.use(new Allowance({ ...DEFAULT_WORK, ...options.maxWork }));
  }

  run(format: Format): FormatRules {
    const { path, ends } = this.#options;
    for (const { format: part, path: at } of walkFormat(format, path)) {
      if (part.type !== "json_schema") continue;
      this.#schemas.add(part, at);
      this.#expressions.know(part.excludes ?? []);
    }
    const root = this.#format(format, ends, path);
    const rules = new Map<string, GrammarNode>([[ROOT, root()]]);
    for (const [name, body] of this.#rules) rules.set(name, body());
    for (const [name, body] of this.#expressions.rules()) rules.set(name, body);
    return { rules: tidyRules(rules), diagnostics: [...this.#diagnostics.values()] };
  }

  #format(format: Format, ends: readonly string[], path: string): Later {
    const arena = this.#arena;
    switch (format.type) {
      case "const_string":
        return () => textNode(format.value);
      case "json_schema":
        return this.#leaf(path, () => this.#schemas.lower(arena, format, (text) => arena.literal(text)));
      case "regex":
        return this.#leaf(path, () => {
          const at = `${path}/pattern`;
          return lowerRegex(arena, format.pattern, { spelling: utf8Spelling(arena), mode: "whole", path: at });
        });
      case "grammar":
        return this.#leaf(path, () => lowerGrammar(arena, format.grammar, { path: `${path}/grammar` }).expr);
      case "any_text":
        return this.#leaf(path, () => {
          const text = freeText(arena, [...(format.excludes ?? []), ...ends]);
          const limited = format.maxChars === undefined ? text : arena.charLimit(text, format.maxChars);
          return format.maxTokens === undefined ? limited : arena.tokenBudget(limited, format.maxTokens);
        });
      case "sequence": {
        const items = format.elements.map((element, index) => this.#format(element, ends, `${path}/elements/${index}`));
        return () => seqNode(items.map((item) => item()));
      }
      case "or": {
        const options = format.elements.map((element, index) => this.#format(element, ends, `${path}/elements/${index}`));
        return () => altNode(options.map((option) => option()));
      }
      case "optional":
        return this.#repeated(format.content, ends, path, 0, 1);
      case "plus":
        return this.#repeated(format.content, ends, path, 1, -1);
      case "star":
        return this.#repeated(format.content, ends, path, 0, -1);
      case "repeat":
        return this.#repeated(format.content, ends, path, format.min, format.max);
      case "tag": {
        const begin = textOf(format.begin, `${path}/begin`);
        const rest = this.#afterBegin(format, path);
        return () => seqNode([textNode(begin), rest()]);
      }
      case "tags_with_separator": {
        const tags = format.tags.map((tag, index) => this.#tag(tag, `${path}/tags/${index}`));
        const separator = textNode(format.separator);
        return () => {
          const tag = altNode(tags.map((each) => each()));
          const more = format.stopAfterFirst === true ? NOTHING : repeatNode(seqNode([separator, tag]), 0, -1);
          const some = seqNode([tag, more]);
          return format.atLeastOne === true ? some : repeatNode(some, 0, 1);
        };
      }
      case "triggered_tags": {
        const first = format.tags.map((tag, index) => this.#tag(tag, `${path}/tags/${index}`));
        const start: Later = () => altNode(first.map((tag) => tag()));
        if (format.atLeastOne === true && format.stopAfterFirst === true) return start;
        const rules = format.tags.map((tag, index) => {
          const begin = textOf(tag.begin, `${path}/tags/${index}/begin`);
          const trigger = format.triggers.find((text) => begin.startsWith(text))!;
          const rest = this.#tagRule(tag, `${path}/tags/${index}`);
          return { trigger, body: (): GrammarNode => seqNode([textNode(begin.slice(trigger.length)), rest()]) };
        });
        const loop = this.#dispatch(rules, [...(format.excludes ?? []), ...ends], format.stopAfterFirst !== true, path);
        return format.atLeastOne === true ? () => seqNode([start(), loop()]) : loop;
      }
      case "dispatch": {
        const rules = format.rules.map(([trigger, body], index) => ({
          trigger,
          body: this.#format(body, ends, `${path}/rules/${index}/1`),
        }));
        return this.#dispatch(rules, format.excludes ?? [], format.loop !== false, path);
      }
      case "token":
      case "exclude_token":
      case "any_tokens":
      case "token_triggered_tags":
      case "token_dispatch":
        return noTokens(path);
    }
  }

  #repeated(content: Format, ends: readonly string[], path: string, min: number, max: number): Later {
    const body = this.#format(content, ends, `${path}/content`);
    return () => repeatNode(body(), min, max);
  }

  #tag(tag: TagFormat, path: string): Later {
    const begin = textOf(tag.begin, `${path}/begin`);
    const rest = this.#tagRule(tag, path);
    return () => seqNode([textNode(begin), rest()]);
  }

  #tagRule(tag: TagFormat, path: string): Later {
    let name = this.#tags.get(tag);
    if (name === undefined) {
      name = `tag-${this.#tags.size + 1}`;
      this.#tags.set(tag, name);
      this.#rules.set(name, this.#afterBegin(tag, path));
    }
    const node = refNode(name);
    return () => node;
  }

  #afterBegin(tag: TagFormat, path: string): Later {
    const { end } = tag;
    const strings = typeof end === "string" ? [end] : Array.isArray(end) ? (end as readonly string[]) : noTokens(`${path}/end`);
    const content = this.#format(
      tag.content,
      strings.filter((text) => text !== ""),
      `${path}/content`,
    );
    return () => seqNode([content(), altNode(strings.map(textNode))]);
  }

  /** Free text with triggers: an automaton up to each trigger, then its bodies. */
  #dispatch(
    rules: readonly { readonly trigger: string; readonly body: Later }[],
    excludes: readonly string[],
    loop: boolean,
    path: string,
  ): Later {
    const arena = this.#arena;
    const triggers = [...new Set(rules.map(({ trigger }) => trigger))];
    const plain = this.#leaf(path, () => plainText(arena, triggers, excludes));
    const started = triggers.flatMap((trigger): Later[] => {
      const text = textUpTo(arena, trigger, triggers, excludes);
      if (text === NEVER) return [];
      const upTo = this.#leaf(path, () => text);
      const bodies = rules.filter((rule) => rule.trigger === trigger);
      return [() => seqNode([upTo(), altNode(bodies.map(({ body }) => body()))])];
    });
    if (started.length === 0) return plain;
    return () => {
      const once = altNode(started.map((each) => each()));
      return loop ? seqNode([repeatNode(once, 0, -1), plain()]) : altNode([plain(), once]);
    };
  }

  #leaf(path: string, lower: () => ExprId): Later {
    const e = within(path, lower);
    if (e === NEVER) fail("compile-unsatisfiable", path, "no output is accepted here", "some parts contradict each other");
    within(path, () => this.#expressions.explore(e, path));
    return () => this.#expressions.node(e);
  }
}

/** Limits that are hit without a place are hit at this one. */
function within<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StructagError)) throw error;
    throw new StructagError(
      error.issues.map((issue) => (issue.path === "" ? { ...issue, path } : issue)),
      { cause: error },
    );
  }
}

function textOf(begin: TagFormat["begin"], path: string): string {
  return typeof begin === "string" ? begin : noTokens(path);
}

function noTokens(path: string): never {
  return fail("print-token", path, "a printed grammar has no tokens by id", "use text in place of token formats");
}
