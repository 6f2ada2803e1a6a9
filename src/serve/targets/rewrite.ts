import { type Diagnostic, StructagError } from "../../core/errors.ts";
import { anyText, constString, grammar, or, sequence, tag as tagOf, triggeredTags } from "../../format/builders.ts";
import type {
  AnyTextFormat,
  Format,
  FormatType,
  JsonSchemaFormat,
  TagFormat,
  TagsWithSeparatorFormat,
  TriggeredTagsFormat,
} from "../../format/types.ts";
import { type PrintFormatOptions, printFormat } from "../../print/print-format.ts";
import { isPlainRegex } from "./plain-regex.ts";
import { plainReading } from "./plain-schema.ts";
import type { TagProfile } from "./profiles.ts";

/** A format that was written in another way. */
export interface Rewrite {
  /** JSON pointer into the structural tag. */
  readonly path: string;
  readonly from: FormatType;
  readonly to: FormatType;
}

export interface RewriteOptions extends Pick<PrintFormatOptions, "maxStates" | "maxWork"> {
  readonly loosen: boolean;
}

/** Where a format stands. */
interface Place {
  readonly path: string;
  /** Strings that end free text: those of the nearest tag. */
  readonly ends: readonly string[];
  /** Whether nothing follows, up to the end of the output. */
  readonly isLast: boolean;
  /** Whether the one end of a tag follows directly. */
  readonly isEnded: boolean;
}

/** The text with nothing in it, for engines that take no empty constant. */
const EMPTY_GRAMMAR = 'root ::= ""\n';

/** Writes a format with what a profile has, part by part: what it lacks becomes a `grammar`. */
export class TagRewriting {
  readonly rewrites: Rewrite[] = [];
  readonly loosened: Diagnostic[] = [];
  readonly #profile: TagProfile;
  readonly #options: RewriteOptions;

  constructor(profile: TagProfile, options: RewriteOptions) {
    this.#profile = profile;
    this.#options = options;
  }

  /** @throws StructagError the codes of `printFormat` */
  run(format: Format): Format {
    return this.#format(format, { path: "/format", ends: [], isLast: true, isEnded: false });
  }

  #format(format: Format, place: Place): Format {
    const result = this.#written(format, place);
    if (result.type !== format.type || result.type === "grammar") {
      if (result !== format) this.rewrites.push({ path: place.path, from: format.type, to: result.type });
    }
    return result;
  }

  #written(format: Format, place: Place): Format {
    const { path } = place;
    if (format.type === "optional" && !this.#takes("optional")) return this.#optional(format.content, place);
    if (!this.#takes(format.type)) return format.type === "json_schema" ? this.#schema(format, place) : this.#printed(format, place);
    switch (format.type) {
      case "const_string":
        return format.value === "" && !this.#profile.emptyTexts ? grammar(EMPTY_GRAMMAR) : format;
      case "json_schema":
        return this.#schema(format, place);
      case "regex":
        return isPlainRegex(format.pattern) ? format : this.#printed(format, place);
      case "grammar":
        return this.#profile.macros || isPlainGrammar(format.grammar) ? format : this.#printed(format, place);
      case "any_text":
        return this.#text(format, place);
      case "sequence":
        return this.#sequence(format.elements, place);
      case "or":
        return {
          ...format,
          elements: format.elements.map((element, index) => this.#format(element, this.#beside(place, `${path}/elements/${index}`))),
        };
      case "optional":
      case "plus":
      case "star":
      case "repeat":
        return { ...format, content: this.#format(format.content, this.#beside(place, `${path}/content`)) };
      case "tag":
        return this.#tag(format, place);
      case "tags_with_separator":
        return this.#list(format, place);
      case "triggered_tags":
        return this.#triggered(format, place);
      case "dispatch":
        return {
          ...format,
          rules: format.rules.map(
            ([pattern, body], index) => [pattern, this.#format(body, this.#beside(place, `${path}/rules/${index}/1`))] as const,
          ),
        };
      case "token_triggered_tags":
        return { ...format, tags: format.tags.map((each, index) => this.#tag(each, this.#beside(place, `${path}/tags/${index}`))) };
      case "token_dispatch":
        return {
          ...format,
          rules: format.rules.map(
            ([token, body], index) => [token, this.#format(body, this.#beside(place, `${path}/rules/${index}/1`))] as const,
          ),
        };
      case "token":
      case "exclude_token":
      case "any_tokens":
        return format;
    }
  }

  #takes(type: FormatType): boolean {
    return this.#profile.formats.includes(type);
  }

  /** A place inside of another one, where something else may follow or stand beside it. */
  #beside(place: Place, path: string): Place {
    return { ...place, path, isLast: false, isEnded: false };
  }

  #optional(content: Format, place: Place): Format {
    const nothing = this.#profile.emptyTexts ? constString("") : grammar(EMPTY_GRAMMAR);
    return or([nothing, this.#format(content, this.#beside(place, `${place.path}/content`))]);
  }

  #sequence(elements: readonly Format[], place: Place): Format {
    const isKept = (element: Format): boolean => this.#profile.emptyTexts || element.type !== "const_string" || element.value !== "";
    const last = elements.findLastIndex(isKept);
    if (last === -1) return grammar(EMPTY_GRAMMAR);
    const written = elements.flatMap((element, index) => {
      if (!isKept(element)) return [];
      return this.#format(element, {
        ...place,
        path: `${place.path}/elements/${index}`,
        isLast: place.isLast && index === last,
        isEnded: false,
      });
    });
    return sequence(written);
  }

  #text(format: AnyTextFormat, place: Place): Format {
    const { textOptions, textAnywhere } = this.#profile;
    if (textOptions && textAnywhere) return format;
    const hasPlace = (place.isLast && place.ends.length === 0) || place.isEnded;
    const isBare = (format.excludes ?? []).length === 0 && format.maxChars === undefined && format.maxTokens === undefined;
    if (isBare && hasPlace) return format;
    return this.#printed(format, place, hasPlace && format.maxChars === undefined ? anyText() : undefined);
  }

  #tag(format: TagFormat, place: Place): TagFormat {
    const { begin, end, content } = format;
    const ends = typeof end === "string" ? [end] : Array.isArray(end) ? (end as readonly string[]) : undefined;
    if (ends === undefined || typeof begin !== "string") {
      // Refuses what has no spelling.
      if (!this.#takes("token")) this.#printed(format, place);
      return { ...format, content: this.#format(content, this.#inside(place, ends ?? [])) };
    }
    const written = this.#format(content, this.#inside(place, ends));
    if (this.#profile.anyEnds) return { ...format, content: written };
    if (ends.length === 1) return tagOf(begin, written, ends[0]);
    // Free text in the content is a grammar by now, so that the ends need not be the tag's own.
    const alternatives = ends.map((text) => (text === "" ? grammar(EMPTY_GRAMMAR) : constString(text)));
    return tagOf(begin, sequence([written, or(alternatives)]), "");
  }

  #inside(place: Place, ends: readonly string[]): Place {
    const isEnded = ends.length === 1 && ends[0] !== "" && !overlapsItself(ends[0]);
    return { path: `${place.path}/content`, ends: ends.filter((end) => end !== ""), isLast: false, isEnded };
  }

  #tags(tags: readonly TagFormat[], place: Place): TagFormat[] {
    return tags.map((each, index) => this.#tag(each, this.#beside(place, `${place.path}/tags/${index}`)));
  }

  #list(format: TagsWithSeparatorFormat, place: Place): Format {
    const { textAnywhere, emptyTexts } = this.#profile;
    if (!textAnywhere && format.atLeastOne === true && format.stopAfterFirst === true) return or(this.#tags(format.tags, place));
    const isKept = (format.separator !== "" || emptyTexts) && (textAnywhere || place.isLast || place.isEnded);
    return isKept ? { ...format, tags: this.#tags(format.tags, place) } : this.#printed(format, place);
  }

  #triggered(format: TriggeredTagsFormat, place: Place): Format {
    const { textOptions, textAnywhere } = this.#profile;
    const { triggers, excludes = [] } = format;
    const isApart = triggers.every(
      (trigger, at) => !overlapsItself(trigger) && triggers.every((other, index) => index === at || !trigger.includes(other)),
    );
    const hasPlace = textAnywhere || (place.isLast && place.ends.length === 0 && isApart);
    const kept = (): Format =>
      triggeredTags(triggers, this.#tags(format.tags, place), { atLeastOne: format.atLeastOne, stopAfterFirst: format.stopAfterFirst });
    if (textOptions && hasPlace) return { ...format, tags: this.#tags(format.tags, place) };
    return excludes.length === 0 && hasPlace ? kept() : this.#printed(format, place, hasPlace ? kept : undefined);
  }

  #schema(format: JsonSchemaFormat, place: Place): Format {
    const reading = this.#profile.plainSchemas ? plainReading(format) : "other";
    if (reading === "same") return format;
    if (reading === "repeats" && this.#options.loosen) {
      this.loosened.push({
        kind: "loosened",
        code: "target-repeated-keys",
        path: place.path,
        message: "the target lets objects that are open repeat a key",
      });
      return format;
    }
    return this.#printed(format, place);
  }

  /** The format as a `grammar` of the same language; where only its excludes can't be written, and that is allowed, what it is without them. */
  #printed(format: Format, { path, ends }: Place, withoutExcludes?: Format | (() => Format)): Format {
    const { loosen } = this.#options;
    const options = { ...this.#options, path, ends, classes: this.#profile.classes };
    try {
      const { text, loosened } = printFormat(format, "ebnf", options);
      this.loosened.push(...loosened);
      return grammar(text);
    } catch (error) {
      if (!loosen || withoutExcludes === undefined || !(error instanceof StructagError) || error.code !== "print-class") throw error;
      const message = "the target can't keep free text from containing the excludes";
      this.loosened.push({ kind: "loosened", code: "target-excludes", path, message });
      return typeof withoutExcludes === "function" ? withoutExcludes() : withoutExcludes;
    }
  }
}

/** Whether a text can begin anew before it has ended, so that it is not clear where it ends first. */
function overlapsItself(text: string): boolean {
  for (let size = 1; size < text.length; size += 1) if (text.startsWith(text.slice(size))) return true;
  return false;
}

/** Whether a grammar has neither macros nor rule options. */
function isPlainGrammar(text: string): boolean {
  const bare = text.replace(/"(?:[^"\\\n]|\\.)*"|\[(?:[^\]\\\n]|\\.)*\]|#[^\n]*/g, (part) => (part.startsWith("[") ? "[]" : ""));
  return !/\b(?:Regex|Substring|TagDispatch|Token|ExcludeToken|TokenTagDispatch)\(/.test(bare) && !/\]\s*::=/.test(bare);
}
