import type { JsonTypeName } from "../../core/json.ts";
import type { JsonSchemaStyle } from "../../format/types.ts";
import { escapeK3Attribute, K3_ARGUMENT_KEY_BEGIN, K3_TYPES, k3ArgumentKeyEnd, k3Close } from "../../wire/kimi-k3.ts";
import {
  COHERE_VALUE,
  cohereType,
  DSML_JSON,
  DSML_PARAMETER,
  DSML_SPACED_PARAMETER,
  DSML_TEXT,
  GEMMA_QUOTE,
  GLM_PARAMETER,
  MINIMAX_ITEM,
  MINIMAX_NAMESPACE,
  MINIMAX_PARAMETER,
  minimaxClose,
  minimaxOpen,
  QWEN_PARAMETER,
} from "../../wire/parameter-tags.ts";
import type { Style, ValueForm } from "./style.ts";

const STRUCTURED: readonly JsonTypeName[] = ["number", "boolean", "null", "object", "array"];
const SCALARS: readonly JsonTypeName[] = ["number", "boolean", "null"];
const NOTHING = { rootOpen: "", rootClose: "", open: "", close: "", separator: "" };
const NO_ARRAY = { open: "", close: "", separator: "", itemBegin: "", itemEnd: "", empty: "" };

/** Keys as they are, where nothing in them could end them and no reader would trim them. */
function bareKey(key: string): string | undefined {
  return /^[^\s"<>=]([^"<>\r\n\p{Surrogate}]*[^\s"<>])?$/u.test(key) ? key : undefined;
}

/** Elements that hold text or JSON. */
function flat(
  parts: { readonly begin: string; readonly keyEnd: string; readonly end: string },
  forms: readonly ValueForm[],
  more: Partial<Style> = {},
): Style {
  return {
    keyBegin: parts.begin,
    keyEnd: parts.keyEnd,
    spellKey: bareKey,
    edges: '"=<>',
    freeKeys: true,
    whitespace: true,
    framed: false,
    forms,
    terminators: [],
    end: () => parts.end,
    object: NOTHING,
    emptyObject: "",
    array: NO_ARRAY,
    quote: "",
    fallback: undefined,
    ...more,
  };
}

function textOrJson(text = "", json = text): readonly ValueForm[] {
  return [
    { types: ["string"], begin: text, content: "text" },
    { types: STRUCTURED, begin: json, content: "json" },
  ];
}

const DSML_FORMS = textOrJson(DSML_TEXT, DSML_JSON);

/** Behind the key's closing quote. */
const K3_FORMS = K3_TYPES.map(
  (type): ValueForm => ({ types: [type], begin: k3ArgumentKeyEnd(type).slice(1), content: type === "string" ? "text" : "json" }),
);

/** A key that can be the name of a MiniMax M3 element. */
function elementName(key: string): string | undefined {
  return /^[^\s"<>=/\][][^\s"<>\][\p{Surrogate}]*$/u.test(key) ? key : undefined;
}

/** A key that Gemma's readers find without quotes. */
function gemmaKey(key: string): string | undefined {
  return /^[^\s"'<>|:,{}[\]\p{Surrogate}]+$/u.test(key) ? key : undefined;
}

/** The styles besides JSON itself. */
export const STYLES: Readonly<Record<Exclude<JsonSchemaStyle, "json">, Style>> = {
  qwen_xml: flat(QWEN_PARAMETER, textOrJson(), { framed: true }),
  minimax_xml: flat(MINIMAX_PARAMETER, textOrJson()),
  deepseek_xml: flat(DSML_PARAMETER, DSML_FORMS),
  deepseek_v4_1_xml: flat(DSML_SPACED_PARAMETER, DSML_FORMS),
  glm_xml: flat(GLM_PARAMETER, textOrJson(GLM_PARAMETER.valueBegin), { framed: true }),
  kimi_k3_xml: flat({ begin: K3_ARGUMENT_KEY_BEGIN, keyEnd: '"', end: k3Close("argument") }, K3_FORMS, {
    spellKey: (key) => (/[\r\n\p{Surrogate}]|<\|/u.test(key) ? undefined : escapeK3Attribute(key)),
    terminators: [k3Close("call")],
  }),
  cohere_xml: flat(COHERE_VALUE, [], {
    keyBegin: COHERE_VALUE.begin,
    forms: [
      { types: ["string"], begin: cohereType("raw"), content: "text" },
      { types: SCALARS, begin: cohereType("json"), content: "json" },
      { types: ["object"], begin: cohereType("dict"), content: "members" },
      { types: ["array"], begin: cohereType("list"), content: "items" },
    ],
    array: { ...NO_ARRAY, itemBegin: COHERE_VALUE.item, itemEnd: COHERE_VALUE.end },
    fallback: { types: ["object", "array"], begin: cohereType("json"), content: "json" },
  }),
  minimax_m3_xml: flat({ begin: `${MINIMAX_NAMESPACE}<`, keyEnd: ">", end: "" }, [], {
    spellKey: elementName,
    // The closing tag repeats the key, which is only known for declared ones.
    freeKeys: false,
    forms: [
      { types: ["string"], begin: "", content: "text" },
      { types: SCALARS, begin: "", content: "json" },
      { types: ["object"], begin: "", content: "members" },
      { types: ["array"], begin: "", content: "items" },
    ],
    terminators: [MINIMAX_NAMESPACE],
    end: (key) => minimaxClose(key ?? ""),
    emptyObject: "{}",
    array: { ...NO_ARRAY, itemBegin: minimaxOpen(MINIMAX_ITEM), itemEnd: minimaxClose(MINIMAX_ITEM), empty: "[]" },
    fallback: { types: ["object", "array"], begin: "", content: "json" },
  }),
  gemma: flat({ begin: "", keyEnd: ":", end: "" }, [], {
    spellKey: gemmaKey,
    edges: "{,",
    whitespace: false,
    forms: [
      { types: ["string"], begin: "", content: "text" },
      { types: SCALARS, begin: "", content: "json" },
      { types: ["object"], begin: "", content: "members" },
      { types: ["array"], begin: "", content: "items" },
    ],
    terminators: [GEMMA_QUOTE],
    object: { rootOpen: "{", rootClose: "}", open: "{", close: "}", separator: "," },
    array: { open: "[", close: "]", separator: ",", itemBegin: "", itemEnd: "", empty: "" },
    quote: GEMMA_QUOTE,
  }),
};
