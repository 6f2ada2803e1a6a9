import { type CompiledGrammar, type GrammarCompiler, StructagError } from "../../src/engine.ts";
import { buildOutputGrammar, type FunctionTool, type Json, readTools, writeJson } from "../../src/index.ts";
import { k3Close, k3Open } from "../../tests/support/kimi-k3-markers.ts";
import { noiseCalls } from "../../tests/support/kimi-k3-noise.ts";
import { ArgumentJudge, generateNoise } from "../../tests/support/noise.ts";
import { reasonOf, seconds } from "./reports.ts";
import type { Row } from "./rows.ts";

export interface NoiseRunOptions {
  readonly seeds: number;
  readonly maxTokens: number;
  readonly verbose: boolean;
}

/** Tokens are doubled up to this many times where no output fits. */
const MAX_DOUBLINGS = 6;

/** Noise under the grammars of many tools and schemas, with what it found. */
export class NoiseRun {
  readonly #compiler: GrammarCompiler;
  readonly #options: NoiseRunOptions;
  readonly #start = performance.now();
  readonly #seen = new Set<string>();
  readonly #refused = new Map<string, string[]>();
  readonly #totals = { tools: 0, schemas: 0, outputs: 0, calls: 0, tokens: 0, withoutAjv: 0, failed: 0 };

  constructor(compiler: GrammarCompiler, options: NoiseRunOptions) {
    this.#compiler = compiler;
    this.#options = options;
  }

  row({ id, tools, schema }: Row): void {
    this.#attempt(`${id} (tools)`, () => {
      for (const tool of readTools(tools)) if (tool.kind === "function") this.#attempt(`${id} ${tool.name}`, () => this.#tool(id, tool));
    });
    if (schema !== undefined) this.#attempt(`${id} alone`, () => this.#schema(id, schema));
  }

  /** Prints the figures; the number of faults. */
  report(): number {
    for (const [code, names] of this.#refused) {
      const shown = this.#options.verbose ? names : names.slice(0, 3);
      console.log(`refused ${names.length} with ${code}: ${shown.join(", ")}${shown.length < names.length ? " …" : ""}`);
    }
    const { tools, schemas, outputs, calls, tokens, withoutAjv, failed } = this.#totals;
    console.log(
      `${tools} tools and ${schemas} schemas: ${outputs} outputs with ${calls} calls, ${tokens} tokens (${seconds(this.#start)})`,
    );
    if (withoutAjv > 0) console.log(`${withoutAjv} schemas without Ajv's opinion, which can't compile them`);
    console.log(`${outputs - failed} passed, ${failed} failed`);
    return failed;
  }

  #tool(id: string, tool: FunctionTool): void {
    // Many rows share their tools.
    const key = `${tool.name}\n${writeJson(tool.parameters)}\n${tool.strict}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const { format } = buildOutputGrammar({
      model: "kimi-k3",
      tools: [tool],
      toolChoice: { type: "function", name: tool.name },
      promptOpens: "response",
    });
    const grammar = this.#compiler.compileFormat(format);
    const judges = new Map([[tool.name, this.#judge(tool.parameters)]]);
    const prefix = k3Close("response") + k3Open("tools");
    this.#totals.tools += 1;
    this.#outputs(grammar, `${id} ${tool.name}`, (seed, maxTokens) => {
      const outcome = noiseCalls(grammar, { seed, maxTokens, prefix, promptOpens: "response", tools: [tool], mustCall: true, judges });
      if (outcome.kind === "refused") throw new Error(outcome.code);
      this.#totals.calls += outcome.calls;
      return outcome;
    });
  }

  #schema(id: string, schema: Json): void {
    const grammar = this.#compiler.compileJsonSchema(writeJson(schema));
    const judge = this.#judge(schema);
    this.#totals.schemas += 1;
    this.#outputs(grammar, `${id} alone`, (seed, maxTokens) => {
      const noise = generateNoise(grammar, { seed, maxTokens });
      if (noise.kind === "refused") throw new Error(noise.code);
      return { tokens: noise.tokens, text: noise.text, faults: judge.problems(noise.text) };
    });
  }

  #outputs(
    grammar: CompiledGrammar,
    name: string,
    make: (seed: number, maxTokens: number) => { readonly tokens: number; readonly text: string; readonly faults: readonly string[] },
  ): void {
    let maxTokens = this.#options.maxTokens;
    const least = grammar.matcher().minTokensToComplete();
    for (let doublings = 0; least > maxTokens && doublings < MAX_DOUBLINGS; doublings += 1) maxTokens *= 2;
    if (least > maxTokens) {
      this.#refuse("matcher-budget", name);
      return;
    }
    for (let seed = 0; seed < this.#options.seeds; seed += 1) {
      this.#totals.outputs += 1;
      const { tokens, text, faults } = make(seed, maxTokens);
      this.#totals.tokens += tokens;
      if (faults.length > 0) this.#fail(`${name}, seed ${seed}`, `${faults.join("; ")} in ${JSON.stringify(text)}`);
      else if (this.#options.verbose) console.log(`${name}, seed ${seed}: ${JSON.stringify(text)}`);
    }
  }

  #judge(schema: Json): ArgumentJudge {
    const judge = new ArgumentJudge(schema);
    if (!judge.hasSecondOpinion) this.#totals.withoutAjv += 1;
    return judge;
  }

  #attempt(name: string, body: () => void): void {
    try {
      body();
    } catch (error) {
      if (error instanceof StructagError) this.#refuse(error.code, name);
      else this.#fail(name, reasonOf(error));
    }
  }

  #refuse(code: string, name: string): void {
    const names = this.#refused.get(code);
    if (names === undefined) this.#refused.set(code, [name]);
    else names.push(name);
  }

  #fail(name: string, reason: string): void {
    this.#totals.failed += 1;
    console.log(`FAIL ${name}: ${reason}`);
  }
}
