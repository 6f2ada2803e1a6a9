import { StructagError } from "../../../src/engine.ts";
import { FAMILIES } from "../../../src/index.ts";
import { describeGrammar, tagLines, tagTree } from "./grammars.ts";
import type { Answer, AnswerMessage, Note, RequestMessage, RequestName, Requests } from "./protocol.ts";
import { readOutput } from "./read-output.ts";
import { stepAt } from "./step.ts";
import { keepSource } from "./vocabularies.ts";

type Handlers = { [N in RequestName]: (input: Requests[N]["input"]) => Requests[N]["output"] | Promise<Requests[N]["output"]> };

/** What is not needed to show the page at first is loaded when it is asked for. */
const HANDLERS: Handlers = {
  families: () => FAMILIES.map(({ id, title }) => [id, title] as const),
  build: describeGrammar,
  json: tagLines,
  tree: tagTree,
  read: readOutput,
  step: stepAt,
  whyNot: async (input) => (await import("./why-not.ts")).whyNot(input),
  generate: async (input) => (await import("./noise.ts")).generate(input),
  targets: async () => (await import("./compare.ts")).engines(),
  target: async (input) => (await import("./compare.ts")).forEngine(input),
  compare: async (input) => (await import("./compare.ts")).compare(input),
  copy: async (input) => ({ text: (await import("./copy-texts.ts")).copyText(input) }),
  fuzz: async (input) => (await import("./fuzz.ts")).fuzzChunks(input),
  translate: async ({ text, from, to, vocabulary }) => ({ text: (await import("./translate.ts")).translate(text, from, to, vocabulary) }),
  loadVocabulary: async ({ choice, url, file, name }) => keepSource(choice, name ?? choice, file ?? (await fetched(url ?? ""))),
};

async function fetched(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok)
    throw new StructagError({
      code: "playground-vocabulary",
      path: "",
      message: `the vocabulary could not be loaded (${response.status})`,
    });
  return new Uint8Array(await response.arrayBuffer());
}

async function answer({ name, input }: RequestMessage): Promise<Answer<unknown>> {
  try {
    return { ok: true, value: await HANDLERS[name](input as never) };
  } catch (error) {
    return { ok: false, notes: notesOf(error) };
  }
}

function notesOf(error: unknown): Note[] {
  if (error instanceof StructagError)
    return error.issues.map(({ code, message, path, hint }) => ({
      kind: "error",
      code,
      message,
      path,
      ...(hint === undefined ? {} : { hint }),
    }));
  const message = error instanceof Error ? error.message : String(error);
  return [{ kind: "error", code: "playground-fault", message, hint: "this is a fault of the playground, not of what you gave it" }];
}

addEventListener("message", async ({ data }: MessageEvent<RequestMessage>) => {
  const message: AnswerMessage = { id: data.id, answer: await answer(data) };
  postMessage(message);
});
