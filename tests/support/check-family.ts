import type { CompiledGrammar, GrammarCompiler } from "../../src/engine.ts";
import { buildOutputGrammar, type Family, StructagError, type WritableCall } from "../../src/index.ts";
import {
  CALLS,
  CONTRACT_TOOLS,
  chunkDifference,
  contractCases,
  contractGrammar,
  leakedMarker,
  mutants,
  READER_TOOLS,
  readAll,
  walkFault,
  walks,
  written,
} from "./family-contract.ts";

/** How much is tried of each family. */
export interface ContractEffort {
  /** Walks of each grammar. */
  readonly walks: number;
  /** Random cuts of each text that is read in pieces. */
  readonly cuts: number;
  /** Every how many walks a text is read in pieces and mutated. */
  readonly every: number;
}

export interface ContractReport {
  readonly faults: readonly string[];
  readonly walks: number;
  readonly calls: number;
  readonly mutants: number;
}

/** Most faults that are kept of a family. */
const MAX_FAULTS = 20;

/** Holds a family to the contract: what its grammars let out is read back, however it is cut; what it writes is accepted; no mutant breaks it. */
export function checkFamily(family: Family, compiler: GrammarCompiler, effort: ContractEffort): ContractReport {
  const faults: string[] = [];
  const count = { walks: 0, calls: 0, mutants: 0 };
  const fault = (text: string): void => {
    if (faults.length < MAX_FAULTS) faults.push(text);
  };
  for (const contractCase of contractCases(family)) {
    const auto = contractCase.mode === "required" ? contractGrammar(compiler, family, { ...contractCase, mode: "auto" }) : undefined;
    const where = `${family.id} ${contractCase.mode} reasoning ${contractCase.reasoning}`;
    const { built, compiled } = contractGrammar(compiler, family, contractCase);
    for (const { seed, text } of walks(compiled, effort.walks)) {
      count.walks += 1;
      const read = readAll(family, built.promptOpens, [text]);
      count.calls += read.calls.length;
      const wrong = walkFault(family, contractCase, read);
      if (wrong !== undefined) fault(`${where} seed ${seed}: ${wrong}\n${JSON.stringify(text)}`);
      if (auto !== undefined && !accepts(auto.compiled, text)) fault(`${where} seed ${seed}: auto refuses it\n${JSON.stringify(text)}`);
      if (seed % effort.every !== 0) continue;
      const difference = chunkDifference(family, built.promptOpens, text, effort.cuts);
      if (difference !== undefined) fault(`${where} seed ${seed}: ${difference}`);
      for (const mutant of mutants(family, text, seed)) {
        count.mutants += 1;
        const broken = mutantFault(family, built.promptOpens, text, mutant);
        if (broken !== undefined) fault(`${where} seed ${seed}: ${broken}\n${JSON.stringify(mutant.text)}`);
      }
    }
  }
  for (const wrong of textFaults(family, compiler)) fault(wrong);
  for (const wrong of writingFaults(family, compiler, effort)) fault(wrong);
  return { faults, ...count };
}

function mutantFault(
  family: Family,
  promptOpens: "think" | "response" | "none",
  text: string,
  mutant: { readonly text: string; readonly from: number },
): string | undefined {
  const before = readAll(family, promptOpens, [text.slice(0, mutant.from)]);
  const after = readAll(family, promptOpens, [mutant.text]);
  const whole = before.calls.filter((call) => call.complete && call.valid);
  for (const [index, call] of whole.entries()) {
    if (after.calls[index]?.name !== call.name || after.calls[index]?.arguments !== call.arguments) {
      return `a mutant loses the earlier call ${call.name}(${call.arguments})`;
    }
  }
  return chunkDifference(family, promptOpens, mutant.text, 3);
}

function accepts(compiled: CompiledGrammar, text: string): boolean {
  const matcher = compiled.matcher();
  return matcher.acceptString(text) && matcher.isCompleted();
}

/** Texts that hold no marker of any family. */
const PLAIN = "Hello.";
const TEXTS = [
  PLAIN,
  "Use {x}, [y](z) and f(a=1): if a < b && c > d, say \"yes\" or 'no'; `code`.\n\n- one\n# two\n| 3 |",
  "a { b",
  'x <y z="1"> w',
];

/** Text without calls is accepted and read as it is; families whose answer has a wrapper are left out. */
function* textFaults(family: Family, compiler: GrammarCompiler): Generator<string> {
  for (const toolChoice of ["auto", "none"]) {
    const { format } = buildOutputGrammar({
      model: family,
      tools: CONTRACT_TOOLS,
      toolChoice,
      reasoning: "disabled",
      coverage: "final_output_only",
    });
    const compiled = compiler.compileFormat(format);
    if (!accepts(compiled, PLAIN)) return;
    for (const text of TEXTS) {
      if (!accepts(compiled, text)) yield `${family.id} ${toolChoice}: refuses the text ${JSON.stringify(text)}`;
      const read = readAll(family, "response", [text]);
      if (read.content !== text || read.calls.length > 0) yield `${family.id}: reads ${JSON.stringify(text)} as ${JSON.stringify(read)}`;
      const answer = buildOutputGrammar({
        model: family,
        tools: CONTRACT_TOOLS,
        toolChoice,
        reasoning: "disabled",
        coverage: "final_output_only",
        responseFormat: {
          type: "json_schema",
          json_schema: { name: "a", schema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
        },
      });
      if (!accepts(compiler.compileFormat(answer.format), '{"a":"b"}')) yield `${family.id} ${toolChoice}: refuses a constrained answer`;
    }
  }
}

/** The calls as the family writes them; `undefined` where its syntax cannot hold one of their values. */
export function writtenOr(family: Family, calls: readonly WritableCall[]): string | undefined {
  try {
    return family.writeCalls(calls, { tools: READER_TOOLS });
  } catch (error) {
    if (error instanceof StructagError && error.code === "family-call-value") return undefined;
    throw error;
  }
}

function* writingFaults(family: Family, compiler: GrammarCompiler, effort: ContractEffort): Generator<string> {
  for (const toolChoice of ["auto", "required"] as const) {
    const built = buildOutputGrammar({
      model: family,
      tools: CONTRACT_TOOLS,
      toolChoice,
      reasoning: "disabled",
      coverage: "final_output_only",
    });
    const compiled = compiler.compileFormat(built.format);
    const around = family.aroundCalls ?? { before: "", after: "" };
    for (const calls of CALLS) {
      const body = writtenOr(family, calls);
      if (body === undefined) continue;
      const text = around.before + body + around.after;
      const where = `${family.id} ${toolChoice} written`;
      if (!accepts(compiled, text)) yield `${where}: not accepted\n${JSON.stringify(text)}`;
      const read = readAll(family, "response", [text]);
      const same = JSON.stringify(written(read.calls)) === JSON.stringify(written(calls));
      if (!same || read.calls.some((call) => !call.complete || !call.valid)) {
        yield `${where}: read back as ${JSON.stringify(read.calls)}\n${JSON.stringify(text)}`;
      }
      const leaked = leakedMarker(family, read);
      if (leaked !== undefined) yield `${where}: ${leaked}\n${JSON.stringify(text)}`;
      const difference = chunkDifference(family, "response", text, effort.cuts);
      if (difference !== undefined) yield `${where}: ${difference}`;
    }
  }
}
