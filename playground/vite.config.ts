import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { demoVocabulary } from "./demo-vocabulary.ts";
import { offlineCopy } from "./offline-copy.ts";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative addresses, so that the site works below any path.
  base: "./",
  plugins: [demoVocabulary(), offlineCopy()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2023", reportCompressedSize: false },
  worker: { format: "es" },
});
