import { fail } from "../core/errors.ts";
import { type TokenDecoder, VISIBLE_SPACE } from "./token-decoder.ts";

/** How token strings stand for bytes, and which character stands for a space. */
export interface DecoderChoice {
  readonly decoder: TokenDecoder;
  readonly space: number | undefined;
}

const UNSUPPORTED_HINT = "give `decoder` if you know how its tokens stand for bytes";
const MAX_DEPTH = 16;

/**
 * The decoder that the `decoder` member of a `tokenizer.json` describes, `detected` from the tokens themselves where that is given. Parts that only join tokens or
 * trim the ends of the whole text (`Fuse`, `Strip`) don't matter to single tokens.
 * @throws StructagError `vocab-decoder-unsupported` where the bytes of a token depend on its neighbours, or on a rule that is not known
 */
export function decoderOfTokenizer(decoder: unknown, detected: TokenDecoder | undefined): DecoderChoice {
  // What the tokens show needs no file, and decoders that would be refused are no hindrance then.
  if (detected !== undefined) return { decoder: detected, space: undefined };
  const found: { kinds: TokenDecoder[]; space: number | undefined } = { kinds: [], space: undefined };
  collect(decoder, "/decoder", 0, found);
  for (const kind of ["byte-level", "byte-fallback", "metaspace"] as const) {
    if (found.kinds.includes(kind)) return { decoder: kind, space: found.space };
  }
  return { decoder: "raw", space: undefined };
}

function collect(decoder: unknown, path: string, depth: number, found: { kinds: TokenDecoder[]; space: number | undefined }): void {
  if (decoder === null || decoder === undefined) return;
  const part = decoder as Readonly<Record<string, unknown>>;
  if (typeof decoder !== "object" || depth > MAX_DEPTH) unsupported(path, "the decoder is no object");
  switch (part.type) {
    case "Sequence":
      if (!Array.isArray(part.decoders)) unsupported(path, "the sequence has no decoders");
      (part.decoders as unknown[]).forEach((inner, index) => {
        collect(inner, `${path}/decoders/${index}`, depth + 1, found);
      });
      return;
    case "ByteLevel":
      found.kinds.push("byte-level");
      return;
    case "ByteFallback":
      found.kinds.push("byte-fallback");
      return;
    case "Metaspace":
      found.kinds.push("metaspace");
      found.space = spaceChar(part.replacement ?? String.fromCharCode(VISIBLE_SPACE), path);
      return;
    case "Replace": {
      const pattern = (part.pattern as { String?: unknown } | undefined)?.String;
      if (part.content !== " ") unsupported(path, `a replacement by ${JSON.stringify(part.content)}`);
      found.kinds.push("metaspace");
      found.space = spaceChar(pattern, path);
      return;
    }
    case "Fuse":
    case "Strip":
      return;
    default:
      unsupported(path, `the decoder ${JSON.stringify(part.type)}`);
  }
}

function spaceChar(text: unknown, path: string): number {
  if (typeof text === "string" && text.length === 1) return text.charCodeAt(0);
  return unsupported(path, `${JSON.stringify(text)} in place of a space`);
}

function unsupported(path: string, what: string): never {
  return fail("vocab-decoder-unsupported", path, `not supported: ${what}`, UNSUPPORTED_HINT);
}
