import { type PatternNode, parsePattern } from "./pattern-parse.ts";

type Instruction =
  | { op: "atom"; matches: (codePoint: number) => boolean }
  | { op: "assert"; kind: "start" | "end" | "boundary" | "not-boundary" }
  | { op: "jump"; to: readonly number[] }
  | { op: "match" };

const MAX_INSTRUCTIONS = 5000;

/**
 * A pattern as a program that follows all its alternatives at once: the work is at most the text's length times the program's, where
 * an engine that goes back can take exponential time.
 */
export class PatternProgram {
  readonly #code: Instruction[] = [];
  /** True where the engine's own matcher is as good: at most one place repeats, a single atom, from the text's start. */
  readonly simple: boolean;

  private constructor(node: PatternNode) {
    this.simple = isSimple(node);
    if (this.simple) return;
    this.#emit(node);
    this.#code.push({ op: "match" });
  }

  /** `undefined` where the pattern has lookaround or back references, or is too large when its counts are written out. */
  static of(source: string): PatternProgram | undefined {
    const node = parsePattern(source);
    if (node === undefined) return undefined;
    try {
      return new PatternProgram(node);
    } catch (error) {
      if (error instanceof TooLarge) return undefined;
      throw error;
    }
  }

  /** Whether the pattern is found in the text; `undefined` where that would take more than `budget` steps. */
  search(text: string, budget: number): boolean | undefined {
    const code = this.#code;
    let steps = 0;
    let current: number[] = [];
    /** The last place at which an instruction was reached. */
    const seen = new Uint32Array(code.length).fill(0xffffffff);
    let matched = false;

    const add = (start: number, at: number, list: number[]): void => {
      const open = [start];
      for (let pc = open.pop(); pc !== undefined && !matched; pc = open.pop()) {
        if (seen[pc] === at) continue;
        seen[pc] = at;
        steps += 1;
        const instruction = code[pc];
        if (instruction.op === "match") matched = true;
        else if (instruction.op === "jump") open.push(...instruction.to);
        else if (instruction.op === "atom") list.push(pc);
        else if (holds(instruction.kind, text, at)) open.push(pc + 1);
      }
    };

    for (let at = 0; ; ) {
      add(0, at, current);
      if (matched) return true;
      if (at >= text.length) return false;
      if (steps > budget) return undefined;
      const codePoint = text.codePointAt(at)!;
      at += codePoint > 0xffff ? 2 : 1;
      const next: number[] = [];
      for (const pc of current) {
        const instruction = code[pc];
        if (instruction.op === "atom" && instruction.matches(codePoint)) add(pc + 1, at, next);
        if (matched) return true;
      }
      current = next;
    }
  }

  #push(instruction: Instruction): number {
    if (this.#code.length >= MAX_INSTRUCTIONS) throw new TooLarge();
    return this.#code.push(instruction) - 1;
  }

  #emit(node: PatternNode): void {
    switch (node.type) {
      case "atom":
        this.#push({ op: "atom", matches: node.matches });
        return;
      case "assertion":
        this.#push({ op: "assert", kind: node.kind });
        return;
      case "sequence":
        for (const part of node.parts) this.#emit(part);
        return;
      case "choice": {
        const starts: number[] = [];
        const ends: { op: "jump"; to: readonly number[] }[] = [];
        this.#push({ op: "jump", to: starts });
        for (const part of node.parts) {
          starts.push(this.#code.length);
          this.#emit(part);
          const end = { op: "jump" as const, to: [] };
          this.#push(end);
          ends.push(end);
        }
        for (const end of ends) end.to = [this.#code.length];
        return;
      }
      case "repeat":
        this.#emitRepeat(node.part, node.min, node.max);
    }
  }

  #emitRepeat(part: PatternNode, min: number, max: number): void {
    for (let count = 0; count < min; count += 1) this.#emit(part);
    if (max === Number.POSITIVE_INFINITY) {
      const loop = { op: "jump" as const, to: [] as readonly number[] };
      const start = this.#push(loop);
      this.#emit(part);
      this.#push({ op: "jump", to: [start] });
      loop.to = [start + 1, this.#code.length];
      return;
    }
    const exits: { op: "jump"; to: readonly number[] }[] = [];
    for (let count = min; count < max; count += 1) {
      const exit = { op: "jump" as const, to: [] as readonly number[] };
      exit.to = [this.#push(exit) + 1];
      exits.push(exit);
      this.#emit(part);
    }
    for (const exit of exits) exit.to = [...exit.to, this.#code.length];
  }
}

class TooLarge extends Error {}

function holds(kind: "start" | "end" | "boundary" | "not-boundary", text: string, at: number): boolean {
  if (kind === "start") return at === 0;
  if (kind === "end") return at === text.length;
  const isBoundary = isWord(text, at - 1) !== isWord(text, at);
  return isBoundary === (kind === "boundary");
}

function isWord(text: string, at: number): boolean {
  return /^[A-Za-z0-9_]$/.test(text.charAt(at));
}

function isSimple(node: PatternNode): boolean {
  const parts = node.type === "sequence" ? node.parts : [node];
  const repeats = parts.filter((part) => part.type !== "atom" && part.type !== "assertion");
  if (repeats.length === 0) return true;
  const [only] = repeats;
  const starts = parts[0].type === "assertion" && parts[0].kind === "start";
  return starts && repeats.length === 1 && only.type === "repeat" && only.part.type === "atom";
}
