import type { ExprArena } from "../../expr/arena.ts";
import type { Rule } from "../../expr/definitions.ts";
import { EMPTY, type ExprId } from "../../expr/kinds.ts";
import { complementRanges, normalRanges } from "../code-points.ts";
import type { TextLowering } from "./strings.ts";

interface KeyNode {
  readonly next: Map<number, KeyNode>;
  id: number;
  isKey: boolean;
}

/**
 * Keys that are none of the declared ones in any spelling, without their quotes: a trie of the declared keys' characters. Where a key leaves the trie it is any string, which all
 * objects share.
 */
export class OtherKeys implements Rule {
  readonly name = "other keys";
  readonly #arena: ExprArena;
  readonly #texts: TextLowering;
  /** The rest of any string. */
  readonly #rest: ExprId;
  readonly #nodes: KeyNode[] = [];
  readonly expr: ExprId;

  constructor(arena: ExprArena, texts: TextLowering, keys: Iterable<string>) {
    this.#arena = arena;
    this.#texts = texts;
    this.#rest = texts.any;
    const root = this.#add();
    for (const key of keys) {
      let node = root;
      for (const character of key) {
        const codePoint = character.codePointAt(0) as number;
        let next = node.next.get(codePoint);
        if (next === undefined) node.next.set(codePoint, (next = this.#add()));
        node = next;
      }
      node.isKey = true;
    }
    this.expr = arena.rule(this, root.id);
  }

  nullable(state: number): boolean {
    return !this.#nodes[state].isKey;
  }

  unfold(state: number): ExprId {
    const arena = this.#arena;
    const { next, isKey } = this.#nodes[state];
    const others = complementRanges(normalRanges(Array.from(next.keys(), (codePoint) => [codePoint, codePoint] as const)));
    const parts = [arena.seq2(this.#texts.characters(others), this.#rest)];
    for (const [codePoint, node] of next) {
      parts.push(arena.seq2(this.#texts.character(String.fromCodePoint(codePoint)), arena.rule(this, node.id)));
    }
    if (!isKey) parts.push(EMPTY);
    return arena.alt(parts);
  }

  #add(): KeyNode {
    const node = { next: new Map<number, KeyNode>(), id: this.#nodes.length, isKey: false };
    this.#nodes.push(node);
    return node;
  }
}
