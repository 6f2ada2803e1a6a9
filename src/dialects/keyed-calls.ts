import { fail } from "../core/errors.ts";
import type { Json } from "../core/json.ts";
import { readJson } from "../core/json-read.ts";
import { writeJson } from "../core/json-write.ts";
import { childPointer } from "../core/pointer.ts";
import { tag } from "../format/builders.ts";
import type { JsonSchemaStyle } from "../format/types.ts";
import { coercionOf } from "../read/coerce.ts";
import { keyedBody } from "../read/keyed-body.ts";
import type { KeyedSpec } from "../read/keyed-spec.ts";
import type { CallOpening, TextSection } from "../read/text-machine.ts";
import { ToolChecks } from "../read/tool-checks.ts";
import { toolArguments } from "./argument-schema.ts";
import type { WritableCall, WriteCallsContext } from "./build-context.ts";
import type { CallDialect, CallLayout } from "./call-dialect.ts";
import { SPACED } from "./json-calls.ts";
import { checkCallNames, nameProblem } from "./tool-names.ts";

/** Calls whose parameters are elements in one of the styles of `json_schema`. */
export interface KeyedCallsSpec {
  readonly style: JsonSchemaStyle;
  readonly layout: CallLayout;
  /** What stands around the parameters of a call. */
  readonly begin: (name: string) => string;
  readonly end: string;
  /** Begins a call, for the reader. */
  readonly opening: string;
  readonly where?: CallOpening["where"];
  readonly otherOpenings?: readonly CallOpening[];
  readonly sections?: readonly TextSection[];
  readonly strays?: readonly string[];
  readonly afterSection?: "text" | "ignored";
  readonly body: KeyedSpec;
  /** The tags of a parameter say whether its value is text. */
  readonly labelled?: boolean;
  /** Writes a parameter; `text` is the value as it stands there. */
  readonly parameter: (key: string, text: string, isText: boolean) => string;
  /** Between parameters, and between them and the call's tags. */
  readonly separator?: string;
  /** Between calls. */
  readonly callSeparator?: string;
}

/** The dialect of such calls. The markers that end a value stand in no text: the grammar excludes them, and the writer refuses them. */
export function keyedCalls(spec: KeyedCallsSpec): CallDialect {
  const { style, layout, begin, end, opening, body, sections = [], separator = "", callSeparator = "" } = spec;
  const valueMarkers = [...new Set([...body.parameter.ends, body.parameter.begin, ...body.ends, ...body.breaks])];
  const unwritableName = (name: string): string | undefined =>
    nameProblem(name, [...valueMarkers, ...body.headEnds, "<", ">", '"', "'", "\n"]);
  return {
    argumentEncoding: "parameters in tags",
    layout,
    tags(tool, context) {
      const { options, shape } = context;
      const excludes = [...new Set([...(options.excludes ?? []), ...valueMarkers])];
      const given = shape === "xgrammar" ? context : { ...context, options: { ...options, excludes } };
      return [tag(begin(tool.name), toolArguments(tool, given, style), end)];
    },
    unwritableName,
    openings: [
      { marker: opening, body: keyedBody(body), ...(spec.where === undefined ? {} : { where: spec.where }) },
      ...(spec.otherOpenings ?? []),
    ],
    sections,
    strays: spec.strays ?? [],
    ...(spec.afterSection === undefined ? {} : { afterSection: spec.afterSection }),
    write(calls, context) {
      checkCallNames(calls, unwritableName);
      const written = calls.map((call, position) => {
        const parameters = [...call.arguments].map(([key, value]) => {
          const text = valueText(call, key, value, position, context);
          return spec.parameter(key, text, typeof value === "string") + separator;
        });
        return begin(call.name) + parameters.join("") + end;
      });
      const all = written.join(callSeparator);
      return layout.kind === "section" ? layout.begin + all + layout.end : all;
    },
  };

  function valueText(call: WritableCall, key: string, value: Json, position: number, context: WriteCallsContext): string {
    const text = typeof value === "string" ? value : writeJson(value, SPACED);
    const path = childPointer(childPointer(childPointer("/calls", position), "arguments"), key);
    if (!/^[^\s"<>=]([^"<>\r\n]*[^\s"<>])?$/.test(key))
      fail("family-call-value", path, `the key ${JSON.stringify(key)} cannot be written`, "rename the property");
    const marker = valueMarkers.find((candidate) => text.includes(candidate));
    if (marker !== undefined) {
      fail("family-call-value", path, `the value holds the marker ${JSON.stringify(marker)}`, "leave the marker out of the value");
    }
    if (typeof value !== "string") return text;
    if (body.frame === "all" && text !== text.trim()) {
      fail("family-call-value", path, "the value begins or ends with whitespace, which readers take off", "trim the value");
    }
    if (readsOtherwise(text, call.name, key, context)) {
      fail(
        "family-call-value",
        path,
        `the text ${JSON.stringify(text)} would be read as a value of another type`,
        "give the property the type string alone",
      );
    }
    return text;
  }

  /** True where a reader would not take the text for a text. */
  function readsOtherwise(text: string, name: string, key: string, { tools = [] }: WriteCallsContext): boolean {
    if (spec.labelled === true) return false;
    const checks = new ToolChecks(tools);
    const coercion = coercionOf(checks.parameters(name), key);
    return !coercion.text && readJson(coercion.value(text, (value) => checks.acceptsMember(name, key, value))) !== text;
  }
}
