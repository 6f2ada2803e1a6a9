import { fail } from "../core/errors.ts";

/** A piece of a prompt. */
export interface PromptSegment {
  readonly text: string;
  /** Whether special tokens spelled in the text are meant as such. Never so for what people, tools or other models wrote. */
  readonly special: boolean;
}

/** A conversation as a model is to read it. */
export interface Prompt {
  readonly segments: readonly PromptSegment[];
  /** Whether text that stands side by side is tokenised as one. Otherwise each segment is tokenised alone, as some models were trained. */
  readonly joinsText: boolean;
}

/** The two sides of a tokenizer that a prompt needs. */
export interface PromptTokenizer {
  /** Token ids of ordinary text; a special token that is spelled in it must come out as its letters. */
  encodeText(text: string): Iterable<number>;
  /** Texts of special tokens to their ids. */
  readonly specialTokens: ReadonlyMap<string, number>;
}

/** The prompt as one text, for servers that take no tokens. Markers that somebody wrote into a message then look like real ones: see {@link forgedMarkers}. */
export function promptText({ segments }: Prompt): string {
  return segments.map(({ text }) => text).join("");
}

/** The special tokens that are spelled in parts of a prompt that must not hold any, each once, in order. */
export function forgedMarkers({ segments }: Prompt, markers: Iterable<string>): string[] {
  const foreign = segments.filter(({ special }) => !special).map(({ text }) => text);
  return [...markers].filter((marker) => marker !== "" && foreign.some((text) => text.includes(marker)));
}

/**
 * The prompt's token ids. Special tokens come out of segments that may have them, and of nothing else.
 * @throws StructagError `prompt-special-token` where a tokenizer makes a special token of ordinary text
 */
export function tokenizePrompt({ segments, joinsText }: Prompt, tokenizer: PromptTokenizer): number[] {
  const specials = [...tokenizer.specialTokens].filter(([text]) => text !== "").sort(([x], [y]) => y.length - x.length);
  const forbidden = new Map(specials.map(([text, id]) => [id, text]));
  const ids: number[] = [];
  let waiting = "";
  const flush = (): void => {
    if (waiting === "") return;
    for (const id of tokenizer.encodeText(waiting)) {
      const special = forbidden.get(id);
      if (special !== undefined) {
        fail(
          "prompt-special-token",
          "",
          `the tokenizer makes the special token ${JSON.stringify(special)} of ordinary text`,
          "give an encodeText that takes special tokens for their letters",
        );
      }
      ids.push(id);
    }
    waiting = "";
  };
  for (const { text, special } of segments) {
    if (!joinsText) flush();
    if (!special) {
      waiting += text;
      continue;
    }
    for (let at = 0; at < text.length; ) {
      const found = specials.find(([marker]) => text.startsWith(marker, at));
      if (found === undefined) {
        waiting += text[at];
        at += 1;
        continue;
      }
      flush();
      ids.push(found[1]);
      at += found[0].length;
    }
  }
  flush();
  return ids;
}
