import type { JsonObject } from "../../../src/core/json.ts";
import type { CaseKind } from "../case-kind.ts";
import { type Chunking, chunkings, everyByte, everyCodePoint } from "../chunkings.ts";
import { listField, objectField, optionalText, textField, textOf } from "../fields.ts";
import { parseDifference } from "../parse-expectation.ts";
import { PARSE_PROPERTIES } from "../parse-properties.ts";
import { readStream } from "../read-stream.ts";
import { type Prefill, readerFactory } from "../readers.ts";

const FAMILY = "kimi_k3";
const RANDOM_CUTS = 50;

/** Outputs from public fault reports, with what must come out of them. */
export const kind: CaseKind = {
  name: "parse",

  covers({ id, fields }) {
    if (!fields.has("parse")) return [];
    return PARSE_PROPERTIES.has(id) ? ["parse", "property"] : ["parse"];
  },

  run({ id, fields }) {
    const parse = objectField(fields, "parse");
    const expect = objectField(parse, "expect");
    const create = readerFactory(FAMILY, fields.get("tools"));
    const prefill = (optionalText(parse, "starts_in") ?? "response") as Prefill;
    const end = optionalText(parse, "ended_by") === "length" ? "length" : "stop";
    const property = PARSE_PROPERTIES.get(id);
    for (const { name, chunks } of chunkingsOf(parse)) {
      const pieces = [...chunks];
      const reason =
        parseDifference(expect, readStream(create(prefill), pieces, end)) ??
        property?.({ create: () => create(prefill), chunks: pieces, end });
      if (reason !== undefined) return { reason: `${name}: ${reason}` };
    }
    return undefined;
  },
};

/** The row's own chunks first, then all others: the result may not depend on them. */
function* chunkingsOf(parse: JsonObject): Generator<Chunking> {
  const output = textField(parse, "output");
  const chunks = parse.get("chunks");
  if (chunks === "every-char") yield { name: "every character", chunks: everyCodePoint(output) };
  else if (chunks !== undefined) {
    const pieces = listField(parse, "chunks").map((chunk) => textOf(chunk, "chunks"));
    if (pieces.join("") !== output) throw new TypeError("the chunks do not make up the output");
    yield { name: "its chunks", chunks: pieces };
  }
  const hex = parse.get("chunks_hex");
  if (hex === "every-byte") yield { name: "every byte", chunks: everyByte(output) };
  else if (hex !== undefined) {
    yield { name: "its bytes", chunks: listField(parse, "chunks_hex").map((chunk) => Buffer.from(textOf(chunk, "chunks_hex"), "hex")) };
  }
  yield* chunkings(output, RANDOM_CUTS);
}
