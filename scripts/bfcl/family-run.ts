import { StructagError } from "../../src/core/errors.ts";
import { GrammarCompiler } from "../../src/engine.ts";
import {
  buildOutputGrammar,
  chatAnswer,
  type Family,
  isJsonObject,
  type Json,
  JsonNumber,
  type JsonObject,
  type ReaderTool,
  readJson,
  sequentialCallIds,
  type WritableCall,
  writeJson,
} from "../../src/index.ts";
import { createValidator } from "../../src/schema/validate.ts";
import { brokenCalls } from "../../tests/support/broken-calls.ts";
import { byteVocabulary } from "../../tests/support/byte-vocabulary.ts";
import { withoutUndeclaredKeys } from "../../tests/support/undeclared-keys.ts";
import { reasonOf, seconds } from "./reports.ts";
import type { Row } from "./rows.ts";

const CHOICES = ["auto", "required"] as const;
/** Numbers that lose their spelling or value as doubles. */
const NUMBERS = [new JsonNumber("1.0"), new JsonNumber("1152921504606846977")];

/** Writes the calls of each row as a family writes them: its grammars must accept the text, its reader must read the same calls, and a broken type must be refused. */
export function runFamily(family: Family, rows: readonly Row[]): number {
  const compiler = new GrammarCompiler(byteVocabulary());
  const totals = { rows: 0, accepted: 0, reordered: 0, refused: 0, broken: 0, alike: 0, unwritable: 0, numbers: 0, failed: 0 };
  const codes = new Map<string, number>();
  const start = performance.now();
  for (const row of rows) {
    if (row.calls.length === 0) continue;
    totals.rows += 1;
    try {
      checkRow(family, compiler, row, totals);
    } catch (error) {
      if (error instanceof StructagError) {
        totals.refused += 1;
        for (const code of new Set(error.issues.map((issue) => issue.code))) codes.set(code, (codes.get(code) ?? 0) + 1);
        continue;
      }
      totals.failed += 1;
      console.log(`FAIL ${family.id} ${row.id}: ${reasonOf(error)}`);
    }
  }
  const refused = [...codes].map(([code, count]) => `${count} ${code}`).join(", ");
  console.log(
    `${family.id}: ${totals.rows} rows, ${totals.accepted} accepted and read back, ${totals.reordered} in any order, ${totals.refused} refused${refused === "" ? "" : ` (${refused})`}, ` +
      `${totals.numbers} with other numbers, ${totals.broken} broken ones refused, ${totals.alike} of another type that read as the right one, ${totals.unwritable} that cannot be written, ${totals.failed} failed (${seconds(start)})`,
  );
  return totals.failed;
}

function checkRow(family: Family, compiler: GrammarCompiler, { tools, calls: given }: Row, totals: Record<string, number>): void {
  const declared = buildOutputGrammar({ model: family, tools }).request.functions;
  const schemas = new Map(declared.map(({ name, schema }) => [name, schema]));
  const readerTools = declared.map(({ name, schema }) => ({ name, parameters: schema }));
  const calls = given.map(
    (call): WritableCall => ({ ...call, arguments: withoutUndeclaredKeys(schemas.get(call.name), call.arguments).value as JsonObject }),
  );
  const around = family.aroundCalls ?? { before: "", after: "" };
  const textOf = (list: readonly WritableCall[]): string => around.before + family.writeCalls(list, { tools: readerTools }) + around.after;
  for (const toolChoice of CHOICES) {
    const accepts = (anyOrder: boolean): ((text: string) => boolean) => {
      const built = buildOutputGrammar({ model: family, tools, toolChoice, anyOrder, promptOpens: "response", reasoning: "disabled" });
      const compiled = compiler.compileFormat(built.format);
      return (text) => {
        const matcher = compiled.matcher();
        return matcher.acceptString(text) && matcher.isCompleted();
      };
    };
    let accepted = accepts(false);
    const text = textOf(calls);
    if (!accepted(text)) {
      accepted = accepts(true);
      if (!accepted(text)) throw new Error(`${toolChoice} refuses ${text}`);
      if (toolChoice === "auto") totals.reordered += 1;
    }
    for (const list of [calls, ...withNumbers(calls, schemas)]) {
      const written = textOf(list);
      if (!accepted(written)) throw new Error(`${toolChoice} refuses ${written}`);
      const read = readBack(family, readerTools, written);
      if (read.text !== shown(list)) throw new Error(`${written} reads as ${read.text}`);
      if (!read.valid) throw new Error(`${written} reads as invalid`);
      if (list !== calls) totals.numbers += 1;
    }
    for (const { calls: changed, what } of brokenCalls(calls, schemas, { unbreakable: 0 })) {
      const broken = writtenOr(() => textOf(changed));
      if (broken === undefined) totals.unwritable += 1;
      else if (!accepted(broken)) totals.broken += 1;
      else if (readBack(family, readerTools, broken).valid) totals.alike += 1;
      else throw new Error(`${toolChoice} accepts ${what}: ${broken}`);
    }
  }
  totals.accepted += 1;
}

/** Undefined where a syntax cannot write the calls, and says so. */
function writtenOr(write: () => string): string | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof StructagError) return undefined;
    throw error;
  }
}

/** The calls with a number spelled so that a double would lose it, where the schema allows it. */
function* withNumbers(calls: readonly WritableCall[], schemas: ReadonlyMap<string, Json>): Generator<readonly WritableCall[]> {
  for (const number of NUMBERS) {
    for (const [position, call] of calls.entries()) {
      const validator = createValidator(schemas.get(call.name) ?? true);
      const key = [...call.arguments].find(([name, value]) => {
        if (!(value instanceof JsonNumber)) return false;
        // An integer is written as digits.
        const schema = schemas.get(call.name);
        const properties = isJsonObject(schema) ? schema.get("properties") : undefined;
        const property = isJsonObject(properties) ? properties.get(name) : undefined;
        const integer = isJsonObject(property) && property.get("type") === "integer";
        return !(integer && !number.isIntegerSpelling) && validator.validate(new Map([...call.arguments, [name, number]])).valid;
      })?.[0];
      if (key === undefined) continue;
      yield calls.map((other, index) => (index === position ? { ...call, arguments: new Map([...call.arguments, [key, number]]) } : other));
      break;
    }
  }
}

function readBack(family: Family, tools: readonly ReaderTool[], text: string): { readonly text: string; readonly valid: boolean } {
  const reader = family.reader({ tools, promptOpens: "response", callIds: sequentialCallIds() });
  const { message, calls } = chatAnswer([...reader.push(text), ...reader.finish()]);
  const read = (message.tool_calls ?? []).map((call) => ({
    name: call.function.name,
    arguments: readJson(call.function.arguments) as JsonObject,
  }));
  return { text: shown(read), valid: calls.every((call) => call.complete && call.valid) && (message.content ?? "") === "" };
}

function shown(calls: readonly { readonly name: string; readonly arguments: JsonObject }[]): string {
  return calls.map((call) => `${call.name} ${writeJson(call.arguments)}`).join("; ");
}
