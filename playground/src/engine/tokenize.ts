import type { Vocabulary } from "../../../src/engine.ts";
import type { LoadedVocabulary } from "./vocabularies.ts";

/** The tokens of an output in which special tokens are spelled out; bytes that no token has are left out. */
export function tokenizeOutput({ vocabulary, split }: LoadedVocabulary, text: string): number[] {
  const specials = [...vocabulary.specialTokens.keys()].filter((name) => name !== "").sort((x, y) => y.length - x.length);
  if (specials.length === 0) return split(text).filter((id) => id >= 0);
  const pattern = new RegExp(specials.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "gu");
  const ids: number[] = [];
  let at = 0;
  for (const { 0: name, index } of text.matchAll(pattern)) {
    ids.push(...split(text.slice(at, index)), vocabulary.specialTokens.get(name) ?? -1);
    at = index + name.length;
  }
  ids.push(...split(text.slice(at)));
  return ids.filter((id) => id >= 0);
}

/** A token for people: its text, or its bytes where they are no text of their own. */
export function tokenText(vocabulary: Vocabulary, id: number): string {
  const text = vocabulary.textOf(id);
  if (!text.includes("\ufffd")) return text;
  return Array.from(vocabulary.bytesOf(id), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
}

export function bytesOfAll(vocabulary: Vocabulary, ids: Iterable<number>): Uint8Array {
  const parts = Array.from(ids, (id) => vocabulary.bytesOf(id));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
