import { jsonArguments } from "../../dialects/keyed-parameters.ts";
import { anyText, constString, optional, regex, sequence, tag, tagsWithSeparator } from "../../format/builders.ts";
import type { Format } from "../../format/types.ts";
import { K3_CALL_BEGIN_END, K3_CLOSE, K3_OPEN, k3CallBegin, k3Close, k3Open } from "../../wire/kimi-k3.ts";
import type { BuildContext, BuiltFormat } from "../family.ts";

const EXCLUDES = [K3_OPEN, K3_CLOSE];

/** Kimi K3's tag as XGrammar's own builder gives it: a response is always there, the message is always closed, and an answer stands in the response. */
export function buildXgrammarKimiK3({ request, answer, arguments: options }: BuildContext): BuiltFormat {
  const { mode, maxTokens } = request.reasoning;
  const thought = anyText({ excludes: EXCLUDES, maxTokens });
  const think = (begin: string): Format => tag(begin, thought, k3Close("think"));
  const response = tag(mode === "disabled" ? "" : k3Open("response"), answer ?? anyText({ excludes: EXCLUDES }), k3Close("response"));
  const before = mode === "disabled" ? [] : [mode === "auto" ? optional(think(k3Open("think"))) : think("")];
  const tags = request.functions.map((tool) =>
    tag(
      k3CallBegin(tool.name),
      sequence([regex("\\d+"), constString(K3_CALL_BEGIN_END), { ...jsonArguments(tool.schema, options), style: "kimi_k3_xml" }]),
      k3Close("call"),
    ),
  );
  const calls = tagsWithSeparator(tags, "", { atLeastOne: true, stopAfterFirst: request.parallelToolCalls === false });
  const section = (): readonly Format[] => {
    if (tags.length === 0) return [];
    if (request.mode === "auto") return [optional(tag(k3Open("tools"), calls, k3Close("tools")))];
    const inside = request.mode === "forced" ? tags[0] : calls;
    return [sequence([constString(k3Open("tools")), inside, constString(k3Close("tools"))])];
  };
  return { format: sequence([...before, response, ...section(), constString(k3Close("message"))]), diagnostics: [] };
}
