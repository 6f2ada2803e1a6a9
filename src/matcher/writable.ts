import { StructagError } from "../core/errors.ts";
import type { ByteSet } from "../expr/byte-set.ts";
import { Completion, FIRST_TOKEN_SYMBOL } from "../expr/completion.ts";
import type { ExprId } from "../expr/kinds.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { anyTokenOf } from "./finish.ts";
import type { Generation } from "./generation.ts";

/** The bytes that no UTF-8 text has. */
const NEVER_TEXT: ReadonlySet<number> = new Set([0xc0, 0xc1, ...Array.from({ length: 11 }, (_, index) => 0xf5 + index)]);

/** The bytes of texts that are in no text token of a vocabulary; undefined where there are none. */
export function unwritableBytes({ missingBytes, trie }: Vocabulary): ByteSet | undefined {
  if (missingBytes.every((byte) => NEVER_TEXT.has(byte))) return undefined;
  const unwritable = new Uint32Array(8).fill(0xffffffff);
  for (const byte of trie.byte) unwritable[byte >>> 5] &= ~(1 << (byte & 31));
  return unwritable.some((word) => word !== 0) ? unwritable : undefined;
}

/**
 * Refuses a grammar each of whose outputs needs a byte that the vocabulary does not have. What could not be found out in a bounded search passes.
 * @throws StructagError `compile-vocabulary`
 */
export function requireWritable({ arena, vocabulary, unwritable }: Generation, root: ExprId): void {
  if (unwritable === undefined) return;
  const writable = new Completion(arena, anyTokenOf(vocabulary), unwritable);
  if (writable.length(root) !== Number.POSITIVE_INFINITY || writable.gaveUp) return;
  const symbols = new Completion(arena, anyTokenOf(vocabulary)).of(root);
  // Without any completion it is not the bytes that are missing.
  if (symbols === undefined) return;
  const bytes = new Set(
    symbols.filter((symbol) => symbol < FIRST_TOKEN_SYMBOL && ((unwritable[symbol >>> 5] >>> (symbol & 31)) & 1) === 1),
  );
  throw new StructagError({
    code: "compile-vocabulary",
    path: "",
    message: `no output can be written with this vocabulary: its tokens lack ${[...bytes].map(nameOfByte).join(", ")}`,
    hint: "give the whole vocabulary of the model, with its byte tokens; vocabulary.missingBytes lists what no token is alone",
  });
}

function nameOfByte(byte: number): string {
  const hex = `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return byte > 0x20 && byte < 0x7f ? `${String.fromCharCode(byte)} (${hex})` : hex;
}
