import type { ParameterSyntax } from "../../dialects/keyed-parameters.ts";
import type { ValueType } from "../../dialects/value-options.ts";
import { constString, regex, sequence, tag } from "../../format/builders.ts";
import {
  K3_ARGUMENT_KEY_BEGIN,
  K3_ATTRIBUTE_TERMINATORS,
  type K3Type,
  k3ArgumentBegin,
  k3ArgumentKeyEnd,
  k3Close,
} from "../../wire/kimi-k3.ts";

const END = k3Close("argument");

function label(type: ValueType): K3Type {
  return type === "integer" ? "number" : type;
}

/** Kimi K3's typed arguments: one tag for each key and type, strings raw, everything else as JSON. */
export const K3_PARAMETERS: ParameterSyntax = {
  terminators: [END, k3Close("call")],
  markers: K3_ATTRIBUTE_TERMINATORS,
  label,
  declared: (key, type, content) => tag(k3ArgumentBegin(key, type as K3Type), content, END),
  unwritableKey: (key) => {
    const marker = K3_ATTRIBUTE_TERMINATORS.find((text) => key.includes(text));
    return marker === undefined ? undefined : `it holds the marker ${JSON.stringify(marker)}`;
  },
  free: {
    // A key with `<` could begin a marker, and is written in the JSON form.
    spelling: { stops: ['"', "<"], escape: "&" },
    parameter: (pattern, type, content) =>
      sequence([
        constString(K3_ARGUMENT_KEY_BEGIN),
        regex(pattern),
        constString(k3ArgumentKeyEnd(type as K3Type)),
        content,
        constString(END),
      ]),
  },
};
