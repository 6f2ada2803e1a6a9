import type { Json } from "../../src/core/json.ts";
import { fromNative, toNative } from "../../src/core/json.ts";
import { writeJson } from "../../src/core/json-write.ts";
import { SeededRandom } from "../../src/core/random.ts";
import { type CompiledGrammar, type Draft, GrammarCompiler, StructagError, sampleText } from "../../src/engine.ts";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import { type AjvValidator, ajvValidator, type UndeclaredDraft } from "../../tests/support/ajv.ts";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { generateNoise } from "../../tests/support/noise.ts";
import { Arbiter } from "./arbiter.ts";
import { Mutator } from "./mutants.ts";
import { randomSchema } from "./random-schema.ts";

export interface AgreementOptions {
  /** Texts for each schema; every third with keys in any order. */
  readonly walks: number;
  /** How many of them are written under masks of `vocabulary`, tokens limited. */
  readonly maskWalks: number;
  /** Changed values for each schema; half as many changed texts come on top. */
  readonly mutants: number;
  readonly seed: number;
  /** Undefined: no walks under masks. */
  readonly vocabulary: Vocabulary | undefined;
}

export interface AgreementSchema {
  readonly id: string;
  readonly schema: Json;
  /** The draft for us, and for Ajv. */
  readonly draft: Draft;
  readonly ajvDraft: UndeclaredDraft;
  /** Values to change, beside those that were walked. */
  readonly seeds: readonly Json[];
}

/** Schema number `index` of a seed; every fourth is one of draft 7. */
export function randomAgreementSchema(seed: number, index: number): AgreementSchema {
  const draft = index % 4 === 3 ? "draft7" : "2020-12";
  const schema = fromNative(randomSchema(new SeededRandom(seed * 1_000_000 + index), draft));
  return { id: `random-${index}`, schema, draft, ajvDraft: draft, seeds: [] };
}

const MASKED_TOKENS = [48, 192, 768];

/** What was found out about schemas. */
export interface AgreementFindings {
  readonly counts: Record<
    "schemas" | "withoutAjv" | "tooMuchWork" | "walks" | "masked" | "unfinished" | "accepted" | "refused" | "unwritten",
    number
  >;
  /** Schemas that do not compile, by code. */
  readonly refusals: Map<string, number>;
  /** Values on which Ajv and our validator differ, by the keyword that does. */
  readonly disputed: Map<string, string[]>;
  readonly faults: string[];
}

/** A refusal while a grammar is used, which costs the request and nothing else. */
function isTooMuchWork(error: unknown): boolean {
  return error instanceof StructagError && error.code === "expr-too-much-work";
}

/** Holds grammars of schemas to Ajv: what walks write must validate, and what is changed must be refused exactly where it no longer does. */
export class AgreementRun {
  readonly findings: AgreementFindings = {
    counts: { schemas: 0, withoutAjv: 0, tooMuchWork: 0, walks: 0, masked: 0, unfinished: 0, accepted: 0, refused: 0, unwritten: 0 },
    refusals: new Map(),
    disputed: new Map(),
    faults: [],
  };
  readonly #options: AgreementOptions;
  readonly #bytes = new GrammarCompiler(byteVocabulary());
  readonly #masks: GrammarCompiler | undefined;

  constructor(options: AgreementOptions) {
    this.#options = options;
    this.#masks = options.vocabulary === undefined ? undefined : new GrammarCompiler(options.vocabulary);
  }

  schema(agreement: AgreementSchema): void {
    const { id, schema, draft, ajvDraft, seeds } = agreement;
    const { counts, refusals } = this.findings;
    const text = writeJson(schema);
    const compile = (compiler: GrammarCompiler): CompiledGrammar[] =>
      [false, true].map((anyOrder) => compiler.compileJsonSchema(text, { schema: { draft }, writing: { anyOrder } }));
    let grammars: readonly CompiledGrammar[];
    let masked: readonly CompiledGrammar[] | undefined;
    try {
      grammars = compile(this.#bytes);
      masked = this.#masks === undefined ? undefined : compile(this.#masks);
    } catch (error) {
      if (!(error instanceof StructagError)) throw error;
      refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
      this.#checkUnsatisfiable(id, error.code, text, schema, ajvDraft, seeds);
      return;
    }
    const ajv = ajvValidator(toNative(schema), ajvDraft);
    if (ajv === undefined) {
      counts.withoutAjv += 1;
      return;
    }
    counts.schemas += 1;
    try {
      this.#use(agreement, ajv, grammars, masked);
    } catch (error) {
      if (!isTooMuchWork(error)) throw error;
      counts.tooMuchWork += 1;
    }
  }

  /** Walks and mutants of one schema. */
  #use(
    { id, schema, draft, seeds }: AgreementSchema,
    ajv: AjvValidator,
    grammars: readonly CompiledGrammar[],
    masked: readonly CompiledGrammar[] | undefined,
  ): void {
    const { counts } = this.findings;
    const arbiter = new Arbiter(schema, draft, ajv);
    const hold = (what: string, written: string, accepted: boolean, strict: boolean): void =>
      this.#hold(arbiter, id, what, written, accepted, strict);
    const values = seeds.map(toNative);
    const base = seedOf(id, this.#options.seed);
    for (let walk = 0; walk < this.#options.walks; walk += 1) {
      const order = walk % 3 === 2 ? 1 : 0;
      const seed = base + walk;
      const under = walk < this.#options.maskWalks ? masked?.[order] : undefined;
      const written = this.#attempt(id, () => (under === undefined ? this.#walk(grammars[order], seed) : this.#maskedWalk(under, seed)));
      if (written === undefined) continue;
      counts.walks += 1;
      if (under !== undefined) counts.masked += 1;
      hold(under === undefined ? "walk" : "walk under masks", written, true, true);
      values.push(JSON.parse(written));
    }
    const random = new SeededRandom(base);
    const mutator = new Mutator(toNative(schema), random);
    const accepts = (written: string): boolean =>
      grammars.some((grammar) => {
        const matcher = grammar.matcher();
        return matcher.acceptString(written) && matcher.isCompleted();
      });
    if (values.length === 0) values.push(null);
    for (let at = 0; at < this.#options.mutants; at += 1) {
      const value = random.pick(values);
      const written = JSON.stringify(mutator.value(value));
      hold("changed value", written, accepts(written), true);
      if (at % 2 === 1) continue;
      const broken = mutator.text(JSON.stringify(value));
      hold("changed text", broken, accepts(broken), false);
    }
  }

  #attempt(id: string, walk: () => string | undefined): string | undefined {
    try {
      return walk();
    } catch (error) {
      if (isTooMuchWork(error)) throw error;
      this.findings.faults.push(`${id}  walk failed: ${String(error).slice(0, 300)}`);
      return undefined;
    }
  }

  #walk(grammar: CompiledGrammar, seed: number): string | undefined {
    const { text, complete } = sampleText(grammar, { seed, maxBytes: [40, 120, 300][seed % 3] });
    if (complete) return text;
    this.findings.counts.unfinished += 1;
    return undefined;
  }

  #maskedWalk(grammar: CompiledGrammar, seed: number): string | undefined {
    for (const maxTokens of MASKED_TOKENS) {
      const noise = generateNoise(grammar, { seed, maxTokens });
      if (noise.kind === "text") return noise.text;
    }
    this.findings.counts.unfinished += 1;
    return undefined;
  }

  /** A schema that is refused because nothing is valid must not have a value. */
  #checkUnsatisfiable(id: string, code: string, text: string, schema: Json, ajvDraft: UndeclaredDraft, seeds: readonly Json[]): void {
    if (!code.endsWith("unsatisfiable")) return;
    const ajv = ajvValidator(toNative(schema), ajvDraft);
    if (ajv === undefined) return;
    const arbiter = new Arbiter(schema, ajvDraft, ajv);
    const mutator = new Mutator(toNative(schema), new SeededRandom(seedOf(id, this.#options.seed)));
    const values = [null, {}, [], "", 0, ...seeds.map(toNative)];
    for (let at = 0; at < 2 * this.#options.mutants; at += 1) {
      const value = at < values.length ? values[at] : mutator.value(values[at % values.length]);
      const verdict = arbiter.judge(JSON.stringify(value));
      if (verdict.valid && !verdict.unwritten)
        this.findings.faults.push(`${id}  ${code}, but ${JSON.stringify(value)} is valid: ${text.slice(0, 300)}`);
    }
  }

  /** `strict`: the text is spelled as JSON.stringify does, so a valid one must be accepted. */
  #hold(arbiter: Arbiter, id: string, what: string, text: string, accepted: boolean, strict: boolean): void {
    const { counts, disputed, faults } = this.findings;
    counts[accepted ? "accepted" : "refused"] += 1;
    const { valid, unwritten, dispute } = arbiter.judge(text);
    if (dispute !== undefined) {
      const list = disputed.get(dispute) ?? [];
      disputed.set(dispute, [...list, `${id}: ${text.slice(0, 200)}`]);
    }
    if (valid === accepted) return;
    if (valid && (unwritten || !strict)) counts.unwritten += 1;
    else faults.push(`${id}  ${what}: ${accepted ? "accepted, but invalid" : "refused, but valid"}: ${text.slice(0, 300)}`);
  }
}

/** Other texts and changes for each schema. */
function seedOf(id: string, seed: number): number {
  let hash = seed;
  for (const character of id) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash;
}
