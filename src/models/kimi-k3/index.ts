import { K3_CLOSE, K3_END_OF_MESSAGE, K3_MARKERS, K3_OPEN, k3Close } from "../../wire/kimi-k3.ts";
import type { Family } from "../family.ts";
import { buildKimiK3 } from "./builder.ts";
import { kimiK3Reader } from "./reader.ts";
import { kimiK3PromptOpens } from "./start-state.ts";
import { writeKimiK3Calls } from "./write-calls.ts";

export const kimiK3: Family = {
  id: "kimi-k3",
  title: "Kimi K3",
  aliases: ["kimik3"],
  shapes: ["xgrammar"],
  coverages: ["from_token_zero", "final_output_only"],
  defaultCoverage: "from_token_zero",
  promptOpens: (mode) => (mode === "disabled" ? "response" : mode === "auto" ? "none" : "think"),
  reasoning: "think channel",
  argumentEncoding: "typed parameters, or one JSON object",
  markers: K3_MARKERS,
  answerMarkers: [K3_OPEN, K3_CLOSE, K3_END_OF_MESSAGE],
  build: buildKimiK3,
  reader: kimiK3Reader,
  aroundCalls: { before: k3Close("response"), after: k3Close("message") },
  writeCalls: writeKimiK3Calls,
  readPromptOpens: kimiK3PromptOpens,
  sources: [
    "encoding_k3.py and tokenization_kimi.py of moonshotai/Kimi-K3 (December 2026)",
    "vLLM's Rust frontend: the output grammars of Kimi-K3 in its grammar replay tests, both generations (December 2026)",
  ],
};
