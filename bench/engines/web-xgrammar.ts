import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Vocabulary } from "../../src/vocab/vocabulary.ts";
import { BYTE_ALPHABET } from "../../tests/support/byte-level-tokenizer.ts";
import { peerFile, peerVersion } from "../peers.ts";
import type { Engine, Session } from "./engine.ts";

const PACKAGE = "@mlc-ai/web-xgrammar";

/** The part of the package that is used here. */
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

interface XgrammarCompiler extends Disposable {
  compileBuiltinJSONGrammar(): Promise<Disposable>;
  compileStructuralTag(tag: unknown): Promise<Disposable>;
  compileJSONSchema(schema: string, anyWhitespace: boolean, indent: undefined, separators: undefined, strict: boolean): Promise<Disposable>;
}

interface XgrammarMatcher extends Disposable {
  getNextTokenBitmask(): Promise<Int32Array>;
  acceptToken(token: number): boolean;
}

export function webXgrammar(vocabulary: Vocabulary): Engine {
  const xgrammar = loadPackage();
  const tokens = byteLevelTokens(vocabulary);
  let info: Disposable | undefined;
  return {
    name: "web-xgrammar",
    version: peerVersion(PACKAGE),
    sharesWork: false,
    async load() {
      info?.dispose();
      info = await xgrammar.TokenizerInfo.createTokenizerInfo(tokens, "byte_level", false, vocabulary.size, [...vocabulary.stopTokenIds]);
    },
    async session() {
      if (info === undefined) throw new Error("the vocabulary is not loaded");
      return session(xgrammar, await xgrammar.GrammarCompiler.createGrammarCompiler(info, true));
    },
  };
}

function session(xgrammar: Xgrammar, compiler: XgrammarCompiler): Session {
  return {
    prepare({ kind, schema }) {
      const text = JSON.stringify(schema);
      return async () => {
        const grammar = await (kind === "structural_tag"
          ? compiler.compileStructuralTag(schema)
          : kind === "builtin"
            ? compiler.compileBuiltinJSONGrammar()
            : compiler.compileJSONSchema(text, true, undefined, undefined, false));
        return {
          async matcher() {
            const matcher = await xgrammar.GrammarMatcher.createGrammarMatcher(grammar);
            return {
              fill: () => matcher.getNextTokenBitmask(),
              accept: (token) => matcher.acceptToken(token),
              dispose: () => matcher.dispose(),
            };
          },
          dispose: () => grammar.dispose(),
        };
      };
    },
    dispose: () => compiler.dispose(),
  };
}

/** The package is CommonJS in a folder that says it is not, so it is loaded by hand. */
function loadPackage(): Xgrammar {
  const file = fileURLToPath(peerFile(PACKAGE, "lib/index.js"));
  const module = { exports: {} };
  const run = new Function("exports", "module", "require", "__filename", "__dirname", readFileSync(file, "utf8"));
  run(module.exports, module, createRequire(file), file, dirname(file));
  return module.exports as Xgrammar;
}

/** Token strings in the byte-level alphabet; empty, which no grammar lets through, for special tokens other than stop tokens and for ids without a token. */
function byteLevelTokens(vocabulary: Vocabulary): string[] {
  return Array.from({ length: vocabulary.size }, (_, id) => {
    const isWritten = vocabulary.isText(id) || vocabulary.stopTokenIds.includes(id);
    return isWritten ? Array.from(vocabulary.bytesOf(id), (byte) => BYTE_ALPHABET[byte]).join("") : "";
  });
}
