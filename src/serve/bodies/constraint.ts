import type { Diagnostic } from "../../core/errors.ts";
import { type Json, jsonObject } from "../../core/json.ts";
import type { Format } from "../../format/types.ts";
import { writeStructuralTag, writeStructuralTagText } from "../../format/write.ts";
import { type ForTargetOptions, forTarget } from "../targets/for-target.ts";
import { resolveServer, type Server } from "./servers.ts";

/** The members of a request body that hold an output to a grammar. */
export interface Constraint {
  readonly members: readonly (readonly [key: string, value: Json])[];
  /** What of the format the server is not asked to hold. */
  readonly loosened: readonly Diagnostic[];
}

/**
 * How a format is put into a server's request body: vLLM takes the tag as text in `structured_outputs`, SGLang and TensorRT-LLM as `response_format`, llama-server a
 * grammar in GBNF. Depends on the format alone, so it can be kept for all requests with the same tools.
 * @throws StructagError `target-unknown`, and the codes of {@link forTarget}
 */
export function constraintFor(format: Format, server: string | Server, options: ForTargetOptions = {}): Constraint {
  const { id, takes, target } = typeof server === "string" ? resolveServer(server) : server;
  if (takes === "nothing" || target === undefined) {
    const message = `${id} takes no structural tag: the model writes freely, and its calls are only checked`;
    return { members: [], loosened: [{ kind: "loosened", code: "target-not-enforced", path: "", message }] };
  }
  const output = forTarget(format, target, options);
  const { loosened } = output;
  if (output.kind === "grammar") return { members: [["grammar", output.text]], loosened };
  if (takes === "structured_outputs") {
    return { members: [["structured_outputs", jsonObject([["structural_tag", writeStructuralTagText(output.format)]])]], loosened };
  }
  return { members: [["response_format", writeStructuralTag(output.format)]], loosened };
}
