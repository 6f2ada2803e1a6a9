import type { Diagnostic } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER, SEQ_KIND } from "../../expr/kinds.ts";
import { frontSize } from "../front-size.ts";
import type { LiteralSpelling } from "../literal-spelling.ts";
import { repeated } from "../regex/counters.ts";
import { utf8Spelling } from "../utf8.ts";
import { GrammarAnalysis, type Rules, referencesOf } from "./analysis.ts";
import { withoutLeftRecursion } from "./left-recursion.ts";
import { isClosed, lowerMacro, type MacroContext } from "./macros.ts";
import { children, type GrammarNode, type GrammarRule, type LiteralNode, type MacroNode, macroRules } from "./nodes.ts";
import { type Grammar, parseGrammar } from "./parse.ts";
import { limitRule, reportOptions } from "./rule-options.ts";

/** Elements of a sequence from which on a rule that is used more than once is not put in place. */
const LONG_SPINE = 64;
/** Most expressions at which one byte may make the matcher look. */
const MAX_FRONT = 1_000_000;

export interface LowerGrammarOptions {
  /** The rule that the text must match. Default `root`. */
  readonly root?: string;
  /** The vocabulary's id for an id or a text, undefined where it has none. Left out: there is no vocabulary, and token macros are refused. */
  readonly resolveToken?: (token: number | string) => number | undefined;
  /** Default: as UTF-8. */
  readonly literals?: LiteralSpelling;
  /** Where the grammar stands, for errors. */
  readonly path?: string;
}

export interface LoweredGrammar {
  readonly expr: ExprId;
  /** Rule options that constrain nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The texts that a grammar in XGrammar's EBNF (or GBNF) derives from its root. Rules that refer to themselves become rules of the arena, all others are put in place; alternatives that derive no finite text are
 * left out; left recursion is written as repetition.
 *
 * @throws StructagError `grammar-…`, and for its patterns `regex-…`; see `docs/errors.md`
 */
export function lowerGrammar(arena: ExprArena, source: string, options: LowerGrammarOptions = {}): LoweredGrammar {
  return new GrammarLowering(arena, parseGrammar(source, options.path), options).run();
}

class GrammarLowering implements Rule {
  readonly name = "grammar";
  readonly #arena: ExprArena;
  readonly #grammar: Grammar;
  readonly #options: LowerGrammarOptions;
  readonly #context: MacroContext;
  readonly #closedMacros = new Map<MacroNode, ExprId>();
  #analysis!: GrammarAnalysis;
  /** Rules that were lowered; those that stay rules are in it as references. */
  readonly #lowered = new Map<string, ExprId>();
  /** The rules that stay rules: recursive ones, and long ones that are used more than once, since sequences are copied where they are continued. */
  readonly #kept: GrammarRule[] = [];
  readonly #uses = new Map<string, number>();
  /** Rules that lead to recursive ones. */
  readonly #irregular = new Set<string>();
  readonly #bodies: ExprId[] = [];
  #cheapest: Map<string, ExprId> | undefined;

  constructor(arena: ExprArena, grammar: Grammar, options: LowerGrammarOptions) {
    this.#arena = arena;
    this.#grammar = grammar;
    this.#options = options;
    this.#context = {
      arena,
      text: grammar.text,
      resolveToken: options.resolveToken,
      literal: (text) => options.literals?.literal(text) ?? arena.literal(text),
      rule: (name) => this.#lowered.get(name)!,
    };
  }

  run(): LoweredGrammar {
    const { text, rules } = this.#grammar;
    const root = this.#options.root ?? "root";
    if (!rules.has(root)) text.fail("grammar-no-root", `the grammar has no rule ${root}`, `add ${root} ::= …, or name the root rule`, 0);
    for (const rule of rules.values()) this.#checkReferences(rule.body);
    const used = reachable(rules, root);
    const tooComplex = (): never =>
      text.fail("grammar-too-complex", "the rules refer to each other in too many ways", "split the grammar", 0);
    const analyse = (of: Rules): GrammarAnalysis =>
      new GrammarAnalysis(
        of,
        {
          isEmptyLanguage: (node) => isClosed(node) && this.#closed(node) === NEVER,
          isNullable: (node) => (isClosed(node) ? arena.isNullable(this.#closed(node)) : true),
        },
        tooComplex,
      );
    const arena = this.#arena;
    const rewritten = withoutLeftRecursion(used, analyse, (rule) =>
      text.fail(
        "grammar-left-recursion",
        `the left recursion of ${rule.name} can not be rewritten`,
        "write it as a repetition: a ::= b c*",
        rule.at,
      ),
    );
    this.#analysis = analyse(rewritten);
    for (const rule of rewritten.values())
      for (const name of referencesOf(rule.body)) this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
    for (const group of this.#analysis.groups) for (const name of group) this.#announce(rewritten.get(name)!);
    // At once, so that whatever is wrong in a body shows here and not while it is matched.
    for (const rule of this.#kept) this.#bodies.push(this.#lower(rule.body));
    const expr = this.#lowered.get(root)!;
    const sizes = new Map<ExprId, number>();
    for (const e of [expr, ...this.#bodies]) if (frontSize(arena, e, sizes) > MAX_FRONT) tooComplex();
    if (expr === NEVER)
      text.fail("grammar-matches-nothing", `no finite text can be derived from ${root}`, "give its recursion an end", rules.get(root)!.at);
    return { expr, diagnostics: reportOptions(used.values(), text.path) };
  }

  #checkReferences(body: GrammarNode): void {
    const { text, rules } = this.#grammar;
    const open: GrammarNode[] = [body];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const named = node.type === "ref" ? [{ rule: node.name, at: node.at }] : node.type === "macro" ? macroRules(node) : [];
      for (const { rule, at } of named) {
        if (!rules.has(rule)) text.fail("grammar-undefined-rule", `the rule ${rule} is not defined`, `add ${rule} ::= …`, at);
      }
      for (const child of children(node)) open.push(child);
    }
  }

  /** Makes a rule known to those that refer to it. Callees come first; members of a recursive group are references to be unfolded. */
  #announce(rule: GrammarRule): void {
    const { text } = this.#grammar;
    const recursive = this.#analysis.recursive.has(rule.name);
    const regular = !recursive && !referencesOf(rule.body).some((name) => this.#irregular.has(name));
    if (!regular) this.#irregular.add(rule.name);
    let e: ExprId = NEVER;
    if (this.#analysis.rankOf(rule.body) !== undefined) {
      if (!recursive) e = this.#lower(rule.body);
      if (recursive || (this.#isShared(rule.name) && hasLongSpine(this.#arena, e))) {
        this.#kept.push(rule);
        e = this.#arena.rule(this, this.#kept.length - 1);
      }
    }
    this.#lowered.set(rule.name, limitRule(this.#arena, e, rule, regular, text));
  }

  #isShared(name: string): boolean {
    return (this.#uses.get(name) ?? 0) > 1;
  }

  nullable(state: number): boolean {
    return this.#analysis.isNullable(this.#kept[state].body);
  }

  unfold(state: number): ExprId {
    return this.#bodies[state];
  }

  cheapest(state: number): ExprId {
    this.#cheapest ??= this.#cheapestRules();
    return this.#cheapest.get(this.#kept[state].name)!;
  }

  /** Kept rules without their recursion, in the order of their lowest derivations' heights. */
  #cheapestRules(): Map<string, ExprId> {
    const found = new Map<string, ExprId>();
    const rank = (rule: GrammarRule): number => this.#analysis.rankOf({ type: "ref", name: rule.name, at: 0 })!;
    for (const rule of [...this.#kept].sort((x, y) => rank(x) - rank(y))) found.set(rule.name, this.#cheap(rule.body, rank(rule), found));
    return found;
  }

  #cheap(node: GrammarNode, below: number, known: ReadonlyMap<string, ExprId>): ExprId {
    switch (node.type) {
      case "ref":
        return known.get(node.name) ?? this.#lowered.get(node.name)!;
      case "seq":
        return this.#sequence(node.items, (item) => this.#cheap(item, below, known));
      case "alt": {
        const low = node.options.filter((option) => {
          const rank = this.#analysis.rankOf(option);
          return rank !== undefined && (rank < below || !this.#isRecursive(option));
        });
        return this.#arena.alt(low.map((option) => this.#cheap(option, below, known)));
      }
      case "repeat":
        return node.min === 0 ? EMPTY : this.#arena.repeat(this.#cheap(node.body, below, known), node.min, node.min);
      default:
        return this.#lower(node);
    }
  }

  #isRecursive(node: GrammarNode): boolean {
    return referencesOf(node).some((name) => this.#analysis.recursive.has(name));
  }

  #closed(node: MacroNode): ExprId {
    let e = this.#closedMacros.get(node);
    if (e === undefined) this.#closedMacros.set(node, (e = lowerMacro(node, this.#context)));
    return e;
  }

  #lower(node: GrammarNode): ExprId {
    switch (node.type) {
      case "literal":
        return this.#context.literal(node.text);
      case "chars":
        return utf8Spelling(this.#arena).chars(node.set);
      case "ref":
        return this.#lowered.get(node.name)!;
      case "seq":
        return this.#sequence(node.items, (item) => this.#lower(item));
      case "alt": {
        // Long lists of literals are a prefix tree that is built where it is walked.
        const plain = (option: GrammarNode): option is LiteralNode => option.type === "literal" && this.#isPlain(option.text);
        if (node.options.length > 16 && node.options.every(plain)) {
          return this.#arena.literals(node.options.map((option) => option.text));
        }
        return this.#arena.alt(node.options.map((option) => this.#lower(option)));
      }
      case "repeat":
        return repeated(this.#arena, this.#lower(node.body), node.min, node.max, this.#grammar.text.path);
      case "macro":
        return isClosed(node) ? this.#closed(node) : lowerMacro(node, this.#context);
    }
  }

  #isPlain(text: string): boolean {
    return this.#options.literals?.isPlain(text) ?? true;
  }

  #sequence(items: readonly GrammarNode[], lower: (item: GrammarNode) => ExprId): ExprId {
    let e = EMPTY;
    for (let at = items.length - 1; at >= 0; at -= 1) e = this.#arena.seq2(lower(items[at]), e);
    return e;
  }
}

function hasLongSpine(arena: ExprArena, e: ExprId): boolean {
  const { kind, b } = arena.store;
  let at = e;
  for (let length = 0; length < LONG_SPINE; length += 1) {
    if (kind[at] !== SEQ_KIND) return false;
    at = b[at];
  }
  return true;
}

/** The root and all rules that it leads to, in the order of the text. */
function reachable(rules: Rules, root: string): Rules {
  const seen = new Set([root]);
  for (const name of seen) for (const target of referencesOf(rules.get(name)!.body)) seen.add(target);
  return new Map([...rules].filter(([name]) => seen.has(name)));
}
