import { glmCalls } from "../dialects/glm-calls.ts";
import { THINK_BEGIN, THINK_END } from "../wire/think.ts";
import { HY_CALLS_BEGIN, HY_CALLS_END, HY_NAME_END, HY_STOPS } from "../wire/xml-calls.ts";
import { defineFamily } from "./define-family.ts";

const SECTION = { begin: HY_CALLS_BEGIN, end: HY_CALLS_END };
const REASONING = { begin: THINK_BEGIN, end: THINK_END };
const SOURCES = ["vLLM: rust/src/parser/src/tool/hy.rs (December 2026)"];

/** Tencent HY 3. Assumed: the stop token. A suffix inside the markers (`<tool_call:opensource>`) makes it a family of its own. */
export const hy3 = defineFamily({
  id: "hy3",
  title: "HY 3",
  aliases: ["hy-3", "hy-v3", "hunyuan-3"],
  reasoning: REASONING,
  calls: glmCalls({ lines: true, nameEnd: HY_NAME_END, section: SECTION, stops: HY_STOPS }),
  stops: HY_STOPS,
  sources: SOURCES,
});

/** Tencent HY 4: neither line breaks nor a marker behind the name. */
export const hy4 = defineFamily({
  id: "hy4",
  title: "HY 4",
  aliases: ["hy-4", "hy-v4", "hunyuan-4"],
  reasoning: REASONING,
  calls: glmCalls({ lines: false, section: SECTION, stops: HY_STOPS }),
  stops: HY_STOPS,
  sources: SOURCES,
});
