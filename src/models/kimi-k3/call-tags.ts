import { type Diagnostic, type Issue, StructagError } from "../../core/errors.ts";
import { childPointer } from "../../core/pointer.ts";
import { objectSchema } from "../../dialects/argument-schema.ts";
import { Findings } from "../../dialects/findings.ts";
import { type ArgumentOptions, jsonArguments, keyedParameters } from "../../dialects/keyed-parameters.ts";
import { constString, or, regex, sequence, tag } from "../../format/builders.ts";
import type { TagFormat } from "../../format/types.ts";
import type { CallableTool, ToolRequest } from "../../request/request.ts";
import { K3_ATTRIBUTE_TERMINATORS, K3_CALL_BEGIN_END, K3_JSON_BEGIN, k3CallBegin, k3Close } from "../../wire/kimi-k3.ts";
import { K3_PARAMETERS } from "./parameters.ts";

/** One tag for each function: its arguments one by one, or as one JSON object. */
export function kimiK3CallTags(
  request: ToolRequest,
  options: ArgumentOptions,
): { readonly tags: readonly TagFormat[]; readonly diagnostics: readonly Diagnostic[] } {
  const issues: Issue[] = [];
  const diagnostics: Diagnostic[] = [];
  const tags = request.functions.map((tool) => {
    const findings = new Findings(tool.name, tool.parametersPath);
    const built = callTag(tool, options, findings);
    issues.push(...nameIssues(tool), ...findings.issues);
    diagnostics.push(...findings.diagnostics);
    return built;
  });
  for (const builtin of request.builtins) {
    diagnostics.push({
      kind: "unrepresentable",
      code: "kimi-k3-builtin",
      tool: builtin.name ?? builtin.type,
      path: "",
      message: `Kimi K3 has no syntax for the server's tool of type ${JSON.stringify(builtin.type)}, so it cannot be called`,
    });
  }
  if (issues.length > 0) throw new StructagError(issues);
  return { tags, diagnostics };
}

function nameIssues(tool: CallableTool): Issue[] {
  const marker = K3_ATTRIBUTE_TERMINATORS.find((text) => tool.name.includes(text));
  if (marker === undefined) return [];
  const message = `the tool name ${JSON.stringify(tool.name)} holds the marker ${JSON.stringify(marker)}, which would end its tag`;
  return [{ code: "kimi-k3-tool-name", path: childPointer(tool.path, "name"), message, hint: "rename the tool" }];
}

function callTag(tool: CallableTool, options: ArgumentOptions, findings: Findings): TagFormat {
  const json = tag(K3_JSON_BEGIN, jsonArguments(objectSchema(tool.schema), options), k3Close("json"));
  const parameters = keyedParameters(tool.schema, K3_PARAMETERS, options, findings);
  const content = sequence([
    regex("[1-9][0-9]*"),
    constString(K3_CALL_BEGIN_END),
    parameters === undefined ? json : or([parameters, json]),
  ]);
  return tag(k3CallBegin(tool.name), content, k3Close("call"));
}
