import { COHERE_XML } from "../dialects/cohere-xml.ts";
import { COHERE_CHATBOT, COHERE_RESPONSE, COHERE_STOP, COHERE_TEXT, COHERE_THINK_BEGIN, COHERE_THINK_END } from "../wire/marked-calls.ts";
import { defineFamily } from "./define-family.ts";

/** Cohere Command with calls as XML (A+ and 5). Markers of the answer are dropped; assumed: that it may stand without them. */
export const cohereXml = defineFamily({
  id: "cohere-xml",
  title: "Cohere Command (XML)",
  aliases: ["command-a-plus", "command-5", "c4ai-command-5", "cohere-command4"],
  reasoning: { begin: COHERE_THINK_BEGIN, end: COHERE_THINK_END },
  calls: COHERE_XML,
  strays: [COHERE_RESPONSE.begin, COHERE_RESPONSE.end, COHERE_TEXT.begin, COHERE_TEXT.end],
  stops: [COHERE_STOP],
  turnBegins: [COHERE_CHATBOT],
  xgrammar: {},
  sources: [
    "SGLang: python/sglang/srt/function_call/cohere_command4_detector.py",
    "XGrammar: python/xgrammar/builtin_structural_tag.py at 53da3ff8",
  ],
});
