import { fail } from "../core/errors.ts";
import type { ExprArena } from "../expr/arena.ts";
import { EMPTY, type ExprId, RULE_KIND } from "../expr/kinds.ts";
import type { CharacterStep } from "./character-steps.ts";
import { ExpressionShapes, type Shape, type ShapeOptions } from "./expression-shapes.ts";
import { altNode, charsNode, type GrammarNode, NOTHING, refNode, repeatNode, seqNode } from "./grammar.ts";

/** Levels of a rule's body from which on parts become rules of their own. */
const MAX_NESTING = 8;
/** Parts of an expression up to which it is written out in each of its places. */
const SMALL = 5;

export interface ExpressionRulesOptions extends ShapeOptions {
  /** Most expressions that are looked at. */
  readonly maxStates: number;
}

/**
 * Grammar rules of expressions: an expression that is used in several places, or refers to itself, becomes a rule. First {@link explore} all expressions, then write them.
 */
export class ExpressionRules {
  readonly #arena: ExprArena;
  readonly #shapes: ExpressionShapes;
  readonly #maxStates: number;
  readonly #known = new Map<ExprId, Shape>();
  readonly #uses = new Map<ExprId, number>();
  readonly #names = new Map<ExprId, string>();
  readonly #waiting: ExprId[] = [];

  constructor(arena: ExprArena, options: ExpressionRulesOptions) {
    this.#arena = arena;
    this.#maxStates = options.maxStates;
    this.#shapes = new ExpressionShapes(arena, options);
  }

  /** Makes texts known that strings may exclude. */
  know(texts: readonly string[]): void {
    this.#shapes.know(texts);
  }

  /**
   * Takes an expression apart, at all depths.
   * @throws StructagError `print-too-large` and the codes of {@link ExpressionShapes.of}
   */
  explore(root: ExprId, path: string): void {
    const open = [root];
    for (let e = open.pop(); e !== undefined; e = open.pop()) {
      this.#uses.set(e, (this.#uses.get(e) ?? 0) + 1);
      if (this.#known.has(e)) continue;
      if (this.#known.size >= this.#maxStates) {
        fail(
          "print-too-large",
          path,
          `the printed grammar would need more than ${this.#maxStates} states`,
          "bound less, drop any_order, or raise maxStates",
        );
      }
      const shape = this.#shapes.of(e, path);
      this.#known.set(e, shape);
      // Backwards, so that what is written first is looked at first.
      for (const part of partsOf(shape).reverse()) open.push(part);
    }
  }

  /** The node of an explored expression. */
  node(e: ExprId): GrammarNode {
    return this.#write(e, 0);
  }

  /** The rules that nodes given so far refer to, by name. */
  *rules(): Generator<readonly [name: string, body: GrammarNode]> {
    for (let e = this.#waiting.pop(); e !== undefined; e = this.#waiting.pop()) yield [this.#names.get(e)!, this.#body(e, 0)];
  }

  #write(e: ExprId, depth: number): GrammarNode {
    if (e === EMPTY) return NOTHING;
    const isShared = this.#uses.get(e)! > 1 || depth >= MAX_NESTING;
    if (this.#names.has(e) || (isShared && !this.#isSmall(e))) return refNode(this.#name(e));
    return this.#body(e, depth);
  }

  #name(e: ExprId): string {
    let name = this.#names.get(e);
    if (name === undefined) {
      const { kind, a, rules } = this.#arena.store;
      const hint = e > 0 && kind[e] === RULE_KIND ? rules[a[e]].name.toLowerCase().replace(/[^a-z]+/g, "-") : "part";
      name = `${hint}-${this.#names.size + 1}`;
      this.#names.set(e, name);
      this.#waiting.push(e);
    }
    return name;
  }

  #body(e: ExprId, depth: number): GrammarNode {
    const items: GrammarNode[] = [];
    let at = e;
    for (let isFirst = true; ; isFirst = false) {
      if (!isFirst && this.#isRule(at)) {
        items.push(refNode(this.#name(at)));
        break;
      }
      const shape = this.#known.get(at)!;
      if (shape.type === "seq") {
        items.push(this.#write(shape.head, depth + 1));
        at = shape.tail;
      } else if (shape.type === "same") at = shape.as;
      else if (shape.type === "choice" && shape.steps.length === 1 && shape.parts.length === 0) {
        items.push(this.#stepped(shape.steps[0], depth));
        at = shape.steps[0].target;
      } else {
        items.push(this.#leaf(shape, depth));
        break;
      }
    }
    return seqNode(items);
  }

  #isRule(e: ExprId): boolean {
    return e !== EMPTY && (this.#names.has(e) || (this.#uses.get(e)! > 1 && !this.#isSmall(e)));
  }

  #leaf(shape: Exclude<Shape, { type: "seq" | "same" }>, depth: number): GrammarNode {
    switch (shape.type) {
      case "empty":
        return NOTHING;
      case "chars":
        return charsNode(shape.ranges);
      case "repeat":
        return repeatNode(this.#write(shape.body, depth + 1), shape.min, shape.max);
      case "choice":
        return altNode([
          ...shape.steps.map((step) => seqNode([this.#stepped(step, depth), this.#write(step.target, depth + 1)])),
          ...shape.parts.map((part) => this.#write(part, depth + 1)),
        ]);
    }
  }

  #stepped({ ranges, spelled }: CharacterStep, depth: number): GrammarNode {
    return spelled === undefined ? charsNode(ranges) : this.#write(spelled, depth + 1);
  }

  /** Whether an expression has few parts, so that it can't contain itself. */
  #isSmall(e: ExprId): boolean {
    let left = SMALL;
    const open = [e];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const shape = this.#known.get(part)!;
      // Engines unfold counters, once for each place that they are written in.
      left -= shape.type === "repeat" ? Math.max(1, shape.min, shape.max) : 1;
      if (left < 0) return false;
      open.push(...partsOf(shape));
    }
    return true;
  }
}

function partsOf(shape: Shape): ExprId[] {
  switch (shape.type) {
    case "empty":
    case "chars":
      return [];
    case "seq":
      return [shape.head, shape.tail];
    case "repeat":
      return [shape.body];
    case "same":
      return [shape.as];
    case "choice":
      return [...shape.steps.flatMap(({ spelled, target }) => (spelled === undefined ? [target] : [spelled, target])), ...shape.parts];
  }
}
