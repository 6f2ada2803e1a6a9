import { explain } from "../../../src/engine.ts";
import { type ChatAnswer, chatAnswer, isJsonObject, type PromptOpens, readJson, resolveFamily } from "../../../src/index.ts";
import { compiledGrammar } from "./grammars.ts";
import type { GrammarInput, VocabularyChoice } from "./protocol.ts";
import { readerOf } from "./read-output.ts";

/**
 * The same message in the words of another grammar: what an output says, read by the family that it was written for, and written again. Empty where the other grammar
 * has no room for it.
 */
export function translate(text: string, from: GrammarInput, to: GrammarInput, vocabulary: VocabularyChoice): string {
  const source = compiledGrammar(from, vocabulary);
  const reader = readerOf(source);
  const answer = chatAnswer([...reader.push(text), ...reader.finish()]);
  const target = compiledGrammar(to, vocabulary);
  const fits = (candidate: string): boolean => explain(target.grammar, candidate).verdict === "accepted";
  return candidates(answer, target.built.family, target.built.promptOpens).find(fits) ?? "";
}

/** Ways in which a family may write a message, the fullest first. */
function candidates({ message, calls }: ChatAnswer, familyId: string, promptOpens: PromptOpens): string[] {
  const family = resolveFamily(familyId);
  const [open, close] = (family.reasoning ?? "").split("…");
  const reasoning = message.reasoning_content ?? "";
  const content = message.content ?? "";
  const written = (count: number): string => {
    const writable = (message.tool_calls ?? []).slice(0, count).flatMap(({ function: { name, arguments: json } }) => {
      const value = readJson(json);
      return isJsonObject(value) ? [{ name, arguments: value }] : [];
    });
    if (writable.length === 0) return "";
    try {
      return family.writeCalls(writable, {});
    } catch {
      return "";
    }
  };
  const thoughts =
    close === undefined
      ? [""]
      : promptOpens === "think"
        ? [`${reasoning}${close}`, `${reasoning}${close}\n\n`, `${reasoning}\n${close}\n\n`]
        : ["", `${open}${reasoning}${close}`, `${open}\n${reasoning}\n${close}\n\n`, `${open}${reasoning}${close}\n\n`];
  const { before = "", after = "" } = family.aroundCalls ?? {};
  const frames = familyId === "kimi-k3" ? KIMI_K3.map((frame) => frame.replace("R", reasoning).replace("C", content)) : [];
  const list: string[] = [];
  for (const count of [calls.length, 1, 0]) {
    const text = written(count);
    if (count > 0 && text === "") continue;
    for (const frame of frames) list.push(frame.replace("T", text));
    for (const thought of [...thoughts].reverse()) {
      for (const said of [content, `${content}\n\n`, `${content}\n`, ""])
        list.push(`${thought}${said}${text}`, `${thought}${before}${text}${after}`);
    }
  }
  return list;
}

const KIMI_K3 = [
  "R<|close|>think<|sep|><|open|>response<|sep|>C<|close|>response<|sep|>T<|close|>message<|sep|>",
  "C<|close|>response<|sep|>T<|close|>message<|sep|>",
  "<|open|>think<|sep|>R<|close|>think<|sep|><|open|>response<|sep|>C<|close|>response<|sep|>T<|close|>message<|sep|>",
  "<|open|>response<|sep|>C<|close|>response<|sep|>T<|close|>message<|sep|>",
  "R<|close|>think<|sep|>T<|close|>message<|sep|>",
];
