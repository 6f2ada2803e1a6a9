import { mistralListCalls, mistralNamedCalls } from "../dialects/mistral-calls.ts";
import { MISTRAL_STOP, MISTRAL_THINK_BEGIN, MISTRAL_THINK_END, MISTRAL_TURN_END } from "../wire/marked-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { defineFamily } from "./define-family.ts";

const STOPS = [MISTRAL_STOP];
const SOURCES = ["vLLM: rust/src/parser/src/tool/json/mistral.rs (December 2026)", "mistral-common: tokenizers v3 to v13"];

/** Mistral's models with tokenizers up to v7: 7B-v0.3, Nemo, Ministral 8B, Small up to 3.1. Both forms of calls are read. */
export const mistral = defineFamily({
  id: "mistral",
  title: "Mistral (to v7)",
  aliases: ["ministral", "mistral-nemo", "mistral-small-3", "mistral-small-3.1", "mistral-small-24b", "mistral-large", "mixtral"],
  calls: mistralListCalls(),
  stops: STOPS,
  sources: SOURCES,
});

/** v11 and later: Small 3.2, Magistral, Devstral, Large 3. Older reasoning models write `<think>`. */
export const mistralV11 = defineFamily({
  id: "mistral-v11",
  title: "Mistral (v11 and later)",
  aliases: ["magistral", "devstral", "mistral-small-3.2", "mistral-large-3", "ministral-3", "mistral-v13"],
  reasoning: {
    begin: MISTRAL_THINK_BEGIN,
    end: MISTRAL_THINK_END,
    otherBegins: [THINK_BEGIN],
    otherEnds: [THINK_END],
    promptOpens: (mode) => (mode === "disabled" ? "response" : "none"),
  },
  calls: mistralNamedCalls(),
  stops: STOPS,
  turnBegins: [MISTRAL_TURN_END],
  sources: SOURCES,
});
