import type { CaseKind } from "../case-kind.ts";
import { objectField, textField } from "../fields.ts";
import { enums } from "../generators/enums.ts";
import { longArgument } from "../generators/long-argument.ts";
import { nest } from "../generators/nest.ts";
import { flatObject, optionalObject } from "../generators/objects.ts";
import { type Generator, generatorRow } from "../generators/sized.ts";
import { stringLimit } from "../generators/string-limit.ts";
import { tools } from "../generators/tools.ts";

const GENERATORS: ReadonlyMap<string, Generator> = new Map([
  ["string_limit", stringLimit],
  ["tools", tools],
  ["flat_object", flatObject],
  ["enum", enums],
  ["long_argument", longArgument],
  ["optional_object", optionalObject],
  ["nest", nest],
]);

const PARTS = ["generator", "limits", "compile", "accept", "reject"];

/** Rows whose inputs are made in several sizes and must stay within limits of time and memory. */
export const kind: CaseKind = {
  name: "generated",

  covers({ fields }) {
    if (!fields.has("generator") || !GENERATORS.has(textField(objectField(fields, "generator"), "kind"))) return [];
    return PARTS.filter((part) => fields.has(part));
  },

  run({ fields }) {
    const row = generatorRow(fields);
    const reason = GENERATORS.get(textField(row.generator, "kind"))!(row);
    return reason === undefined ? undefined : { reason };
  },
};
