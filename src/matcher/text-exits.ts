import { type ExprId, NEVER } from "../expr/kinds.ts";
import type { Generation } from "./generation.ts";

/** So many letters that lead to the same are free text. */
const TEXT_LETTERS = 20;
/** Letters beside the text, such as the first of a marker: with more of them it is another pattern. */
const MAX_BESIDE = 12;
const MAX_EXIT_BYTES = 64;
const MAX_EXITS = 24;

/** The class of bytes of which most letters are members; undefined where letters lead to different things. */
export function textClass(classes: readonly (readonly number[])[]): readonly number[] | undefined {
  return classes.find((bytes) => bytes.filter((byte) => byte >= 0x61 && byte <= 0x7a).length >= TEXT_LETTERS);
}

/** Bytes by what they lead to. */
export function byteClasses({ transitions }: Generation, open: readonly ExprId[]): Map<string, number[]> {
  const byNext = new Map<string, number[]>();
  for (let byte = 0; byte < 256; byte += 1) {
    const next = open.map((expr) => transitions.step(expr, byte));
    if (next.every((expr) => expr === NEVER)) continue;
    const key = next.join();
    const known = byNext.get(key);
    if (known === undefined) byNext.set(key, [byte]);
    else known.push(byte);
  }
  return byNext;
}

/**
 * The ways out of free text: byte strings behind which something else goes on, such as the quote of a JSON string or a whole marker. Beginnings of markers that are excluded lead nowhere
 * and are not listed.
 */
export function textExits(generation: Generation, open: readonly ExprId[]): number[][] {
  const { front, transitions } = generation;
  const step = (at: readonly ExprId[], byte: number): ExprId[] =>
    at.map((expr) => front.passed(front.opened(transitions.step(expr, byte))));
  const exits: number[][] = [];
  const seen = new Set<string>([open.join()]);
  let paths: { readonly bytes: readonly number[]; readonly at: readonly ExprId[] }[] = [{ bytes: [], at: open }];
  for (let length = 0; length < MAX_EXIT_BYTES && paths.length > 0 && exits.length < MAX_EXITS; length += 1) {
    const longer: typeof paths = [];
    for (const { bytes, at } of paths) {
      const classes = [...byteClasses(generation, at).values()];
      const text = textClass(classes);
      const isInCharacter = classes.every(([byte]) => byte >= 0x80);
      // Behind a beginning of a marker, other letters lead back to the text; behind a whole one they do not.
      const letter = text?.find((byte) => byte >= 0x61 && byte <= 0x7a);
      const isOut = letter === undefined ? !isInCharacter : step(at, letter).join() !== step(open, letter).join();
      if (length > 0 && isOut) {
        exits.push([...bytes]);
        continue;
      }
      const beside = classes.filter((members) => members !== text && (length > 0 ? members.length === 1 : isAsciiSign(members[0]))).flat();
      if (beside.length > MAX_BESIDE) continue;
      for (const byte of beside) {
        const next = step(at, byte);
        const key = next.join();
        if (seen.has(key)) continue;
        seen.add(key);
        longer.push({ bytes: [...bytes, byte], at: next });
      }
    }
    paths = longer;
  }
  return exits;
}

/** Visible, and not the backslash of an escape, behind which the same text goes on. */
function isAsciiSign(byte: number): boolean {
  return byte > 0x20 && byte < 0x7f && byte !== 0x5c;
}
