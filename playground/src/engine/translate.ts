import { explain } from "../../../src/engine.ts";
import { chatAnswer, isJsonObject, type OutputGrammar, readJson, resolveFamily, type WritableCall } from "../../../src/index.ts";
import { type Compiled, compiledGrammar } from "./grammars.ts";
import type { GrammarInput, VocabularyChoice } from "./protocol.ts";
import { readerOf } from "./read-output.ts";

/** A message apart from the words of a family. */
interface Said {
  readonly reasoning: string;
  readonly content: string;
  readonly calls: readonly WritableCall[];
}

/**
 * The same message in the words of another grammar: what an output says, read by the family that it was written for, and written again with as much of it as the other grammar has room for.
 * Empty where it has none.
 */
export function translate(text: string, from: GrammarInput, to: GrammarInput, vocabulary: VocabularyChoice): string {
  const said = read(compiledGrammar(from, vocabulary), text);
  const target = compiledGrammar(to, vocabulary);
  for (const calls of callLists(said.calls)) {
    const fits = (candidate: string): boolean =>
      explain(target.grammar, candidate).verdict === "accepted" && read(target, candidate).calls.length === calls.length;
    const found = wordings({ ...said, calls }, target.built).find(fits);
    if (found !== undefined) return found;
  }
  return "";
}

function read(compiled: Compiled, text: string): Said {
  const reader = readerOf(compiled);
  const { message, calls } = chatAnswer([...reader.push(text), ...reader.finish()]);
  const good = (message.tool_calls ?? []).filter((_, index) => calls[index].complete && calls[index].valid);
  return {
    reasoning: (message.reasoning_content ?? "").trim(),
    content: (message.content ?? "").trim(),
    calls: good.flatMap(({ function: { name, arguments: json } }) => {
      const value = readJson(json);
      return isJsonObject(value) ? [{ name, arguments: value }] : [];
    }),
  };
}

/** All calls, or else one of them, or else none. */
function callLists(calls: readonly WritableCall[]): (readonly WritableCall[])[] {
  return [calls, ...(calls.length > 1 ? calls.map((call) => [call]) : []), ...(calls.length > 0 ? [[]] : [])];
}

/** Ways in which a family may write a message, the fullest first. */
function wordings({ reasoning, content, calls }: Said, { family: id, promptOpens, request }: OutputGrammar): string[] {
  const family = resolveFamily(id);
  const written = calls.length === 0 ? "" : safely(() => family.writeCalls(calls, { tools: request.functions }));
  if (written === undefined) return [];
  if (id === "kimi-k3") return kimiK3Wordings(reasoning, content, written);
  const [open, close] = (family.reasoning ?? "").split("…");
  const thoughts =
    close === undefined
      ? [""]
      : promptOpens === "think"
        ? [`${reasoning}\n${close}\n\n`, `${reasoning}${close}\n\n`, `${reasoning}${close}`]
        : [`${open}${reasoning}${close}\n\n`, `${open}\n${reasoning}\n${close}\n\n`, `${open}${reasoning}${close}`, ""];
  const answers = [content, `${content}\n`, `${content}\n\n`, ""];
  return thoughts.flatMap((thought) => answers.map((answer) => `${thought}${answer}${written}`));
}

/** Kimi K3 writes channels, which start where the prompt has left off. */
function kimiK3Wordings(reasoning: string, content: string, written: string): string[] {
  const { before = "", after = "" } = resolveFamily("kimi-k3").aroundCalls ?? {};
  const thought = `${reasoning}${before.replace("response", "think")}`;
  const [openThink, openResponse] = ["think", "response"].map((name) => before.replace("close", "open").replace("response", name));
  const tail = `${before}${written}${after}`;
  return [
    `${thought}${openResponse}${content}${tail}`,
    `${openThink}${thought}${openResponse}${content}${tail}`,
    `${openResponse}${content}${tail}`,
    `${content}${tail}`,
    `${thought}${written}${after}`,
  ];
}

function safely<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
