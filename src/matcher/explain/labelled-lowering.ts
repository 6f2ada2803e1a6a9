import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { ExprId } from "../../expr/kinds.ts";
import type { Format, TagFormat, TokenBoundary, TokenRef } from "../../format/types.ts";
import type { FormatLoweringOptions } from "../../lower/format/lower-format.ts";
import { freeText, plainText, textUpTo } from "../../lower/free-text.ts";
import type { Vocabulary } from "../../vocab/vocabulary.ts";
import type { GrammarSource } from "../grammar-source.ts";
import type { LabelledNode, LeafKind } from "./labelled-node.ts";
import { tokenTexts } from "./token-texts.ts";

/** Where free text ends: the nearest enclosing tag's end. */
interface Ends {
  readonly strings: readonly string[];
  readonly tokens: readonly number[];
}

const encoder = new TextEncoder();

/**
 * A format tree as labelled nodes over texts: markers are matched by their letters and tokens by their texts, which gives the same texts as the engine's own lowering. Token limits do
 * not count.
 */
export class LabelledLowering {
  readonly #arena: ExprArena;
  readonly #source: GrammarSource;
  readonly #vocabulary: Vocabulary;
  readonly #leaves: Pick<FormatLoweringOptions, "jsonSchema" | "regex" | "grammar">;
  #nodes = 0;

  constructor(arena: ExprArena, source: GrammarSource, vocabulary: Vocabulary) {
    this.#arena = arena;
    this.#source = source;
    this.#vocabulary = vocabulary;
    this.#leaves = source.leaves(arena);
  }

  root(path: string): LabelledNode {
    return this.#format(this.#source.format, { strings: [], tokens: [] }, path);
  }

  #id(): number {
    this.#nodes += 1;
    return this.#nodes;
  }

  #leaf(path: string, kind: LeafKind, build: () => ExprId): LabelledNode {
    let known: ExprId | undefined;
    const expr = (): ExprId => {
      known ??= build();
      return known;
    };
    return { op: "leaf", id: this.#id(), path, kind, expr };
  }

  #later(build: () => LabelledNode): LabelledNode {
    let known: LabelledNode | undefined;
    const node = (): LabelledNode => {
      known ??= build();
      return known;
    };
    return { op: "later", id: this.#id(), node };
  }

  #sequence(...parts: readonly LabelledNode[]): LabelledNode {
    return { op: "sequence", id: this.#id(), parts };
  }

  #choice(parts: readonly LabelledNode[]): LabelledNode {
    return parts.length === 1 ? parts[0] : { op: "choice", id: this.#id(), parts };
  }

  #repeat(body: LabelledNode, min: number, max: number): LabelledNode {
    return { op: "repeat", id: this.#id(), body, min, max };
  }

  #span(path: string, body: LabelledNode, back = 0): LabelledNode {
    return { op: "span", id: this.#id(), path, back, body };
  }

  #literals(path: string, texts: readonly string[]): LabelledNode {
    return this.#leaf(path, { type: "literal", texts }, () => this.#arena.literals(texts));
  }

  #format(format: Format, ends: Ends, path: string): LabelledNode {
    return this.#span(
      path,
      this.#later(() => this.#body(format, ends, path)),
    );
  }

  #body(format: Format, ends: Ends, path: string): LabelledNode {
    const arena = this.#arena;
    const child = (inner: Format, pointer: string): LabelledNode => this.#format(inner, ends, path + pointer);
    const children = (): LabelledNode[] => {
      const elements = format.type === "sequence" || format.type === "or" ? format.elements : [];
      return elements.map((element, index) => child(element, `/elements/${index}`));
    };
    switch (format.type) {
      case "const_string":
        return this.#literals(path, [format.value]);
      case "json_schema": {
        const kind: LeafKind = format.style === undefined || format.style === "json" ? { type: "json" } : { type: "other" };
        return this.#leaf(path, kind, () => this.#leaves.jsonSchema(format, path, (text) => this.#arena.literal(text)));
      }
      case "regex":
        return this.#leaf(path, { type: "other" }, () => this.#leaves.regex(format, path));
      case "grammar":
        return this.#leaf(path, { type: "other" }, () =>
          this.#leaves.grammar(format, path, { literal: (text) => this.#arena.literal(text), isPlain: () => true }),
        );
      case "any_text": {
        const excludes = [...(format.excludes ?? []), ...ends.strings];
        return this.#leaf(path, { type: "text", excludes }, () => {
          const text = freeText(arena, excludes);
          return format.maxChars === undefined ? text : arena.lexeme(arena.charLimit(text, format.maxChars));
        });
      }
      case "token":
        return this.#token(this.#tokenId(format.token, path), path);
      case "exclude_token":
        return this.#otherTokens(this.#tokenIds(format.excludeTokens, path, ends), path);
      case "any_tokens":
        return this.#repeat(this.#otherTokens(this.#tokenIds(format.excludeTokens, path, ends), path), 0, -1);
      case "sequence":
        return this.#sequence(...children());
      case "or":
        return this.#choice(children());
      case "optional":
        return this.#repeat(child(format.content, "/content"), 0, 1);
      case "plus":
        return this.#repeat(child(format.content, "/content"), 1, -1);
      case "star":
        return this.#repeat(child(format.content, "/content"), 0, -1);
      case "repeat":
        return this.#repeat(child(format.content, "/content"), format.min, format.max);
      case "tag": {
        const { begin } = format;
        const start = typeof begin === "string" ? this.#literals(path, [begin]) : this.#token(this.#tokenId(begin.token, path), path);
        return this.#sequence(start, ...this.#afterBegin(format, path));
      }
      case "tags_with_separator": {
        const tag = this.#choice(format.tags.map((item, index) => child(item, `/tags/${index}`)));
        const more =
          format.stopAfterFirst === true ? [] : [this.#repeat(this.#sequence(this.#literals(path, [format.separator]), tag), 0, -1)];
        return this.#repeat(this.#sequence(tag, ...more), format.atLeastOne === true ? 1 : 0, 1);
      }
      case "triggered_tags": {
        const triggerOf = (begin: string): string => format.triggers.find((text) => begin.startsWith(text))!;
        const rules = format.tags.map((tag, index) => {
          const at = `${path}/tags/${index}`;
          const begin = tag.begin as string;
          const trigger = triggerOf(begin);
          const rest = this.#literals(at, [begin.slice(trigger.length)]);
          const body = this.#sequence(rest, ...this.#afterBegin(tag, at));
          return { trigger, body: this.#span(at, body, encoder.encode(trigger).length) };
        });
        const first = this.#choice(format.tags.map((tag, index) => child(tag, `/tags/${index}`)));
        if (format.stopAfterFirst === true && format.atLeastOne === true) return first;
        const text = this.#dispatch(path, rules, [...(format.excludes ?? []), ...ends.strings], format.stopAfterFirst !== true);
        return format.atLeastOne === true ? this.#sequence(first, text) : text;
      }
      case "dispatch": {
        const rules = format.rules.map(([trigger, body], index) => {
          const at = `${path}/rules/${index}`;
          return { trigger, body: this.#span(at, child(body, `/rules/${index}/1`), encoder.encode(trigger).length) };
        });
        return this.#dispatch(path, rules, format.excludes ?? [], format.loop !== false);
      }
      case "token_triggered_tags": {
        const tags = format.tags.map((tag, index) => child(tag, `/tags/${index}`));
        const begins = format.tags.map((tag) => this.#tokenId((tag.begin as TokenBoundary).token, path));
        const first = this.#choice(tags);
        if (format.stopAfterFirst === true && format.atLeastOne === true) return first;
        const excluded = this.#tokenIds(format.excludeTokens, path, ends);
        const text = this.#tokenDispatch(path, tags, new Set([...begins, ...excluded]), format.stopAfterFirst !== true);
        return format.atLeastOne === true ? this.#sequence(first, text) : text;
      }
      case "token_dispatch": {
        const ids = format.rules.map(([token]) => this.#tokenId(token, path));
        const rules = format.rules.map(([, body], index) => {
          const at = `${path}/rules/${index}`;
          return this.#span(at, this.#sequence(this.#token(ids[index], at), child(body, `/rules/${index}/1`)));
        });
        const excluded = this.#tokenIds(format.excludeTokens, path, { strings: [], tokens: [] });
        return this.#tokenDispatch(path, rules, new Set([...ids, ...excluded]), format.loop !== false);
      }
    }
  }

  #afterBegin({ content, end }: TagFormat, path: string): LabelledNode[] {
    const strings = typeof end === "string" ? [end] : Array.isArray(end) ? (end as readonly string[]) : undefined;
    if (strings === undefined) {
      const id = this.#tokenId((end as TokenBoundary).token, path);
      return [this.#format(content, { strings: [], tokens: [id] }, `${path}/content`), this.#token(id, path)];
    }
    const ends = { strings: strings.filter((text) => text !== ""), tokens: [] };
    return [this.#format(content, ends, `${path}/content`), this.#literals(path, strings)];
  }

  #dispatch(
    path: string,
    rules: readonly { readonly trigger: string; readonly body: LabelledNode }[],
    excludes: readonly string[],
    loop: boolean,
  ): LabelledNode {
    const triggers = [...new Set(rules.map((rule) => rule.trigger))];
    const started = triggers.map((trigger) =>
      this.#sequence(
        this.#leaf(path, { type: "trigger", trigger }, () => textUpTo(this.#arena, trigger, triggers, excludes)),
        this.#choice(rules.filter((rule) => rule.trigger === trigger).map((rule) => rule.body)),
      ),
    );
    const plain = this.#leaf(path, { type: "text", excludes }, () => plainText(this.#arena, triggers, excludes));
    return loop ? this.#sequence(this.#repeat(this.#choice(started), 0, -1), plain) : this.#choice([...started, plain]);
  }

  #tokenDispatch(path: string, started: readonly LabelledNode[], others: ReadonlySet<number>, loop: boolean): LabelledNode {
    const free = this.#repeat(this.#otherTokens(others, path), 0, -1);
    const once = this.#choice(started);
    if (!loop) return this.#sequence(free, this.#repeat(once, 0, 1));
    return this.#repeat(this.#choice([once, this.#otherTokens(others, path)]), 0, -1);
  }

  #token(id: number, path: string): LabelledNode {
    return this.#leaf(path, { type: "literal", texts: [this.#vocabulary.textOf(id)] }, () =>
      this.#arena.literal(this.#vocabulary.bytesOf(id)),
    );
  }

  #otherTokens(ids: ReadonlySet<number>, path: string): LabelledNode {
    const excludes = [...ids].map((id) => this.#vocabulary.textOf(id));
    return this.#leaf(path, { type: "text", excludes }, () => tokenTexts(this.#arena, this.#vocabulary, ids));
  }

  #tokenIds(refs: readonly TokenRef[] | undefined, path: string, ends: Ends): ReadonlySet<number> {
    return new Set([...(refs ?? []).map((ref) => this.#tokenId(ref, path)), ...ends.tokens]);
  }

  /** The lowering of the grammar has resolved all of them before. */
  #tokenId(ref: TokenRef, path: string): number {
    const id = typeof ref === "number" ? ref : this.#source.resolveToken(ref);
    return id ?? fail("lower-unknown-token", path, `the vocabulary has no token ${JSON.stringify(ref)}`);
  }
}
