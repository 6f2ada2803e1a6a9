/**
 * Markers of the wire syntaxes that write each argument as an element of its own. Facts: chat templates of the models named, and the styles of XGrammar's `json_schema` format.
 */

/** Qwen3-Coder, Qwen3.5 and others: `<parameter=KEY>value</parameter>`. */
export const QWEN_PARAMETER = { begin: "<parameter=", keyEnd: ">", end: "</parameter>" } as const;

/** MiniMax M2: `<parameter name="KEY">value</parameter>`. */
export const MINIMAX_PARAMETER = { begin: '<parameter name="', keyEnd: '">', end: "</parameter>" } as const;

/** DeepSeek V3.2 and V4: `<｜DSML｜parameter name="KEY" string="true">value</｜DSML｜parameter>`; the attribute says whether the value is text or JSON. */
export const DSML_PARAMETER = { begin: '<｜DSML｜parameter name="', keyEnd: '"', end: "</｜DSML｜parameter>" } as const;

/** DeepSeek V4.1: the same with a space in front of the tag's name. */
export const DSML_SPACED_PARAMETER = { begin: '<｜DSML｜ parameter name="', keyEnd: '"', end: "</｜DSML｜ parameter>" } as const;

export const DSML_TEXT = ' string="true">';
export const DSML_JSON = ' string="false">';

/** GLM-4.5 to 5: `<arg_key>KEY</arg_key><arg_value>value</arg_value>`. */
export const GLM_PARAMETER = { begin: "<arg_key>", keyEnd: "</arg_key>", valueBegin: "<arg_value>", end: "</arg_value>" } as const;

/** Cohere Command: `<cofl:value name="KEY" type="TYPE">value</cofl:value>`; the members of a dict are such elements, and those of a list have no name. */
export const COHERE_VALUE = { begin: '<cofl:value name="', keyEnd: '"', item: "<cofl:value", end: "</cofl:value>" } as const;

/** What a Cohere value holds: text, a JSON scalar, named elements, elements without names. */
export type CohereType = "raw" | "json" | "dict" | "list";

export function cohereType(type: CohereType): string {
  return ` type="${type}">`;
}

/** MiniMax M3 puts this in front of every tag; elements are named by the key and nest. */
export const MINIMAX_NAMESPACE = "]<]minimax[>[";

/** The element of an array's item in MiniMax M3. */
export const MINIMAX_ITEM = "item";

export function minimaxOpen(name: string): string {
  return `${MINIMAX_NAMESPACE}<${name}>`;
}

export function minimaxClose(name: string): string {
  return `${MINIMAX_NAMESPACE}</${name}>`;
}

/** Gemma 4 quotes strings with this marker and leaves keys bare: `{KEY:<|"|>text<|"|>,KEY:3}`. */
export const GEMMA_QUOTE = '<|"|>';
