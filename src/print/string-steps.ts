import type { ExprArena } from "../expr/arena.ts";
import { AND_KIND, EMPTY, type ExprId, NEVER, REPEAT_KIND } from "../expr/kinds.ts";
import { normalRanges } from "../lower/code-points.ts";
import { jsonStringSpelling } from "../lower/json/string-spelling.ts";
import type { CharacterStep, CharacterSteps } from "./character-steps.ts";
import { ExcludingAutomaton } from "./excluding-automaton.ts";

const BACKSLASH = 0x5c;
/** Characters that a JSON string only holds escaped: their escape behind the backslash, as its bytes. */
const ESCAPED: readonly (readonly [codePoint: number, escape: string])[] = [
  [0x22, '"'],
  [BACKSLASH, "\\"],
  ...Array.from({ length: 0x20 }, (_, codePoint): [number, string] => [
    codePoint,
    `u00${codePoint < 0x10 ? "0" : "1"}${(codePoint & 15).toString(16)}`,
  ]),
];

/** A state of an automaton in a text of so many more characters. */
interface CountedState {
  readonly automaton: ExcludingAutomaton;
  readonly key: string;
  readonly at: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Steps of the content of JSON strings by the characters that it stands for. All conditions on strings are about these, so what follows a character is the same for all of its spellings: one step with
 * all of them, in place of a path for each.
 */
export class StringSteps {
  readonly #arena: ExprArena;
  readonly #characters: CharacterSteps;

  /** By the complement that excludes a text from strings: the text. */
  readonly #excluded = new Map<ExprId, string>();
  readonly #automata = new Map<string, ExcludingAutomaton>();
  readonly #states: CountedState[] = [];
  readonly #ids = new Map<string, ExprId>();

  constructor(arena: ExprArena, characters: CharacterSteps) {
    this.#arena = arena;
    this.#characters = characters;
  }

  /** Makes texts known that strings may exclude. Their automata are then made at once: derivatives would find many more states. */
  know(texts: readonly string[]): void {
    const arena = this.#arena;
    const spelling = jsonStringSpelling(arena);
    const all = arena.star(spelling.any);
    for (const text of texts) {
      if (text === "") continue;
      const spelled = Array.from(text, (character) => spelling.chars([[character.codePointAt(0)!, character.codePointAt(0)!]]));
      this.#excluded.set(arena.not(arena.seq(all, ...spelled, all)), text);
    }
  }

  /** The strings of an intersection that excludes known texts and at most bounds the length, as a state that is no expression (a negative number). Undefined for all others. */
  excluding(e: ExprId): ExprId | undefined {
    const { kind, a, b, c } = this.#arena.store;
    const { any } = jsonStringSpelling(this.#arena);
    const texts: string[] = [];
    let [min, max] = [0, Number.POSITIVE_INFINITY];
    for (const part of this.#arena.operands(e)) {
      const text = this.#excluded.get(part);
      if (text !== undefined) texts.push(text);
      else if (kind[part] === REPEAT_KIND && a[part] === any) {
        min = Math.max(min, b[part]);
        max = Math.min(max, c[part] === -1 ? max : c[part]);
      } else return undefined;
    }
    const key = JSON.stringify(texts);
    let automaton = this.#automata.get(key);
    if (automaton === undefined) this.#automata.set(key, (automaton = new ExcludingAutomaton(texts)));
    return this.#state({ automaton, key, at: 0, min, max });
  }

  /** Steps of a state of {@link excluding}, and whether it accepts the empty text. */
  counted(state: ExprId): { readonly steps: readonly CharacterStep[]; readonly parts: readonly ExprId[] } {
    const { automaton, key, at, min, max } = this.#states[-1 - state];
    const spelling = jsonStringSpelling(this.#arena);
    const steps = max === 0 ? [] : automaton.steps(at);
    return {
      steps: steps.map(({ ranges, target }) => ({
        ranges,
        spelled: spelling.chars(ranges),
        target: this.#state({ automaton, key, at: target, min: Math.max(0, min - 1), max: max - 1 }),
      })),
      parts: min === 0 ? [EMPTY] : [],
    };
  }

  #state(state: CountedState): ExprId {
    const key = `${state.at},${state.min},${state.max},${state.key}`;
    let id = this.#ids.get(key);
    if (id === undefined) {
      this.#states.push(state);
      id = -this.#states.length;
      this.#ids.set(key, id);
    }
    return id;
  }

  /** Whether an expression is the content of JSON strings at the start of a character. */
  isContent(e: ExprId): boolean {
    const { kind, a } = this.#arena.store;
    if (kind[e] !== AND_KIND) return false;
    const { any } = jsonStringSpelling(this.#arena);
    return this.#arena.operands(e).some((part) => kind[part] === REPEAT_KIND && a[part] === any);
  }

  of(e: ExprId, path: string): readonly CharacterStep[] {
    const found = new Map<ExprId, (readonly [number, number])[]>();
    const add = (target: ExprId, ranges: readonly (readonly [number, number])[]): void => {
      const known = found.get(target);
      if (known === undefined) found.set(target, [...ranges]);
      else known.push(...ranges);
    };
    const escapes = this.#after(e, BACKSLASH);
    for (const { ranges, target } of this.#characters.of(e, path)) {
      const raw = ranges.filter(([low]) => low !== BACKSLASH);
      if (raw.length > 0) add(target, raw);
    }
    const known = new Map<string, ExprId>([["", escapes]]);
    const behind = (spelled: string): ExprId => {
      let state = known.get(spelled);
      if (state === undefined) {
        const before = behind(spelled.slice(0, -1));
        state = before === NEVER ? NEVER : this.#after(before, spelled.charCodeAt(spelled.length - 1));
        known.set(spelled, state);
      }
      return state;
    };
    for (const [codePoint, spelled] of ESCAPED) {
      const target = behind(spelled);
      if (target !== NEVER) add(target, [[codePoint, codePoint]]);
    }
    const spelling = jsonStringSpelling(this.#arena);
    return Array.from(found, ([target, ranges]) => {
      const normal = normalRanges(ranges);
      return { ranges: normal, spelled: spelling.chars(normal), target };
    });
  }

  #after(e: ExprId, byte: number): ExprId {
    return this.#arena.derivative(e, byte, new Uint32Array(8).fill(0xffffffff));
  }
}
