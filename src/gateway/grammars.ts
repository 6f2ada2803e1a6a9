import { GrammarCompiler, vocabularyFromTokens } from "../engine.ts";
import {
  buildOutputGrammarFromBody,
  isJsonArray,
  type JsonObject,
  type OutputGrammar,
  type OutputGrammarOptions,
  StructagError,
} from "../index.ts";
import { GatewayFailure } from "./failure.ts";
import { BoundedCache, grammarKey } from "./grammar-cache.ts";
import type { GatewaySettings } from "./settings.ts";

/** One grammar may take this much work when it is checked; what takes more is refused with `expr-too-much-work`. */
const CHECK_STEPS = 2_000_000;
const CHECK_MILLISECONDS = 1000;
/** Bytes that the checks of all grammars share. */
const CHECK_MEMORY = 64 * 1024 * 1024;
/** What is kept for a grammar is a few times its schemas. */
const KEPT_PER_BYTE = 8;
const KEPT_AT_LEAST = 4096;

/** Builds output grammars, keeps them for requests with the same tools, and refuses what is too large, too much work, or can't be held. */
export class Grammars {
  readonly #settings: GatewaySettings;
  /** Refusals are kept too, so that the same hostile schema costs its work once. */
  readonly #cache: BoundedCache<OutputGrammar | StructagError>;
  readonly #onLookup: (hit: boolean) => void;
  #compiler: GrammarCompiler | undefined;

  constructor(settings: GatewaySettings, onLookup: (hit: boolean) => void = () => {}) {
    this.#settings = settings;
    this.#cache = new BoundedCache({ entries: settings.cacheEntries, bytes: settings.cacheBytes });
    this.#onLookup = onLookup;
  }

  /**
   * The output grammar of a request body.
   * @throws StructagError the codes of building and, where grammars are checked, of compiling
   * @throws GatewayFailure `gateway-too-large`
   */
  build(body: JsonObject, options: Partial<OutputGrammarOptions>): OutputGrammar {
    const { maxTools, maxSchemaBytes, check } = this.#settings;
    for (const part of ["tools", "functions"]) {
      const tools = body.get(part);
      if (isJsonArray(tools) && tools.length > maxTools) throw tooLarge(`the request has more than ${maxTools} tools`);
    }
    const { hash, bytes } = grammarKey(body, options.reasoning);
    if (bytes > maxSchemaBytes) throw tooLarge(`tools and answer format have more than ${maxSchemaBytes} bytes`);
    const kept = this.#cache.get(hash);
    this.#onLookup(kept !== undefined);
    if (kept instanceof StructagError) throw kept;
    if (kept !== undefined) return kept;
    try {
      const output = buildOutputGrammarFromBody(body, options);
      if (check && output.needed) this.#check(output);
      this.#cache.set(hash, output, KEPT_AT_LEAST + bytes * KEPT_PER_BYTE);
      return output;
    } catch (error) {
      if (error instanceof StructagError) this.#cache.set(hash, error, KEPT_AT_LEAST);
      throw error;
    }
  }

  #check(output: OutputGrammar): void {
    this.#compiler ??= new GrammarCompiler(vocabularyFromTokens(Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte))), {
      memoryBudget: CHECK_MEMORY,
      maxWork: { steps: CHECK_STEPS, milliseconds: CHECK_MILLISECONDS },
    });
    this.#compiler.compileFormat(output.format);
  }
}

function tooLarge(message: string): GatewayFailure {
  return new GatewayFailure(400, "gateway-too-large", message);
}
