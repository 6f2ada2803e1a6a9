import { fail } from "../../core/errors.ts";
import { childPointer } from "../../core/pointer.ts";
import type { ExprArena } from "../../expr/arena.ts";
import { EMPTY, type ExprId, NEVER } from "../../expr/kinds.ts";
import type { Format, GrammarFormat, JsonSchemaFormat, RegexFormat, TagFormat, TokenBoundary, TokenRef } from "../../format/types.ts";
import { dispatchLoop, freeText } from "../free-text.ts";
import type { LiteralSpelling } from "../literal-spelling.ts";
import { type MarkerMode, Markers } from "./markers.ts";

/** What the lowering of a format tree needs from outside. */
export interface FormatLoweringOptions {
  /** Text of each special token of the vocabulary to its id; empty without a vocabulary. */
  readonly specialTokens: ReadonlyMap<string, number>;
  readonly markers: MarkerMode;
  /** The id of the vocabulary entry with exactly this decoded text. Undefined: there is no vocabulary, so token formats are refused. */
  readonly resolveToken: ((text: string) => number | undefined) | undefined;
  /** Ids from 0 to this number, exclusive, exist. */
  readonly vocabularySize: number;
  readonly jsonSchema: (format: JsonSchemaFormat, path: string, literal: (text: string) => ExprId) => ExprId;
  /** Whether lowering a schema can neither fail nor give {@link NEVER}. Default: it may. */
  readonly jsonSchemaCanWait?: (format: JsonSchemaFormat) => boolean;
  readonly regex: (format: RegexFormat, path: string) => ExprId;
  readonly grammar: (format: GrammarFormat, path: string, literals: LiteralSpelling) => ExprId;
}

/** Where free text ends: the nearest enclosing tag's end. */
interface Ends {
  readonly strings: readonly string[];
  readonly tokens: readonly number[];
}

const NO_ENDS: Ends = { strings: [], tokens: [] };

/**
 * The expression of a validated format tree. Free text (`any_text`, `triggered_tags`, and their token twins) excludes the ends of its nearest enclosing tag; that of
 * dispatches does not.
 * @throws StructagError `lower-token-without-vocabulary`, `lower-unknown-token`, and what the lowering of schemas, regexes and grammars throws
 * @see structural tags of XGrammar at revision 53da3ff8; differences are listed in docs/semantics.md
 */
export function lowerFormat(arena: ExprArena, format: Format, options: FormatLoweringOptions): ExprId {
  return new FormatLowering(arena, options).lower(format, NO_ENDS, "/format");
}

class FormatLowering {
  readonly #arena: ExprArena;
  readonly #options: FormatLoweringOptions;
  readonly #markers: Markers;
  /** Formats that occur in several places are lowered once for each set of ends. */
  readonly #known = new Map<Format, Map<Ends, ExprId>>();

  constructor(arena: ExprArena, options: FormatLoweringOptions) {
    this.#arena = arena;
    this.#options = options;
    this.#markers = new Markers(arena, options.specialTokens, options.markers);
  }

  lower(format: Format, ends: Ends, path: string): ExprId {
    let byEnds = this.#known.get(format);
    if (byEnds === undefined) this.#known.set(format, (byEnds = new Map()));
    let e = byEnds.get(ends);
    if (e === undefined) {
      e = this.#lower(format, ends, path);
      byEnds.set(ends, e);
    }
    return e;
  }

  #lower(format: Format, ends: Ends, path: string): ExprId {
    const arena = this.#arena;
    switch (format.type) {
      case "const_string":
        return this.#markers.literal(format.value);
      case "json_schema":
        return this.#options.jsonSchema(format, path, (text) => this.#markers.literal(text));
      case "regex":
        return this.#options.regex(format, path);
      case "grammar":
        return this.#options.grammar(format, path, this.#markers);
      case "any_text": {
        const text = freeText(arena, [...(format.excludes ?? []), ...ends.strings]);
        const limited = format.maxChars === undefined ? text : arena.lexeme(arena.charLimit(text, format.maxChars));
        return this.#budget(limited, format.maxTokens);
      }
      case "token":
        return arena.tokens({ ids: new Set([this.#token(format.token, `${path}/token`)]), negated: false });
      case "exclude_token":
        return this.#anyToken(format.excludeTokens, ends, path);
      case "any_tokens":
        return this.#budget(arena.star(this.#anyToken(format.excludeTokens, ends, path)), format.maxTokens);
      case "sequence":
        return arena.seq(...format.elements.map((element, index) => this.lower(element, ends, `${path}/elements/${index}`)));
      case "or":
        return arena.alt(format.elements.map((element, index) => this.lower(element, ends, `${path}/elements/${index}`)));
      case "optional":
        return arena.optional(this.lower(format.content, ends, `${path}/content`));
      case "plus":
        return arena.plus(this.lower(format.content, ends, `${path}/content`));
      case "star":
        return arena.star(this.lower(format.content, ends, `${path}/content`));
      case "repeat":
        return arena.repeat(this.lower(format.content, ends, `${path}/content`), format.min, format.max);
      case "tag":
        return arena.seq2(this.#begin(format.begin, path), this.#afterBegin(format, path));
      case "tags_with_separator": {
        const tag = arena.alt(format.tags.map((item, index) => this.#tag(item, ends, `${path}/tags/${index}`)));
        const more = format.stopAfterFirst === true ? EMPTY : arena.star(arena.seq2(this.#markers.literal(format.separator), tag));
        const some = arena.seq2(tag, more);
        return format.atLeastOne === true ? some : arena.optional(some);
      }
      case "triggered_tags": {
        const rules = format.tags.map((tag, index) => {
          const tagPath = `${path}/tags/${index}`;
          const begin = tag.begin as string;
          const trigger = format.triggers.find((text) => begin.startsWith(text))!;
          return { trigger, body: arena.seq2(this.#markers.literal(begin.slice(trigger.length)), this.#laterAfterBegin(tag, tagPath)) };
        });
        const excludes = [...(format.excludes ?? []), ...ends.strings];
        const first = (): ExprId => arena.alt(format.tags.map((tag, index) => this.#tag(tag, ends, `${path}/tags/${index}`)));
        if (format.stopAfterFirst === true && format.atLeastOne === true) return first();
        const text = dispatchLoop(arena, {
          rules,
          excludes,
          loop: format.stopAfterFirst !== true,
          literal: (marker) => this.#markers.literal(marker),
        });
        return format.atLeastOne === true ? arena.seq2(first(), text) : text;
      }
      case "dispatch":
        return dispatchLoop(arena, {
          rules: format.rules.map(([trigger, body], index) => ({ trigger, body: this.lower(body, ends, `${path}/rules/${index}/1`) })),
          excludes: format.excludes ?? [],
          loop: format.loop !== false,
          literal: (marker) => this.#markers.literal(marker),
        });
      case "token_triggered_tags": {
        const rules = format.tags.map((tag, index) => {
          const tagPath = `${path}/tags/${index}`;
          return { token: this.#token((tag.begin as TokenBoundary).token, `${tagPath}/begin`), body: this.#afterBegin(tag, tagPath) };
        });
        const first = (): ExprId => arena.alt(format.tags.map((tag, index) => this.lower(tag, ends, `${path}/tags/${index}`)));
        if (format.stopAfterFirst === true && format.atLeastOne === true) return first();
        const excluded = [...this.#tokens(format.excludeTokens, `${path}/exclude_tokens`), ...ends.tokens];
        const text = this.#tokenDispatch(rules, excluded, format.stopAfterFirst !== true);
        return format.atLeastOne === true ? arena.seq2(first(), text) : text;
      }
      case "token_dispatch": {
        const rules = format.rules.map(([token, body], index) => ({
          token: this.#token(token, `${path}/rules/${index}/0`),
          body: this.lower(body, ends, `${path}/rules/${index}/1`),
        }));
        return this.#tokenDispatch(rules, this.#tokens(format.excludeTokens, `${path}/exclude_tokens`), format.loop !== false);
      }
    }
  }

  /** One tag of a list: what follows its begin is lowered when an output gets there, so that many tools cost little. */
  #tag(tag: TagFormat, ends: Ends, path: string): ExprId {
    return typeof tag.begin === "string"
      ? this.#arena.seq2(this.#markers.literal(tag.begin), this.#laterAfterBegin(tag, path))
      : this.lower(tag, ends, path);
  }

  #laterAfterBegin(tag: TagFormat, path: string): ExprId {
    const ended = typeof tag.end === "string" ? tag.end !== "" : Array.isArray(tag.end) ? tag.end.every((end) => end !== "") : true;
    if (!ended || !this.#isPossible(tag.content, `${path}/content`)) return this.#afterBegin(tag, path);
    return this.#arena.rule({ name: "tag", unfold: () => this.#afterBegin(tag, path) });
  }

  /** Whether a format is known to accept something and to lower without an error. */
  #isPossible(format: Format, path: string): boolean {
    switch (format.type) {
      case "const_string":
      case "any_text":
        return true;
      case "json_schema":
        return this.#options.jsonSchemaCanWait?.(format) === true;
      case "regex":
        return this.#options.regex(format, path) !== NEVER;
      case "sequence":
      case "or":
        return format.elements.every((element, index) => this.#isPossible(element, `${path}/elements/${index}`));
      case "optional":
      case "plus":
      case "star":
      case "repeat":
      case "tag":
        return this.#isPossible(format.content, `${path}/content`);
      default:
        return false;
    }
  }

  #budget(e: ExprId, maxTokens: number | undefined): ExprId {
    return maxTokens === undefined ? e : this.#arena.tokenBudget(e, maxTokens);
  }

  #begin(begin: string | TokenBoundary, path: string): ExprId {
    return typeof begin === "string" ? this.#markers.literal(begin) : this.#single(begin, `${path}/begin`);
  }

  #single(boundary: TokenBoundary, path: string): ExprId {
    return this.#arena.tokens({ ids: new Set([this.#token(boundary.token, path)]), negated: false });
  }

  #afterBegin(tag: TagFormat, path: string): ExprId {
    const { end } = tag;
    const strings = typeof end === "string" ? [end] : Array.isArray(end) ? (end as readonly string[]) : undefined;
    if (strings === undefined) {
      const boundary = end as TokenBoundary;
      const ends = this.#ends([], [this.#token(boundary.token, `${path}/end`)]);
      return this.#arena.seq2(this.lower(tag.content, ends, `${path}/content`), this.#single(boundary, `${path}/end`));
    }
    const ends = this.#ends(
      strings.filter((text) => text !== ""),
      [],
    );
    const closed = this.#arena.alt(strings.map((text) => this.#markers.literal(text)));
    return this.#arena.seq2(this.lower(tag.content, ends, `${path}/content`), closed);
  }

  readonly #endsByKey = new Map<string, Ends>();

  /** One object for equal ends, so that shared formats are recognised. */
  #ends(strings: readonly string[], tokens: readonly number[]): Ends {
    const key = JSON.stringify([strings, tokens]);
    let ends = this.#endsByKey.get(key);
    if (ends === undefined) this.#endsByKey.set(key, (ends = { strings, tokens }));
    return ends;
  }

  #anyToken(excluded: readonly TokenRef[] | undefined, ends: Ends, path: string): ExprId {
    this.#needVocabulary(path);
    return this.#arena.tokens({ ids: new Set([...this.#tokens(excluded, `${path}/exclude_tokens`), ...ends.tokens]), negated: true });
  }

  #tokenDispatch(rules: readonly { token: number; body: ExprId }[], excluded: readonly number[], loop: boolean): ExprId {
    const arena = this.#arena;
    const free = arena.star(arena.tokens({ ids: new Set([...rules.map((rule) => rule.token), ...excluded]), negated: true }));
    const started = arena.alt(rules.map(({ token, body }) => arena.seq2(arena.tokens({ ids: new Set([token]), negated: false }), body)));
    const once = arena.seq2(free, started);
    return loop ? arena.seq2(arena.star(once), free) : arena.seq2(free, arena.optional(started));
  }

  #tokens(refs: readonly TokenRef[] | undefined, path: string): number[] {
    return (refs ?? []).map((ref, index) => this.#token(ref, childPointer(path, index)));
  }

  #token(ref: TokenRef, path: string): number {
    const { resolveToken, vocabularySize } = this.#options;
    this.#needVocabulary(path);
    const id = typeof ref === "number" ? ref : resolveToken!(ref);
    if (id === undefined || id >= vocabularySize) {
      fail(
        "lower-unknown-token",
        path,
        `the vocabulary has no token ${JSON.stringify(ref)}`,
        "use an id or the exact text of a vocabulary entry",
      );
    }
    return id;
  }

  #needVocabulary(path: string): void {
    if (this.#options.resolveToken === undefined) {
      fail("lower-token-without-vocabulary", path, "a token format needs a vocabulary", "compile it with the vocabulary it is meant for");
    }
  }
}
