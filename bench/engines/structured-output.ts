import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import { peerFile, peerVersion } from "../peers.ts";
import { type Compiled, type Engine, type Matcher, NotExpressible, type Session } from "./engine.ts";

const PACKAGE = "@huggingface/transformers-structured-output";

interface Tokenizer {
  readonly tokens: readonly Uint8Array[];
  readonly eosTokenId: number;
  readonly specialTokenIds: readonly number[];
}

/** What the processor runs inside: reached into, because its public call also applies the mask to logits. */
interface Constraint {
  fillMask(target: Uint32Array): boolean;
  commit(token: number): boolean;
}

interface Processor {
  readonly processors: readonly [{ readonly state: { readonly constraint: Constraint } }];
}

interface StructuredOutputProcessor {
  new (tokenizer: Tokenizer, format: { readonly type: "json_schema"; readonly json_schema: unknown }): Processor;
  warmup(tokenizer: Tokenizer): void;
}

/** @throws where the package cannot be imported */
export async function structuredOutput(vocabulary: Vocabulary): Promise<Engine> {
  const url = peerFile(PACKAGE, "dist/index.js").href;
  const { StructuredOutputProcessor } = (await import(url)) as { StructuredOutputProcessor: StructuredOutputProcessor };
  const source = tokenizerOf(vocabulary);
  let tokenizer: Tokenizer = source;
  return {
    name: "transformers-structured-output",
    version: peerVersion(PACKAGE),
    sharesWork: false,
    load() {
      // What it keeps hangs on the tokenizer object.
      tokenizer = { ...source };
      StructuredOutputProcessor.warmup(tokenizer);
    },
    session: () => session(StructuredOutputProcessor, tokenizer, (vocabulary.size + 31) >>> 5),
  };
}

function session(Processor: StructuredOutputProcessor, tokenizer: Tokenizer, words: number): Session {
  return {
    prepare({ kind, schema }) {
      if (kind === "structural_tag") throw new NotExpressible("JSON Schema and regular expressions only");
      // A new object: masks are kept for each schema object.
      const own = kind === "builtin" ? {} : structuredClone(schema);
      return (): Compiled => {
        let made: Processor | undefined = new Processor(tokenizer, { type: "json_schema", json_schema: own });
        return {
          matcher() {
            const processor = made ?? new Processor(tokenizer, { type: "json_schema", json_schema: own });
            made = undefined;
            return matcher(processor.processors[0].state.constraint, words);
          },
          dispose() {},
        };
      };
    },
    dispose() {},
  };
}

function matcher(constraint: Constraint, words: number): Matcher {
  const target = new Uint32Array(words);
  const mask = new Int32Array(target.buffer);
  return {
    fill() {
      constraint.fillMask(target);
      return mask;
    },
    accept(token) {
      constraint.commit(token);
      return true;
    },
    dispose() {},
  };
}

function tokenizerOf(vocabulary: Vocabulary): Tokenizer {
  const ids = Array.from({ length: vocabulary.size }, (_, id) => id);
  return {
    tokens: ids.map((id) => vocabulary.bytesOf(id).slice()),
    eosTokenId: vocabulary.stopTokenIds[0],
    // An id without bytes would count as a token that fits everywhere.
    specialTokenIds: ids.filter((id) => !vocabulary.isText(id)),
  };
}
