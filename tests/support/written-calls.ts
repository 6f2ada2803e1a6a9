import { type CompiledGrammar, type GrammarCompiler, tokenizeGreedy } from "../../src/engine.ts";
import {
  buildOutputGrammar,
  type Coverage,
  type Json,
  type JsonObject,
  type OutputGrammar,
  resolveFamily,
  type WritableCall,
} from "../../src/index.ts";
import { brokenCalls } from "./broken-calls.ts";
import { K3_CLOSE, K3_OPEN, K3_SEP, k3Close } from "./kimi-k3-markers.ts";
import { withoutUndeclaredKeys } from "./undeclared-keys.ts";

const MODEL = "kimi-k3";
const SPECIAL = new RegExp(`(${[K3_OPEN, K3_CLOSE, K3_SEP].map((text) => text.replaceAll("|", "\\|")).join("|")})`);
const encoder = new TextEncoder();

export interface WrittenCallsReport {
  /** Choices and coverages under which the calls are accepted in declared order. */
  readonly accepted: number;
  /** Choices under which they are accepted only in any order. */
  readonly reordered: readonly string[];
  /** Arguments that strict tools close and the calls give all the same: the calls are refused with them, and the rest is said of the calls without. */
  readonly undeclared: readonly string[];
  /** Where an output was refused that should be accepted, or accepted that should be refused. */
  readonly faults: readonly string[];
  /** Outputs with one argument of another type that were refused. */
  readonly brokenRefused: number;
  /** Arguments that take a value of any type, so that none could be broken. */
  readonly unbreakable: number;
}

/**
 * Writes calls in Kimi K3's wire form and holds them against the grammars of their tools: auto and required, and named where there is one
 * tool, in both coverages. With the type of one argument broken, each argument in its turn, every grammar must refuse them.
 */
export function checkWrittenCalls(compiler: GrammarCompiler, tools: Json, given: readonly WritableCall[]): WrittenCallsReport {
  const declared = buildOutputGrammar({ model: MODEL, tools }).request.functions;
  const schemas = new Map(declared.map(({ name, schema }) => [name, schema]));
  const undeclared: string[] = [];
  const calls = given.map((call) => {
    const kept = withoutUndeclaredKeys(schemas.get(call.name), call.arguments);
    undeclared.push(...kept.undeclared);
    return { ...call, arguments: kept.value as JsonObject };
  });
  const text = outputText(calls);
  const choices: readonly [string, unknown][] = [
    ["auto", "auto"],
    ["required", "required"],
    ...declared.slice(0, declared.length === 1 ? 1 : 0).map(({ name }): [string, unknown] => ["named", { type: "function", name }]),
  ];
  const report = { accepted: 0, reordered: [] as string[], undeclared, faults: [] as string[], brokenRefused: 0, unbreakable: 0 };
  const broken = [...brokenCalls(calls, schemas, report)];
  for (const [name, toolChoice] of choices) {
    for (const coverage of ["from_token_zero", "final_output_only"] as const) {
      const where = `${name}, ${coverage}`;
      const inOrder = grammarOf(compiler, { tools, toolChoice, coverage });
      // From the first token on, a named choice is one call.
      const expected = !(name === "named" && coverage === "from_token_zero" && calls.length > 1);
      const accepted = inOrder(text);
      const anyOrder = !accepted && expected ? grammarOf(compiler, { tools, toolChoice, coverage, anyOrder: true }) : undefined;
      if (accepted !== expected) {
        if (accepted) report.faults.push(`${where}: ${calls.length} calls are accepted where one is due`);
        else if (anyOrder?.(text) === true) report.reordered.push(where);
        else report.faults.push(`${where}: refused`);
      } else if (accepted) report.accepted += 1;
      if (undeclared.length > 0 && inOrder(outputText(given))) report.faults.push(`${where}: accepted with undeclared keys`);
      for (const { calls: changed, what } of broken) {
        const changedText = outputText(changed);
        if (inOrder(changedText) || anyOrder?.(changedText) === true) report.faults.push(`${where}: accepted with ${what}`);
        else report.brokenRefused += 1;
      }
    }
  }
  return report;
}

function outputText(calls: readonly WritableCall[]): string {
  return k3Close("response") + resolveFamily(MODEL).writeCalls(calls, {}) + k3Close("message");
}

interface GrammarOptions {
  readonly tools: Json;
  readonly toolChoice: unknown;
  readonly coverage: Coverage;
  readonly anyOrder?: boolean;
}

function grammarOf(compiler: GrammarCompiler, options: GrammarOptions): (text: string) => boolean {
  const grammar: OutputGrammar = buildOutputGrammar({ model: MODEL, promptOpens: "response", ...options });
  const compiled = compiler.compileFormat(grammar.format);
  return (text) => {
    const matcher = compiled.matcher();
    const accepted = matcher.acceptString(text) && matcher.isCompleted();
    if (accepted !== followsMasks(compiled, text)) throw new Error(`masks and text disagree on ${text}`);
    return accepted;
  };
}

/** The same as tokens, each of which the mask must let through. */
function followsMasks(grammar: CompiledGrammar, text: string): boolean {
  const { vocabulary } = grammar;
  const matcher = grammar.matcher();
  for (const piece of text.split(SPECIAL)) {
    const special = vocabulary.specialTokens.get(piece);
    for (const token of special === undefined ? tokenizeGreedy(vocabulary, encoder.encode(piece)) : [special]) {
      if (!matcher.nextTokenMask().has(token) || !matcher.acceptToken(token)) return false;
    }
  }
  return matcher.isCompleted();
}
