import { describe, expect, it } from "vitest";
import { explain, GrammarCompiler, type GrammarMatcher, type MarkerMode, sampleText, vocabularyFromTokens } from "../../src/engine.ts";
import { bruteForceDifference } from "../support/brute-force.ts";

/** Text tokens that spell the markers in several ways, the two markers as special tokens, and the stop token. */
const TEXTS = ["<", "/", "a", ">", "<a", "</", "a>"];
const [OPEN, CLOSE, STOP] = [TEXTS.length, TEXTS.length + 1, TEXTS.length + 2];
const vocabulary = vocabularyFromTokens([...TEXTS, "<a>", "</a>", "<end>"], {
  specialTokenIds: [OPEN, CLOSE, STOP],
  stopTokenIds: [STOP],
});
const compiler = new GrammarCompiler(vocabulary);
const MODES: readonly MarkerMode[] = ["special", "text", "either"];

/** How tests write an output: text tokens by their text, the special tokens as O and C. */
const WRITTEN = [...TEXTS, "O", "C"];
/** Markers as each mode takes them. */
const O: Record<MarkerMode, string> = { special: "O", text: "<a>", either: "(?:O|<a>)" };
const C: Record<MarkerMode, string> = { special: "C", text: "</a>", either: "(?:C|</a>)" };
/** Free text: never a special token, and never the letters of what it excludes. */
const free = (...excludes: string[]): string => `(?:${excludes.map((text) => `(?!${text})`).join("")}[^OC])*`;

const tag = (content: unknown) => ({ type: "tag", begin: "<a>", content, end: "</a>" });

/** Formats, and for each mode a pattern of the outputs that are right. */
const CASES: readonly (readonly [name: string, format: unknown, pattern: (mode: MarkerMode) => string])[] = [
  ["a tag around free text", tag({ type: "any_text" }), (mode) => O[mode] + free("</a>") + C[mode]],
  ["a literal with text around its markers", { type: "const_string", value: "<a></a>>" }, (mode) => `${O[mode]}${C[mode]}>`],
  ["free text alone", { type: "any_text" }, () => free()],
  ["free text that excludes a marker", { type: "any_text", excludes: ["<a>"] }, () => free("<a>")],
  [
    "a pattern, whose letters are never special tokens",
    {
      type: "sequence",
      elements: [
        { type: "regex", pattern: "(<a>)?" },
        { type: "const_string", value: "</a>" },
      ],
    },
    (mode) => `(?:<a>)?${C[mode]}`,
  ],
  [
    "tags behind a trigger",
    { type: "triggered_tags", triggers: ["<a>"], tags: [tag({ type: "const_string", value: "a" })] },
    (mode) => `${free("<a>")}(?:${O[mode]}a${C[mode]}${free("<a>")})*`,
  ],
  [
    "tags with a separator",
    { type: "tags_with_separator", tags: [tag({ type: "const_string", value: "" })], separator: "/", at_least_one: true },
    (mode) => `${O[mode]}${C[mode]}(?:/${O[mode]}${C[mode]})*`,
  ],
  [
    "a choice of markers",
    {
      type: "or",
      elements: [
        { type: "const_string", value: "<a>" },
        { type: "const_string", value: "</a>>" },
      ],
    },
    (mode) => `(?:${O[mode]}|${C[mode]}>)`,
  ],
  [
    "a token, which no letters can stand for",
    { type: "sequence", elements: [{ type: "token", token: OPEN }, { type: "any_text" }] },
    () => `O${free()}`,
  ],
];

/** Every output of up to `left` more tokens; calls `see` with what is written. */
function everyOutput(matcher: GrammarMatcher, left: number, written: string, see: (written: string, accepted: boolean) => void): void {
  see(written, matcher.isCompleted());
  if (left === 0) return;
  for (const [token, text] of WRITTEN.entries()) {
    if (!matcher.acceptToken(token)) continue;
    everyOutput(matcher, left - 1, written + text, see);
    matcher.rollback(1);
  }
}

/** What can be written with up to `length` tokens, whatever a grammar says, and in how many ways. */
function everyText(length: number): Map<string, number> {
  const all = new Map([["", 1]]);
  let last = new Map(all);
  for (let round = 0; round < length; round += 1) {
    const next = new Map<string, number>();
    for (const [text, ways] of last) for (const token of WRITTEN) next.set(text + token, (next.get(text + token) ?? 0) + ways);
    for (const [text, ways] of next) all.set(text, (all.get(text) ?? 0) + ways);
    last = next;
  }
  return all;
}

const LENGTH = 5;
const ALL = [...everyText(LENGTH)];

describe.each(MODES)("markers: %s", (markers) => {
  it.each(CASES)("%s", (_, format, pattern) => {
    const right = new RegExp(`^(?:${pattern(markers)})$`);
    const accepted = new Map<string, number>();
    everyOutput(compiler.compileStructuralTag(format, { markers }).matcher(), LENGTH, "", (written, complete) => {
      if (complete) accepted.set(written, (accepted.get(written) ?? 0) + 1);
    });
    expect(accepted.size).toBeGreaterThan(0);
    expect(ALL.filter(([text, ways]) => (accepted.get(text) ?? 0) !== (right.test(text) ? ways : 0))).toEqual([]);
  });

  it.each(CASES)("gives the masks that trying every token gives: %s", (_, format) => {
    const grammar = compiler.compileStructuralTag(format, { markers });
    const bitmask = new Int32Array(1);
    const visit = (matcher: GrammarMatcher, left: number): void => {
      expect(bruteForceDifference(matcher, bitmask)).toBeUndefined();
      // The stop token is open exactly where the output may end.
      expect(matcher.nextTokenMask().has(STOP)).toBe(matcher.isCompleted());
      if (left === 0) return;
      for (const token of matcher.nextTokenMask().toArray()) {
        if (token === STOP || !matcher.acceptToken(token)) continue;
        visit(matcher, left - 1);
        matcher.rollback(1);
      }
    };
    visit(grammar.matcher(), 3);
  });

  it("reads outputs with their special tokens spelled out", () => {
    const grammar = compiler.compileStructuralTag(tag({ type: "any_text" }), { markers });
    for (const text of ["<a></a>", "<a>/a></a>", sampleText(grammar, { seed: 3 }).text]) {
      const matcher = grammar.matcher();
      expect([matcher.acceptString(text), matcher.isCompleted()]).toEqual([true, true]);
      expect(explain(grammar, text).verdict).toBe("accepted");
    }
    expect(grammar.matcher().acceptString("<a>a</a>a")).toBe(false);
  });
});

it("takes markers as text, in every mode, where the vocabulary has no such tokens", () => {
  const plain = new GrammarCompiler(vocabularyFromTokens([...TEXTS, "<end>"], { specialTokenIds: [7], stopTokenIds: [7] }));
  for (const markers of MODES) {
    const matcher = plain.compileStructuralTag(tag({ type: "any_text" }), { markers }).matcher();
    for (const token of [0, 2, 3, 5, 6]) expect(matcher.acceptToken(token)).toBe(true);
    expect(matcher.isCompleted()).toBe(true);
  }
});
