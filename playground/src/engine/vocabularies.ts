import {
  encodeRanks,
  GrammarCompiler,
  StructagError,
  tokenizeGreedy,
  type Vocabulary,
  vocabularyFromTiktoken,
  vocabularyFromTokens,
} from "../../../src/engine.ts";
import { familyTokens } from "./family-tokens.ts";
import type { VocabularyChoice, VocabularyFacts } from "./protocol.ts";

/** A vocabulary with its compiler and the way in which its tokenizer splits text. */
export interface LoadedVocabulary {
  readonly facts: VocabularyFacts;
  readonly vocabulary: Vocabulary;
  readonly compiler: GrammarCompiler;
  /** Splits text that holds no special token. */
  readonly split: (text: string) => number[];
}

type Source =
  | { readonly kind: "letters" }
  | { readonly kind: "ranks"; readonly name: string; readonly pattern: RegExp; readonly ranks: string }
  | { readonly kind: "file"; readonly name: string; readonly vocabulary: Vocabulary };

const utf8 = new TextEncoder();
const sources = new Map<VocabularyChoice, Source>([["letters", { kind: "letters" }]]);
const loaded = new Map<string, LoadedVocabulary>();
/** A vocabulary of 200,000 tokens takes 40 MB, and its compiler as much again. */
const MAX_LOADED = 3;
const MEMORY_BUDGET = 128 * 2 ** 20;

/** Keeps what a vocabulary is made from. */
export async function keepSource(choice: VocabularyChoice, name: string, file: Uint8Array): Promise<{ name: string; size: number }> {
  for (const key of [...loaded.keys()]) if (key.startsWith(`${choice} `)) loaded.delete(key);
  if (choice === "o200k") {
    const { pattern, ranks } = JSON.parse(new TextDecoder().decode(await unpacked(file))) as { pattern: string; ranks: string };
    sources.set(choice, { kind: "ranks", name, pattern: new RegExp(pattern, "gu"), ranks });
    return { name, size: 0 };
  }
  const { readVocabulary } = await import("./vocabulary-file.ts");
  const vocabulary = readVocabulary(await unpacked(file));
  sources.set(choice, { kind: "file", name, vocabulary });
  return { name, size: vocabulary.size };
}

/** Gzipped bytes unpacked, others as they are. */
async function unpacked(file: Uint8Array): Promise<Uint8Array> {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file;
  const stream = new Blob([file.slice()]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The vocabulary of a choice with the special tokens of a family.
 * @throws StructagError `playground-vocabulary` where it has not been loaded
 */
export function vocabularyFor(choice: VocabularyChoice, family: string): LoadedVocabulary {
  const source = sources.get(choice);
  if (source === undefined)
    throw new StructagError({ code: "playground-vocabulary", path: "", message: "the vocabulary has not been loaded yet" });
  const { special, stop } = familyTokens(family);
  const key = source.kind === "file" ? `${choice} ` : `${choice} ${special.join(" ")}`;
  const known = loaded.get(key);
  if (known !== undefined) {
    loaded.delete(key);
    loaded.set(key, known);
    return known.facts.textMarkers.join() === missing(known.vocabulary, special).join() ? known : withFacts(known, special);
  }
  const vocabulary = make(source, special, stop);
  const compiler = new GrammarCompiler(vocabulary, { memoryBudget: MEMORY_BUDGET });
  const name = source.kind === "letters" ? "letters and common words" : source.name;
  const facts = { choice, name, size: vocabulary.size, textMarkers: missing(vocabulary, special) };
  const entry = { facts, vocabulary, compiler, split: splitter(source, vocabulary) };
  loaded.set(key, entry);
  for (const oldest of loaded.keys()) {
    if (loaded.size <= MAX_LOADED) break;
    loaded.delete(oldest);
  }
  return entry;
}

function withFacts(entry: LoadedVocabulary, special: readonly string[]): LoadedVocabulary {
  return { ...entry, facts: { ...entry.facts, textMarkers: missing(entry.vocabulary, special) } };
}

function missing(vocabulary: Vocabulary, special: readonly string[]): string[] {
  return special.filter((marker) => !vocabulary.specialTokens.has(marker));
}

function make(source: Source, special: readonly string[], stop: readonly string[]): Vocabulary {
  if (source.kind === "file") return source.vocabulary;
  const first = source.kind === "letters" ? 256 + COMMON.length : 200_000;
  const specialTokens = new Map(special.map((marker, index) => [marker, first + index]));
  const options = {
    specialTokens,
    stopTokenIds: stop.map((marker) => specialTokens.get(marker) ?? -1),
    size: Math.ceil((first + special.length) / 64) * 64,
  };
  if (source.kind === "ranks") return vocabularyFromTiktoken(source.ranks, options);
  const bytes = Array.from({ length: 256 }, (_, byte) => new Uint8Array([byte]));
  return vocabularyFromTokens([...bytes, ...COMMON], options);
}

function splitter(source: Source, vocabulary: Vocabulary): (text: string) => number[] {
  if (source.kind !== "ranks") return (text) => tokenizeGreedy(vocabulary, utf8.encode(text));
  return (text) => Array.from(text.matchAll(source.pattern), ([piece]) => encodeRanks(vocabulary, utf8.encode(piece))).flat();
}

/** Pieces of text and JSON that make the small vocabulary look like a real one. */
const COMMON = (
  "the and to of in is it that for on with as at by this be are from not or an ing ed er ly tion al re un co de in en " +
  'true false null {" "} ": ", ","  ":" [" "] {} [] , : ` key type tool name call index argument arguments string number boolean object array json'
)
  .split(" ")
  .flatMap((word) => (/^[a-z]{2,}$/.test(word) ? [word, ` ${word}`] : word.length > 1 ? [word] : []))
  .filter((word, index, all) => all.indexOf(word) === index);
