import type { Effect, Register } from "../expr/definitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import type { MatchedBytes } from "./matched-bytes.ts";

/** The effects at one point of a path through a trie. */
export interface GuardStep {
  /** Trie levels before it. */
  readonly level: number;
  readonly effects: readonly Effect[];
  /** Whether they are passed one after the other; otherwise there are ways to choose from. */
  readonly certain: boolean;
}

/** The effects on the path to a node. */
export interface Guard {
  /** In their order, at least one. */
  readonly steps: readonly GuardStep[];
  /** Whether one of them could refuse something. */
  readonly checks: boolean;
}

/** Tokens that pass the same effects behind the same bytes, so that one look decides for all of them. */
interface Check {
  /** The bytes of the tokens up to the last effect. */
  readonly head: Uint8Array;
  readonly guard: Guard;
  readonly tokens: number[];
}

/** The checks of one effect: by what it compares, whole or as an end of it, and those that need a look. */
interface EffectChecks {
  readonly pieces: Map<string, Check[]>;
  readonly ends: Map<string, Check[]>;
  readonly others: Check[];
}

/** Tokens on whose paths effects lie, of one walk or several: which of them a register may refuse. Immutable once it is part of a mask. */
export class TokenChecks {
  readonly #vocabulary: Vocabulary;
  /** The tokens, their guards, and the levels of the nodes at which they end. */
  readonly #tokens: number[] = [];
  readonly #guards: Guard[] = [];
  readonly #levels: number[] = [];
  /** The effects that tokens pass alone, and whether some token passes several. */
  readonly #effects = new Set<Effect>();
  #hasSeveral = false;
  /** Made when a register could refuse something: by effect, and those with several. */
  #single: Map<Effect, EffectChecks> | undefined;
  readonly #several: Check[] = [];

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Bytes that it holds, once it has been asked. */
  get byteLength(): number {
    return 100 + 60 * this.#tokens.length;
  }

  add(token: number, guard: Guard, level: number): void {
    if (guard !== this.#guards[this.#guards.length - 1]) {
      const effect = onlyEffect(guard);
      if (effect === undefined) this.#hasSeveral = true;
      else this.#effects.add(effect);
    }
    this.#tokens.push(token);
    this.#guards.push(guard);
    this.#levels.push(level);
  }

  /** Adds the aliases of its tokens; pairs of lower id and alias. */
  addAliases(pairs: Int32Array): void {
    if (pairs.length === 0) return;
    const places = new Map<number, number[]>();
    this.#tokens.forEach((token, at) => pushTo(places, token, at));
    for (let at = 0; at < pairs.length; at += 2) {
      for (const place of places.get(pairs[at]) ?? []) this.add(pairs[at + 1], this.#guards[place], this.#levels[place]);
    }
  }

  /** Adds to `into` the tokens that may be refused behind `text`; the others pass all checks. `text` is as it was afterwards. */
  doubtful(register: Register, text: MatchedBytes, into: Set<number>): void {
    if (!this.#hasSeveral && ![...this.#effects].some((effect) => effect.mayRefuse?.(register))) return;
    this.#single ??= this.#group();
    const look = (checks: Iterable<Check>): void => {
      for (const check of checks) if (fails(check, register, text)) for (const token of check.tokens) into.add(token);
    };
    for (const [effect, { pieces, ends, others }] of this.#single) {
      if (!effect.mayRefuse?.(register)) continue;
      look(others);
      if (pieces.size + ends.size === 0) continue;
      const refused = effect.subject?.refused(register, text);
      if (refused === undefined) for (const checks of [...pieces.values(), ...ends.values()]) look(checks);
      else {
        for (const [piece, checks] of pieces) if (refused.hasPiece(piece)) look(checks);
        if (ends.size > 0) for (const end of refused.ends) look(ends.get(end) ?? []);
      }
    }
    look(this.#several);
  }

  #group(): Map<Effect, EffectChecks> {
    const single = new Map<Effect, EffectChecks>();
    const byGuard = new Map<Guard, Map<string, Check>>();
    this.#tokens.forEach((token, at) => {
      const guard = this.#guards[at];
      const bytes = this.#vocabulary.bytesOf(token);
      // A trie of what follows a lexeme starts somewhere inside its tokens, so levels count from a token's end.
      const head = bytes.subarray(0, bytes.length - (this.#levels[at] - lastLevel(guard)));
      let byHead = byGuard.get(guard);
      if (byHead === undefined) byGuard.set(guard, (byHead = new Map()));
      const headText = String.fromCharCode(...head);
      let check = byHead.get(headText);
      if (check === undefined) {
        byHead.set(headText, (check = { head, guard, tokens: [] }));
        const effect = onlyEffect(guard);
        if (effect === undefined) this.#several.push(check);
        else addCheck(single, effect, check, headText);
      }
      check.tokens.push(token);
    });
    return single;
  }
}

function addCheck(single: Map<Effect, EffectChecks>, effect: Effect, check: Check, headText: string): void {
  let checks = single.get(effect);
  if (checks === undefined) single.set(effect, (checks = { pieces: new Map(), ends: new Map(), others: [] }));
  const subject = effect.subject?.in(headText);
  if (subject === undefined) checks.others.push(check);
  else pushTo(subject.whole ? checks.pieces : checks.ends, subject.end, check);
}

function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The effect of a guard with one. */
function onlyEffect({ steps: [{ effects, certain }, second] }: Guard): Effect | undefined {
  return second === undefined && effects.length === 1 && certain ? effects[0] : undefined;
}

function lastLevel({ steps }: Guard): number {
  return steps[steps.length - 1].level;
}

/** Whether an effect refuses, or could do so on one of several ways. */
function fails({ head, guard }: Check, register: Register, text: MatchedBytes): boolean {
  if (guard.steps.some((step) => !step.certain)) return true;
  const before = text.length;
  const last = lastLevel(guard);
  let now: Register | undefined = register;
  let at = 0;
  for (const { level, effects } of guard.steps) {
    while (at < head.length - (last - level)) text.push(head[at++]);
    for (const effect of effects) if (now !== undefined) now = effect.apply(now, text);
    if (now === undefined) break;
  }
  text.length = before;
  return now === undefined;
}
