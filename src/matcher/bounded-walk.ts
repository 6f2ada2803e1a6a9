import type { ExprArena } from "../expr/arena.ts";
import { EMPTY, type ExprId, NEVER, NULLABLE } from "../expr/kinds.ts";
import type { Transitions } from "../expr/transitions.ts";
import type { Vocabulary } from "../vocab/vocabulary.ts";
import { type ByteClasses, intersection, NO_CLASSES, union } from "./byte-classes.ts";
import type { ExitCollector, ExitNodes } from "./exit-nodes.ts";
import { MIN_SUBTREE } from "./lexeme-mask.ts";
import { classesTo, type Steadiness } from "./steadiness.ts";
import { SubtreeClasses } from "./subtree-classes.ts";

/** What tokens leave to be done: the state of a pattern, and the rest of an unfinished character (EMPTY at a boundary). */
export interface Ending {
  readonly pattern: ExprId;
  readonly partial: ExprId;
}

/** What a walk of the vocabulary finds out about texts of a character expression that fit a pattern. */
export interface BoundedWalk {
  readonly endings: readonly Ending[];
  /** For each token of the trie's order its ending, -1 where it has none, and how many characters it starts. */
  readonly ending: Int32Array;
  readonly count: Uint16Array;
  /** The tokens whose characters are fewer than they are raw, since some are escaped. */
  readonly escaped: readonly number[];
  /** Nodes behind a whole number of characters where the pattern may end … */
  readonly exits: ExitNodes;
  /** … but for bytes of these classes in subtrees that were not entered. */
  readonly skipped: ByteClasses;
}

/**
 * Walks the vocabulary along `char*` and `pattern`. `everyNode`: enter also what stays as it is below a node. Undefined where a character can end in more than one place, so that counts are
 * not certain.
 */
export function walkBounded(
  arena: ExprArena,
  transitions: Transitions,
  vocabulary: Vocabulary,
  exits: ExitCollector,
  steadiness: Steadiness,
  char: ExprId,
  pattern: ExprId,
  everyNode: boolean,
): BoundedWalk | undefined {
  const { byte, end, depth, token, nodeCount } = vocabulary.trie;
  const subtrees = SubtreeClasses.of(vocabulary);
  const size = vocabulary.maxTokenBytes + 2;
  const patterns = new Int32Array(size);
  const partials = new Int32Array(size);
  const counts = new Uint16Array(size);
  const endings: Ending[] = [];
  const ids = new Map<number, number>();
  const ending = new Int32Array(subtrees.tokens.length).fill(-1);
  const count = subtrees.characters.slice();
  const escaped: number[] = [];
  const whole = everyNode ? NO_CLASSES : classesTo(transitions, char, EMPTY);
  let skipped = NO_CLASSES;
  const endingOf = (p: ExprId, partial: ExprId): number => {
    // Ids stay below 2^24, the limit on nodes, so both fit one exact number.
    const key = p * 0x1000000 + partial;
    let id = ids.get(key);
    if (id === undefined) {
      id = arena.and(arena.seq2(partial, arena.star(char)), p) === NEVER ? -1 : endings.push({ pattern: p, partial }) - 1;
      ids.set(key, id);
    }
    return id;
  };
  const take = (index: number, id: number, characters: number): void => {
    if (id < 0) return;
    ending[index] = id;
    if (count[index] === characters) return;
    count[index] = characters;
    escaped.push(index);
  };
  /** A token whose last character is cut off, behind a pattern that whole characters leave as it is. */
  const takeCut = (index: number, p: ExprId, characters: number): void => {
    const bytes = vocabulary.bytesOf(subtrees.tokens[index]);
    let [behind, partial] = [p, char];
    for (let at = lastCharacter(bytes); at < bytes.length; at += 1) {
      behind = transitions.step(behind, bytes[at]);
      partial = transitions.step(partial, bytes[at]);
    }
    if (behind !== NEVER && partial !== NEVER) take(index, endingOf(behind, partial), characters);
  };
  exits.clear();
  patterns[0] = pattern;
  partials[0] = EMPTY;
  for (let at = 0; at < nodeCount; ) {
    const level = depth[at];
    const boundary = partials[level] === EMPTY;
    if (boundary && level > 0 && arena.isNullable(patterns[level])) exits.add(at, counts[level]);
    const nextPattern = transitions.step(patterns[level], byte[at]);
    const nextPartial = nextPattern === NEVER ? NEVER : transitions.step(boundary ? char : partials[level], byte[at]);
    if (nextPartial === NEVER) {
      at = end[at];
      continue;
    }
    if (nextPartial !== EMPTY && (arena.store.flags[nextPartial] & NULLABLE) !== 0) {
      exits.clear();
      return undefined;
    }
    const started = counts[level] + (boundary ? 1 : 0);
    if (nextPartial === EMPTY && end[at] - at > MIN_SUBTREE && subtrees.isWithin(at, intersection(whole, steadiness.loops(nextPattern)))) {
      if (arena.isNullable(nextPattern)) skipped = union(skipped, subtrees.classes(at));
      const id = endingOf(nextPattern, EMPTY);
      const fewer = subtrees.started[at] - started;
      for (let index = subtrees.first[at]; index < subtrees.first[end[at]]; index += 1) {
        const characters = subtrees.characters[index] - fewer;
        if (subtrees.complete[index] === 1) take(index, id, characters);
        else takeCut(index, nextPattern, characters);
      }
      at = end[at];
      continue;
    }
    if (token[at] >= 0) take(subtrees.first[at], endingOf(nextPattern, nextPartial), started);
    patterns[level + 1] = nextPattern;
    partials[level + 1] = nextPartial;
    counts[level + 1] = started;
    at += 1;
  }
  return { endings, ending, count, escaped, exits: exits.finish(true), skipped };
}

/** Where the last character of a token starts. */
function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes[at] >= 0x80 && bytes[at] < 0xc0) at -= 1;
  return at;
}
