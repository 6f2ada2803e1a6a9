import { schemaTypeText } from "../schema/type-text.ts";
import { quotePattern, quoteText, quoteToken } from "./quote.ts";
import type { Format, TagFormat, TokenRef } from "./types.ts";
import { assertFormatBounds, childFormats, ROOT_PATH } from "./visit.ts";

/** The part of a line that shows one format. */
export interface OutlineSpan {
  /** JSON pointer of the format in the wire JSON. */
  readonly path: string;
  /** UTF-16 offsets in the line's text, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** One line of an outline. */
export interface OutlineLine {
  /** The line without its indentation. */
  readonly text: string;
  /** Levels of indentation, two spaces each. */
  readonly depth: number;
  /** JSON pointer, in the wire JSON, of what the line shows: a format, a dispatch rule (`…/rules/0`), or a grammar's text (`…/grammar`). */
  readonly path: string;
  /** The formats on the line, outermost first. A line holds several where a wrapper or a tag takes its content along. */
  readonly spans: readonly OutlineSpan[];
}

/** A header and what stands below it. */
interface Block {
  /** Whether a wrapper or tag takes it onto its line. A wrapper is no leaf itself, even where it has taken its content along; a tag then is one. */
  readonly leaf: boolean;
  readonly text: string;
  readonly path: string;
  readonly spans: readonly OutlineSpan[];
  readonly children: readonly Block[];
}

/**
 * The readable text of a format: a line for each format, two spaces a level, leaves on their wrapper's line, options at their default
 * unsaid. Equal formats give equal texts. Every line ends with a newline. The text is for people and not meant to be read back.
 * @throws StructagError `format-depth`, `format-size`, `json-depth`
 */
export function outline(format: Format): string {
  return outlineLines(format)
    .map(({ text, depth }) => `${"  ".repeat(depth)}${text}\n`)
    .join("");
}

/**
 * The lines of {@link outline} with the place in the wire JSON that each of them, and each format on it, shows: the base of linked views.
 * @throws StructagError `format-depth`, `format-size`, `json-depth`
 */
export function outlineLines(format: Format, path: string = ROOT_PATH): OutlineLine[] {
  assertFormatBounds(format, path);
  const lines: OutlineLine[] = [];
  const flatten = ({ text, path: at, spans, children }: Block, depth: number): void => {
    lines.push({ text, depth, path: at, spans });
    for (const child of children) flatten(child, depth + 1);
  };
  flatten(block(format, path), 0);
  return lines;
}

function block(format: Format, path: string): Block {
  switch (format.type) {
    case "const_string":
      return parent(quoteText(format.value), path);
    case "json_schema": {
      const whitespace = limit("max_whitespace", format.maxWhitespaceCount);
      const options = flag("any_order", format.anyOrder) + whitespace + excluding(format.excludes);
      return parent(`${format.style ?? "json"}(${schemaTypeText(format.jsonSchema)})${options}`, path);
    }
    case "regex":
      return parent(quotePattern(format.pattern), path);
    case "grammar":
      return parent("grammar", path, grammarLines(format.grammar, `${path}/grammar`));
    case "any_text":
      return parent(
        `text${excluding(format.excludes)}${limit("max_tokens", format.maxTokens)}${limit("max_chars", format.maxChars)}`,
        path,
      );
    case "token":
      return parent(`token ${quoteToken(format.token)}`, path);
    case "exclude_token":
      return parent(`token${excluding(format.excludeTokens)}`, path);
    case "any_tokens":
      return parent(`tokens${excluding(format.excludeTokens)}${limit("max_tokens", format.maxTokens)}`, path);
    case "sequence":
    case "or":
      return parent(format.type, path, childBlocks(format, path));
    case "optional":
    case "plus":
    case "star":
      return wrapper(format.type, path, block(format.content, `${path}/content`));
    case "repeat": {
      const range = `repeat ${format.min}..${format.max < 0 ? "" : format.max}`;
      return wrapper(range, path, block(format.content, `${path}/content`));
    }
    case "tag":
      return tagBlock(format, path);
    case "triggered_tags":
      return parent(
        `triggered_tags ${list(format.triggers)}${excluding(format.excludes)}${tagFlags(format)}`,
        path,
        childBlocks(format, path),
      );
    case "token_triggered_tags": {
      const header = `token_triggered_tags ${list(format.triggerTokens)}${excluding(format.excludeTokens)}${tagFlags(format)}`;
      return parent(header, path, childBlocks(format, path));
    }
    case "tags_with_separator":
      return parent(`tags_with_separator ${quoteText(format.separator)}${tagFlags(format)}`, path, childBlocks(format, path));
    case "dispatch":
      return parent(`dispatch${flag("once", format.loop === false)}${excluding(format.excludes)}`, path, ruleBlocks(format.rules, path));
    case "token_dispatch":
      return parent(
        `token_dispatch${flag("once", format.loop === false)}${excluding(format.excludeTokens)}`,
        path,
        ruleBlocks(format.rules, path),
      );
  }
}

/** A header with its children below it, however many they are. */
function parent(text: string, path: string, children: readonly Block[] = []): Block {
  return { leaf: children.length === 0, text, path, spans: [{ path, start: 0, end: text.length }], children };
}

/** A header that takes a leaf along on its line. */
function wrapper(header: string, path: string, content: Block): Block {
  return content.leaf ? { ...around(`${header} `, content, "", path), leaf: false } : parent(header, path, [content]);
}

function around(before: string, inner: Block, after: string, path: string): Block {
  const text = before + inner.text + after;
  const shifted = inner.spans.map((span) => ({ path: span.path, start: span.start + before.length, end: span.end + before.length }));
  return { leaf: true, text, path, spans: [{ path, start: 0, end: text.length }, ...shifted], children: [] };
}

function tagBlock({ begin, content, end }: TagFormat, path: string): Block {
  const before = `tag ${typeof begin === "string" ? quoteText(begin) : `token ${quoteToken(begin.token)}`} `;
  const after = ` ${typeof end === "object" && "token" in end ? `token ${quoteToken(end.token)}` : [end].flat().map(quoteText).join(" | ")}`;
  const inner = block(content, `${path}/content`);
  return inner.leaf ? around(before, inner, after, path) : parent(`${before}..${after}`, path, [inner]);
}

function childBlocks(format: Format, path: string): Block[] {
  return childFormats(format).map((child) => block(child.format, path + child.pointer));
}

function ruleBlocks(rules: readonly (readonly [TokenRef, Format])[], path: string): Block[] {
  return rules.map(([pattern, body], index) => {
    const at = `${path}/rules/${index}`;
    return wrapper(`on ${quoteToken(pattern)}`, at, block(body, `${at}/1`));
  });
}

/** The lines of a grammar as they stand. A line break at the end starts no line. */
function grammarLines(text: string, path: string): Block[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => parent(line, path));
}

function list(members: readonly TokenRef[]): string {
  return `[${members.map(quoteToken).join(", ")}]`;
}

function excluding(members: readonly TokenRef[] | undefined): string {
  return members === undefined || members.length === 0 ? "" : ` excluding ${list(members)}`;
}

function limit(name: string, value: number | undefined): string {
  return value === undefined ? "" : ` ${name}=${value}`;
}

function flag(name: string, value: boolean | undefined): string {
  return value === true ? ` ${name}` : "";
}

function tagFlags(format: { readonly atLeastOne?: boolean; readonly stopAfterFirst?: boolean }): string {
  return flag("at_least_one", format.atLeastOne) + flag("stop_after_first", format.stopAfterFirst);
}
