import type { ExprArena } from "../../expr/arena.ts";
import { type ByteSet, byteSet, complementSet, intersectSets } from "../../expr/byte-set.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId, NEVER, RULE_KIND } from "../../expr/kinds.ts";
import type { CharSpelling } from "../char-spelling.ts";
import { isWellFormed } from "./constants.ts";

/** Where a text stands that may still become one of the excepted ones. */
interface TextState {
  /** What is left of them, ascending, each once. */
  readonly rests: readonly string[];
  /** By the next byte: the characters that it may begin, each with the state behind it. Made when it is asked for. */
  byByte: Map<number, [character: string, state: number][]> | undefined;
}

/** The middle of a character: where any text is, and what the excepted ones need, a state of {@link OtherTexts} at its end. */
interface MiddleState {
  readonly any: ExprId;
  readonly excepted: ExprId;
}

/** Targets by byte, and for each byte those with the same. */
interface Row {
  readonly target: Int32Array;
  readonly same: readonly ByteSet[];
}

/**
 * Texts that are none of a few, in any spelling: the derivative of any text goes along with that of the excepted ones, and as soon as those are missed the state is that of any text, which
 * everything shares. States are known by what is left of the texts, so different lists share them too. One object for each arena and spelling.
 */
export class OtherTexts implements Rule {
  readonly name = "other texts";
  readonly #arena: ExprArena;
  readonly #spelling: CharSpelling;
  readonly #any: ExprId;
  readonly #states: (TextState | MiddleState)[] = [];
  readonly #ids = new Map<string, number>();
  readonly #rows = new Map<ExprId, Row>();
  readonly #firstBytes = new Map<string, readonly number[]>();

  constructor(arena: ExprArena, spelling: CharSpelling) {
    this.#arena = arena;
    this.#spelling = spelling;
    this.#any = arena.star(spelling.any);
  }

  /** All texts but `texts`. */
  except(texts: Iterable<string>): ExprId {
    const rests = [...new Set(texts)].filter(isWellFormed).sort();
    return rests.length === 0 ? this.#any : this.#arena.rule(this, this.#textState(rests));
  }

  nullable(id: number): boolean {
    const state = this.#states[id];
    return "rests" in state && state.rests[0] !== "";
  }

  step(id: number, byte: number, same: ByteSet): ExprId {
    const state = this.#states[id];
    if (!("rests" in state)) return this.#inCharacter(state, byte, same);
    const row = this.#row(this.#any);
    const next = row.target[byte];
    narrow(same, row.same[byte]);
    if (next === NEVER) return NEVER;
    const byByte = this.#byByte(state);
    const characters = byByte.get(byte);
    if (characters === undefined) {
      for (const taken of byByte.keys()) same[taken >>> 5] &= ~(1 << (taken & 31));
      return next;
    }
    narrow(same, byteSet(byte));
    const arena = this.#arena;
    const excepted = characters.map(([character, behind]) =>
      arena.seq2(arena.derivative(this.#character(character), byte, everyByte()), arena.rule(this, behind)),
    );
    return this.#meet(next, arena.alt(excepted));
  }

  unfold(id: number): ExprId {
    const arena = this.#arena;
    const parts = this.nullable(id) ? [EMPTY] : [];
    let left = everyByte();
    for (let byte = 0; byte < 256; byte += 1) {
      if (((left[byte >>> 5] >>> (byte & 31)) & 1) === 0) continue;
      const same = everyByte();
      const next = this.step(id, byte, same);
      const set = intersectSets(same, left);
      left = intersectSets(left, complementSet(same));
      if (next !== NEVER) parts.push(arena.seq2(arena.bytes(set), next));
    }
    return arena.alt(parts);
  }

  /** Nothing, or one character that none of the excepted texts has here. */
  cheapest(id: number): ExprId {
    if (this.nullable(id)) return EMPTY;
    for (let byte = 0x7e; byte > 0x20; byte -= 1) {
      if (this.step(id, byte, everyByte()) === this.#any) return this.#arena.seq2(this.#arena.byte(byte), this.#any);
    }
    return this.unfold(id);
  }

  #inCharacter({ any, excepted }: MiddleState, byte: number, same: ByteSet): ExprId {
    const row = this.#row(any);
    narrow(same, row.same[byte]);
    const next = row.target[byte];
    return next === NEVER ? NEVER : this.#meet(next, this.#arena.derivative(excepted, byte, same));
  }

  /** The state of `any` less `excepted`, each behind the same bytes. */
  #meet(any: ExprId, excepted: ExprId): ExprId {
    const { kind } = this.#arena.store;
    if (excepted === NEVER) return any;
    // Only at the end of a character are the states behind it reached.
    if (kind[excepted] === RULE_KIND) return excepted;
    return this.#arena.rule(
      this,
      this.#intern(`${any},${excepted}`, () => ({ any, excepted })),
    );
  }

  #byByte(state: TextState): Map<number, [character: string, state: number][]> {
    if (state.byByte !== undefined) return state.byByte;
    const rests = new Map<string, string[]>();
    for (const rest of state.rests) {
      if (rest === "") continue;
      const character = String.fromCodePoint(rest.codePointAt(0) as number);
      const group = rests.get(character);
      if (group === undefined) rests.set(character, [rest.slice(character.length)]);
      else group.push(rest.slice(character.length));
    }
    const byByte = new Map<number, [string, number][]>();
    for (const [character, behind] of rests) {
      const next = this.#textState(behind);
      for (const byte of this.#first(character)) {
        const characters = byByte.get(byte);
        if (characters === undefined) byByte.set(byte, [[character, next]]);
        else characters.push([character, next]);
      }
    }
    state.byByte = byByte;
    return byByte;
  }

  #textState(rests: readonly string[]): number {
    // A backslash that is not doubled ends a text.
    return this.#intern(rests.map((rest) => `${rest.replaceAll("\\", "\\\\")}\\n`).join(""), () => ({ rests, byByte: undefined }));
  }

  #intern(key: string, make: () => TextState | MiddleState): number {
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = this.#states.length;
      this.#states.push(make());
      this.#ids.set(key, id);
    }
    return id;
  }

  #character(character: string): ExprId {
    const codePoint = character.codePointAt(0) as number;
    return this.#spelling.chars([[codePoint, codePoint]]);
  }

  #first(character: string): readonly number[] {
    let bytes = this.#firstBytes.get(character);
    if (bytes === undefined) {
      const { target } = this.#newRow(this.#character(character));
      bytes = Array.from(target.keys()).filter((byte) => target[byte] !== NEVER);
      this.#firstBytes.set(character, bytes);
    }
    return bytes;
  }

  #row(any: ExprId): Row {
    let row = this.#rows.get(any);
    if (row === undefined) this.#rows.set(any, (row = this.#newRow(any)));
    return row;
  }

  #newRow(e: ExprId): Row {
    const target = new Int32Array(256);
    const same: ByteSet[] = [];
    for (let byte = 0; byte < 256; byte += 1) {
      if (same[byte] !== undefined) continue;
      const set = everyByte();
      const next = this.#arena.derivative(e, byte, set);
      for (let other = byte; other < 256; other += 1) {
        if (((set[other >>> 5] >>> (other & 31)) & 1) === 0) continue;
        target[other] = next;
        same[other] = set;
      }
    }
    return { target, same };
  }
}

function everyByte(): ByteSet {
  return new Uint32Array(8).fill(0xffffffff);
}

function narrow(same: ByteSet, set: ByteSet): void {
  for (let word = 0; word < 8; word += 1) same[word] &= set[word];
}
