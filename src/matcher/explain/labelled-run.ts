import { fail } from "../../core/errors.ts";
import type { ExprArena } from "../../expr/arena.ts";
import type { Register } from "../../expr/definitions.ts";
import type { Front } from "../../expr/front.ts";
import { type ExprId, NEVER } from "../../expr/kinds.ts";
import { applyEffects } from "../config.ts";
import { MatchedBytes } from "../matched-bytes.ts";
import type { LabelledNode } from "./labelled-node.ts";

type Leaf = Extract<LabelledNode, { op: "leaf" }>;

/** Beginnings and ends of formats up to a point of the text, the last one first. */
export interface Trace {
  readonly before: Trace | undefined;
  readonly path: string;
  readonly byteOffset: number;
  readonly end: boolean;
}

/** What follows when a node is done. Equal ones are one object. */
interface Continuation {
  readonly id: number;
  /** The node that goes on, at part or round `at`; undefined: the format that began is complete. */
  readonly node: LabelledNode;
  readonly at: number;
  readonly after: Continuation | undefined;
}

/** One way to read the text so far: inside a leaf, and what follows it. */
export interface Thread {
  readonly leaf: Leaf;
  readonly expr: ExprId;
  /** Where the leaf's text begins. */
  readonly leafStart: number;
  readonly register: Register;
  readonly trace: Trace | undefined;
  readonly then: Continuation | undefined;
}

/** How far a text was read. */
export interface LabelledResult {
  /** Bytes read: all of them, or up to the first that no way of reading can take. */
  readonly length: number;
  /** The ways that are open there, those with precedence first. */
  readonly threads: readonly Thread[];
  /** Set where the text read is complete. */
  readonly complete: { readonly trace: Trace | undefined } | undefined;
}

interface World {
  readonly arena: ExprArena;
  readonly front: Front;
}

const MAX_KNOWN = 1 << 16;

/** Reads texts by all ways at once, byte by byte, and keeps for each way which formats it went through. Time grows with the length of the text times the ways that are open. */
export class LabelledRun {
  readonly #world: World;
  readonly #root: LabelledNode;
  readonly #maxThreads: number;
  readonly #continuations = new Map<string, Continuation>();
  readonly #nullable = new Map<number, boolean>();
  /** Derivatives of bytes lately asked for. Rows as in the engine would cost too much for texts that are read once. */
  readonly #steps = new Map<number, ExprId>();
  readonly #same = new Uint32Array(8);

  constructor(world: World, root: LabelledNode, maxThreads: number) {
    this.#world = world;
    this.#root = root;
    this.#maxThreads = maxThreads;
  }

  /** @throws StructagError `explain-ambiguous` where more than `maxThreads` ways are open at once */
  read(bytes: Uint8Array): LabelledResult {
    const text = new MatchedBytes();
    let closure = new Closure(this, 0, text, this.#maxThreads);
    closure.enter(this.#root, undefined, undefined, null, true);
    closure.run();
    for (let at = 0; at < bytes.length; at += 1) {
      text.push(bytes[at]);
      const next = new Closure(this, at + 1, text, this.#maxThreads);
      for (const thread of closure.threads) next.step(thread, this.#step(thread.expr, bytes[at]));
      if (next.threads.length === 0 && next.complete === undefined) {
        return { length: at, threads: closure.threads, complete: closure.complete };
      }
      closure = next;
    }
    return { length: bytes.length, threads: closure.threads, complete: closure.complete };
  }

  get world(): World {
    return this.#world;
  }

  #step(e: ExprId, byte: number): ExprId {
    const key = e * 256 + byte;
    let next = this.#steps.get(key);
    if (next === undefined) {
      next = this.#world.arena.derivative(e, byte, this.#same.fill(0xffffffff));
      if (this.#steps.size >= MAX_KNOWN) this.#steps.clear();
      this.#steps.set(key, next);
    }
    return next;
  }

  continuation(node: LabelledNode, at: number, after: Continuation | undefined): Continuation {
    const key = `${node.id},${at},${after?.id ?? -1}`;
    let known = this.#continuations.get(key);
    if (known === undefined) this.#continuations.set(key, (known = { id: this.#continuations.size, node, at, after }));
    return known;
  }

  /** Whether a node can match the empty text. */
  nullable(node: LabelledNode): boolean {
    let known = this.#nullable.get(node.id);
    if (known === undefined) {
      known = this.#computeNullable(node);
      this.#nullable.set(node.id, known);
    }
    return known;
  }

  #computeNullable(node: LabelledNode): boolean {
    switch (node.op) {
      case "leaf":
        return this.#world.arena.isNullable(node.expr());
      case "sequence":
        return node.parts.every((part) => this.nullable(part));
      case "choice":
        return node.parts.some((part) => this.nullable(part));
      case "repeat":
        return node.min === 0 || this.nullable(node.body);
      case "span":
        return this.nullable(node.body);
      case "later":
        return this.nullable(node.node());
    }
  }
}

interface Task {
  /** The node to enter; undefined: `then` goes on. */
  readonly node: LabelledNode | undefined;
  readonly then: Continuation | undefined;
  readonly trace: Trace | undefined;
  readonly register: Register;
  /** Text was read since the innermost repetition began its round. Rounds without text are not counted, so that none goes on for ever. */
  readonly consumed: boolean;
}

/** Everything that can be reached at one place of the text without reading further. */
class Closure {
  readonly threads: Thread[] = [];
  complete: { readonly trace: Trace | undefined } | undefined;
  readonly #run: LabelledRun;
  readonly #at: number;
  readonly #text: MatchedBytes;
  readonly #maxThreads: number;
  readonly #tasks: Task[] = [];
  readonly #seen = new Set<string>();
  readonly #open = new Map<string, Register[]>();

  constructor(run: LabelledRun, at: number, text: MatchedBytes, maxThreads: number) {
    this.#run = run;
    this.#at = at;
    this.#text = text;
    this.#maxThreads = maxThreads;
  }

  enter(
    node: LabelledNode | undefined,
    then: Continuation | undefined,
    trace: Trace | undefined,
    register: Register,
    consumed: boolean,
  ): void {
    this.#tasks.push({ node, then, trace, register, consumed });
  }

  /** Goes on from a thread whose leaf has taken a byte. */
  step(thread: Thread, next: ExprId): void {
    if (next === NEVER) return;
    this.#settle(thread.leaf, next, thread.leafStart, thread.register, thread.trace, thread.then, true);
    this.run();
  }

  #settle(
    leaf: Leaf,
    e: ExprId,
    leafStart: number,
    before: Register,
    trace: Trace | undefined,
    then: Continuation | undefined,
    consumed: boolean,
  ): void {
    const { world } = this.#run;
    for (const { expr, register } of applyEffects(world, e, before, this.#text)) {
      const key = `${expr},${then?.id ?? -1}`;
      const registers = this.#open.get(key);
      if (registers?.includes(register) === true) continue;
      if (registers === undefined) this.#open.set(key, [register]);
      else registers.push(register);
      if (this.threads.length >= this.#maxThreads) {
        fail(
          "explain-ambiguous",
          "",
          `the text can be read in more than ${this.#maxThreads} ways at byte ${this.#at}`,
          "raise maxThreads, or make the grammar less ambiguous",
        );
      }
      this.threads.push({ leaf, expr, leafStart, register, trace, then });
      if (world.arena.isNullable(expr)) this.enter(undefined, then, trace, register, consumed);
    }
  }

  /** Works off the tasks, depth first, so that ways with precedence come first. */
  run(): void {
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      const key = `${task.node?.id ?? -1},${task.then?.id ?? -1},${task.consumed ? 1 : 0}`;
      // With a register the same place may be reached with another history, and effects tell those apart.
      if (task.register === null) {
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
      }
      if (task.node === undefined) this.#goOn(task);
      else this.#visit(task.node, task);
    }
  }

  #visit(node: LabelledNode, { then, trace, register, consumed }: Task): void {
    switch (node.op) {
      case "leaf":
        this.#settle(node, node.expr(), this.#at, register, trace, then, consumed);
        return;
      case "sequence":
        this.#part(node, 0, then, trace, register, consumed);
        return;
      case "choice":
        for (let index = node.parts.length - 1; index >= 0; index -= 1) this.enter(node.parts[index], then, trace, register, consumed);
        return;
      case "repeat": {
        if (node.min === 0 || this.#run.nullable(node)) this.enter(undefined, then, trace, register, consumed);
        if (node.max !== 0)
          this.enter(node.body, this.#run.continuation(node, node.max === -1 && node.min <= 1 ? 0 : 1, then), trace, register, false);
        return;
      }
      case "span": {
        const opened = { before: trace, path: node.path, byteOffset: this.#at - node.back, end: false };
        this.enter(node.body, this.#run.continuation(node, 0, then), opened, register, consumed);
        return;
      }
      case "later":
        this.enter(node.node(), then, trace, register, consumed);
        return;
    }
  }

  #part(
    node: Extract<LabelledNode, { op: "sequence" }>,
    index: number,
    then: Continuation | undefined,
    trace: Trace | undefined,
    register: Register,
    consumed: boolean,
  ): void {
    if (index >= node.parts.length) this.enter(undefined, then, trace, register, consumed);
    else if (index === node.parts.length - 1) this.enter(node.parts[index], then, trace, register, consumed);
    else this.enter(node.parts[index], this.#run.continuation(node, index + 1, then), trace, register, consumed);
  }

  #goOn({ then, trace, register, consumed }: Task): void {
    if (then === undefined) {
      this.complete ??= { trace };
      return;
    }
    const { node, at, after } = then;
    switch (node.op) {
      case "sequence":
        this.#part(node, at, after, trace, register, consumed);
        return;
      case "repeat": {
        if (!consumed) return;
        // `at` rounds are done; without an upper bound they are not counted past the lower one.
        const endless = node.max === -1;
        if (at >= node.min || (endless && node.min <= 1) || this.#run.nullable(node)) this.enter(undefined, after, trace, register, true);
        if (endless || at < node.max) {
          const round = !endless ? at + 1 : node.min <= 1 ? 0 : Math.min(at + 1, node.min);
          this.enter(node.body, this.#run.continuation(node, round, after), trace, register, false);
        }
        return;
      }
      case "span":
        this.enter(undefined, after, { before: trace, path: node.path, byteOffset: this.#at, end: true }, register, consumed);
        return;
      default:
        throw new Error(`a ${node.op} has nothing that follows`);
    }
  }
}
