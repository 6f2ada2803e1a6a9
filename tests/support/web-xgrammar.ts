import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";

/** The part of `@mlc-ai/web-xgrammar` 0.1.27 that is used here. */
interface Xgrammar {
  readonly TokenizerInfo: {
    createTokenizerInfo(vocab: string[], type: string, prependSpace: boolean, size: number, stopIds: number[]): Promise<Disposable>;
  };
  readonly GrammarCompiler: { createGrammarCompiler(info: Disposable, cacheEnabled: boolean): Promise<XgrammarCompiler> };
  readonly GrammarMatcher: { createGrammarMatcher(grammar: Disposable): Promise<XgrammarMatcher> };
}

interface Disposable {
  dispose(): void;
}

export interface XgrammarCompiler extends Disposable {
  /** @throws Error or the number of an exception of its own */
  compileStructuralTag(tag: unknown): Promise<Disposable>;
}

export interface XgrammarMatcher extends Disposable {
  getNextTokenBitmask(): Promise<Int32Array>;
  acceptToken(token: number): boolean;
}

let loaded: Xgrammar | undefined;

/** The package is CommonJS in a folder that says it is not, so it is compiled by hand. */
function load(): Xgrammar {
  if (loaded !== undefined) return loaded;
  const file = createRequire(import.meta.url).resolve("@mlc-ai/web-xgrammar");
  const module = new Module(file) as Module & { _compile(source: string, file: string): void };
  module._compile(readFileSync(file, "utf8"), file);
  loaded = module.exports as Xgrammar;
  return loaded;
}

/** A compiler for the texts of tokens; the last of them is the stop token. */
export async function xgrammarCompiler(tokens: readonly string[]): Promise<XgrammarCompiler> {
  const info = await load().TokenizerInfo.createTokenizerInfo([...tokens], "raw", false, tokens.length, [tokens.length - 1]);
  return load().GrammarCompiler.createGrammarCompiler(info, false);
}

export function xgrammarMatcher(grammar: Disposable): Promise<XgrammarMatcher> {
  return load().GrammarMatcher.createGrammarMatcher(grammar);
}
