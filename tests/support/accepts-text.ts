import type { ExprArena } from "../../src/expr/arena.ts";
import type { MatchedText, Register } from "../../src/expr/definitions.ts";
import { Front } from "../../src/expr/front.ts";
import { type ExprId, NEVER } from "../../src/expr/kinds.ts";
import { Transitions } from "../../src/expr/transitions.ts";

interface Path {
  readonly e: ExprId;
  readonly register: Register;
}

interface Walk {
  readonly transitions: Transitions;
  readonly front: Front;
}

const walks = new WeakMap<ExprArena, Walk>();

function walkOf(arena: ExprArena): Walk {
  let walk = walks.get(arena);
  if (walk === undefined) walks.set(arena, (walk = { transitions: new Transitions(arena), front: new Front(arena) }));
  return walk;
}

class Matched implements MatchedText {
  readonly bytes: Uint8Array;
  readonly length: number;

  constructor(bytes: Uint8Array, length: number) {
    this.bytes = bytes;
    this.length = length;
  }

  slice(start: number, end: number): Uint8Array {
    return this.bytes.slice(start, end);
  }
}

/** How far `text` can be matched: `accepted` where it is in the language of `e`, `length` the bytes after which a path was still open (all of them where it is a prefix). */
export function matchText(arena: ExprArena, e: ExprId, text: string | Uint8Array): { readonly accepted: boolean; readonly length: number } {
  const { transitions, front } = walkOf(arena);
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const settle = (paths: readonly Path[], length: number): Path[] => {
    const settled: Path[] = [];
    const matched = new Matched(bytes, length);
    for (const path of paths) {
      for (const { effects, rest } of front.paths(path.e)) {
        let register: Register | undefined = path.register;
        for (const effect of effects) {
          register = effect.apply(register, matched);
          if (register === undefined) break;
        }
        if (register !== undefined) settled.push({ e: rest, register });
      }
    }
    return settled;
  };
  let paths = settle([{ e, register: null }], 0);
  for (let at = 0; at < bytes.length; at += 1) {
    const next: Path[] = [];
    for (const path of paths) {
      const target = transitions.step(path.e, bytes[at]);
      if (target !== NEVER) next.push({ e: target, register: path.register });
    }
    paths = settle(next, at + 1);
    if (paths.length === 0) return { accepted: false, length: at };
  }
  return { accepted: paths.some((path) => arena.isNullable(path.e)), length: bytes.length };
}

/** Whether `text` is in the language of `e`, effects applied. */
export function acceptsText(arena: ExprArena, e: ExprId, text: string | Uint8Array): boolean {
  return matchText(arena, e, text).accepted;
}
