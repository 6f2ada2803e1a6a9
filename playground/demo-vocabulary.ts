import { gzipSync } from "node:zlib";
import o200k from "js-tiktoken/ranks/o200k_base";
import type { Plugin } from "vite";

/** Name of the file that holds the vocabulary; no `.gz` at its end, since some servers would then unpack it on the way. */
const FILE = "vocabularies/o200k_base.bin";

/**
 * Puts a real vocabulary beside the site: OpenAI's o200k_base as the development dependency has it, its pattern and its ranks, compressed. The page loads it when it needs it.
 */
export function demoVocabulary(): Plugin {
  const content = () => gzipSync(JSON.stringify({ pattern: o200k.pat_str, ranks: o200k.bpe_ranks }), { level: 9 });
  return {
    name: "structag-demo-vocabulary",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: content() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith(`/${FILE}`) !== true) return next();
        response.setHeader("content-type", "application/octet-stream");
        response.end(content());
      });
    },
  };
}
