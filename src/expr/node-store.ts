import { StructagError } from "../core/errors.ts";
import type { ByteSet } from "./byte-set.ts";
import type { Effect, Rule, TokenSet } from "./definitions.ts";
import { ALT_KIND, AND_KIND, EMPTY, type ExprId, NEVER } from "./kinds.ts";
import { WorkMeter } from "./meter.ts";

/** Default limit on expression nodes of one arena. */
const DEFAULT_MAX_NODES = 16_000_000;

/** Room from the start for a server's usual mix of schemas, since growing stops the request that needs it for milliseconds. 4 MiB in all. */
const INITIAL_NODES = 1 << 17;

/** Nodes that are taken over into a larger table with each new node. */
const MOVED_AT_ONCE = 8;

/** What a rule holds on to: its states and, together with others, the schema that it came from. Measured over ten thousand tool schemas. */
const RULE_BYTES = 25_000;
/** Ids stay below this, so that two of them fit one exact number. */
const ID_LIMIT = 0x1000000;

/**
 * The hash-consed nodes of an arena in typed arrays: equal nodes have equal ids. Operands are described in `kinds.ts`; the operands of alternations and intersections lie in
 * `pool`. Ids are never renumbered or freed; an arena is dropped as a whole.
 */
export class NodeStore {
  kind = new Uint8Array(INITIAL_NODES);
  flags = new Uint8Array(INITIAL_NODES);
  a = new Int32Array(INITIAL_NODES);
  b = new Int32Array(INITIAL_NODES);
  c = new Int32Array(INITIAL_NODES);
  pool = new Int32Array(INITIAL_NODES);
  nodeCount = 2;
  poolLength = 0;
  readonly sets: ByteSet[] = [];
  readonly rules: Rule[] = [];
  readonly tokenSets: TokenSet[] = [];
  readonly effects: Effect[] = [];
  readonly maxNodes: number;
  /** Counts what is looked at and made. */
  readonly meter = new WorkMeter();
  #table = new Int32Array(INITIAL_NODES * 2);
  #mask = INITIAL_NODES * 2 - 1;
  /** The table before the last growth, for nodes from `#moved` on that are not in the new one yet: moving all at once would stop a request for long. */
  #before: Int32Array | undefined;
  #moved = 0;
  #toMove = 0;
  readonly #setIndex = new Map<number, number[]>();
  readonly #ruleIndex = new Map<Rule, number>();
  readonly #effectIndex = new Map<Effect, number>();
  readonly #tokenSetIndex = new Map<string, number>();

  constructor(maxNodes: number = DEFAULT_MAX_NODES) {
    this.maxNodes = Math.min(maxNodes, ID_LIMIT);
    this.kind[NEVER] = 0;
    this.kind[EMPTY] = 1;
    this.flags[EMPTY] = 1;
  }

  /** Bytes of the typed arrays and about those of the rules, an estimate of the arena's size without rows and masks. */
  get byteLength(): number {
    const table = this.#table.length + (this.#before?.length ?? 0);
    return this.kind.length * 14 + this.pool.length * 4 + table * 4 + this.rules.length * RULE_BYTES;
  }

  internSet(set: ByteSet): number {
    const hash = hashList(8, set, 8);
    const bucket = this.#setIndex.get(hash);
    if (bucket !== undefined) for (const index of bucket) if (sameSet(this.sets[index], set)) return index;
    const index = this.sets.length;
    this.sets.push(set);
    if (bucket === undefined) this.#setIndex.set(hash, [index]);
    else bucket.push(index);
    return index;
  }

  internRule(rule: Rule): number {
    return internObject(this.#ruleIndex, this.rules, rule);
  }

  internEffect(effect: Effect): number {
    return internObject(this.#effectIndex, this.effects, effect);
  }

  internTokenSet(set: TokenSet): number {
    const key = `${set.negated ? "!" : ""}${[...set.ids].sort((x, y) => x - y).join()}`;
    let index = this.#tokenSetIndex.get(key);
    if (index === undefined) {
      index = this.tokenSets.length;
      this.tokenSets.push(set);
      this.#tokenSetIndex.set(key, index);
    }
    return index;
  }

  /** The node with these operands, made with `flags` where it is new. */
  node(kind: number, a: number, b: number, c: number, flags: number): ExprId {
    const hash = hash3(kind, a, b, c);
    const known = this.#find(this.#table, hash, kind, a, b, c) || (this.#before && this.#find(this.#before, hash, kind, a, b, c));
    return known || this.#add(hash, kind, a, b, c, flags);
  }

  /** The alternation or intersection of `count` operands in `list`, which are ascending and distinct. */
  listNode(kind: number, list: ArrayLike<number>, count: number, flags: number): ExprId {
    this.meter.spend(count);
    const hash = hashList(kind, list, count);
    const known =
      this.#findList(this.#table, hash, kind, list, count) || (this.#before && this.#findList(this.#before, hash, kind, list, count));
    if (known) return known;
    const offset = this.poolLength;
    if (offset + count > this.pool.length) {
      const grown = new Int32Array(Math.max(this.pool.length * 2, offset + count));
      grown.set(this.pool);
      this.pool = grown;
    }
    for (let index = 0; index < count; index += 1) this.pool[offset + index] = list[index];
    this.poolLength += count;
    return this.#add(hash, kind, offset, count, 0, flags);
  }

  /** The node with these operands in a table, or 0. */
  #find(table: Int32Array, hash: number, kind: number, a: number, b: number, c: number): ExprId {
    const mask = table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = table[slot];
      if (id === 0 || (this.kind[id] === kind && this.a[id] === a && this.b[id] === b && this.c[id] === c)) return id;
    }
  }

  #findList(table: Int32Array, hash: number, kind: number, list: ArrayLike<number>, count: number): ExprId {
    const mask = table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = table[slot];
      if (id === 0 || (this.kind[id] === kind && this.b[id] === count && this.#sameList(this.a[id], list, count))) return id;
    }
  }

  #sameList(offset: number, list: ArrayLike<number>, count: number): boolean {
    for (let index = 0; index < count; index += 1) if (this.pool[offset + index] !== list[index]) return false;
    return true;
  }

  #add(hash: number, kind: number, a: number, b: number, c: number, flags: number): ExprId {
    this.meter.spend(1);
    const id = this.nodeCount;
    if (id >= this.maxNodes) {
      throw new StructagError({
        code: "expr-too-many-nodes",
        path: "",
        message: `the grammar needs more than ${this.maxNodes} expression nodes`,
        hint: "simplify the schema or grammar, or raise maxNodes",
      });
    }
    if (id === this.kind.length) this.#growNodes();
    this.nodeCount = id + 1;
    this.kind[id] = kind;
    this.flags[id] = flags;
    this.a[id] = a;
    this.b[id] = b;
    this.c[id] = c;
    this.#insert(hash, id);
    if (this.#before !== undefined) this.#move();
    else if (this.nodeCount * 2 > this.#table.length) this.#growTable();
    return id;
  }

  #insert(hash: number, id: ExprId): void {
    let slot = hash & this.#mask;
    while (this.#table[slot] !== 0) slot = (slot + 1) & this.#mask;
    this.#table[slot] = id;
  }

  #growNodes(): void {
    const size = this.kind.length * 2;
    this.kind = grow(this.kind, new Uint8Array(size));
    this.flags = grow(this.flags, new Uint8Array(size));
    this.a = grow(this.a, new Int32Array(size));
    this.b = grow(this.b, new Int32Array(size));
    this.c = grow(this.c, new Int32Array(size));
  }

  #growTable(): void {
    this.#before = this.#table;
    this.#table = new Int32Array(this.#table.length * 2);
    this.#mask = this.#table.length - 1;
    this.#moved = 2;
    this.#toMove = this.nodeCount;
  }

  /** Takes some more nodes over into the new table; all are there long before it is full. */
  #move(): void {
    const end = Math.min(this.#moved + MOVED_AT_ONCE, this.#toMove);
    for (let id = this.#moved; id < end; id += 1) {
      const kind = this.kind[id];
      const isList = kind === ALT_KIND || kind === AND_KIND;
      const list = isList ? this.pool.subarray(this.a[id], this.a[id] + this.b[id]) : undefined;
      this.#insert(list === undefined ? hash3(kind, this.a[id], this.b[id], this.c[id]) : hashList(kind, list, this.b[id]), id);
    }
    this.#moved = end;
    if (end === this.#toMove) this.#before = undefined;
  }
}

function internObject<T>(index: Map<T, number>, list: T[], object: T): number {
  let at = index.get(object);
  if (at === undefined) {
    at = list.length;
    list.push(object);
    index.set(object, at);
  }
  return at;
}

function grow<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function sameSet(x: ByteSet, y: ByteSet): boolean {
  for (let word = 0; word < 8; word += 1) if (x[word] !== y[word]) return false;
  return true;
}

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1);
  h ^= h >>> 15;
  return h;
}

function hash3(kind: number, a: number, b: number, c: number): number {
  let h = mix(mix(mix(kind + 1, a), b), c);
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
}

function hashList(kind: number, list: ArrayLike<number>, count: number): number {
  let h = kind + count;
  for (let index = 0; index < count; index += 1) h = mix(h, list[index]);
  h = Math.imul(h, 0x85ebca6b);
  return h ^ (h >>> 13);
}
