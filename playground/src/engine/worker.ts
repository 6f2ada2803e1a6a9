import { StructagError } from "../../../src/engine.ts";
import { FAMILIES } from "../../../src/index.ts";
import { compare } from "./compare.ts";
import { copyText } from "./copy-texts.ts";
import { translate } from "./example-output.ts";
import { fuzzChunks } from "./fuzz.ts";
import { describeGrammar } from "./grammars.ts";
import { generate } from "./noise.ts";
import type { Answer, AnswerMessage, Note, RequestMessage, RequestName, Requests } from "./protocol.ts";
import { readOutput } from "./read-output.ts";
import { stepAt } from "./step.ts";
import { keepSource } from "./vocabularies.ts";
import { whyNot } from "./why-not.ts";

type Handlers = { [N in RequestName]: (input: Requests[N]["input"]) => Requests[N]["output"] | Promise<Requests[N]["output"]> };

const HANDLERS: Handlers = {
  families: () => FAMILIES.map(({ id, title }) => [id, title] as const),
  build: describeGrammar,
  read: readOutput,
  step: stepAt,
  whyNot,
  generate,
  compare,
  copy: (input) => ({ text: copyText(input) }),
  fuzz: fuzzChunks,
  example: ({ grammar, vocabulary, text, from }) => ({ text: from === undefined ? "" : translate(text, from, grammar, vocabulary) }),
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
