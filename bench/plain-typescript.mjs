/**
 * Loads TypeScript as the package's build writes it. Other loaders add calls that keep the names of functions, which costs the engine time that its users do not pay.
 * Use: `node --import ./bench/plain-typescript.mjs FILE.ts`.
 */
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import ts from "typescript";

// The hooks run in a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), "utf8"), {
    fileName: url,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  return { format: "module", source: outputText, shortCircuit: true };
}
