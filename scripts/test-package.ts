/**
 * `npm run test:package`: packs structag and uses it as its users do, offline: from ESM, from CommonJS by `require`, from TypeScript (strict, `nodenext` and `bundler` resolution), in a Vite build, and
 * under Deno and Bun where they are installed. Reading must come without the engine in a bundle. Builds first; closes with `N passed, N failed`, and exit code 1 where one failed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import manifest from "../package.json" with { type: "json" };
import { root } from "./check/source-files.ts";

const ENTRY_POINTS = Object.keys(manifest.exports)
  .filter((name) => name !== "./package.json")
  .map((name) => `structag${name.slice(1)}`);
const PARSE = `import { chatAnswer, resolveFamily } from "structag";
const reader = resolveFamily("kimi-k3").reader({ promptOpens: "response" });
const answer = chatAnswer([...reader.push('Hi<|close|>response<|sep|><|open|>tools<|sep|><|open|>call tool="now" index="1"<|sep|><|close|>call<|sep|>'), ...reader.finish()]);
console.log(answer.message.content, answer.message.tool_calls?.[0]?.function.name);
`;
const EXPECTED = "Hi now";
/** A name in the engine that no minifier changes. */
const ENGINE_MARK = "expr-too-much-work";
const TYPED = `${PARSE}
import { GrammarCompiler, vocabularyFromTokens, type CompiledGrammar } from "structag/engine";
export const grammar: CompiledGrammar = new GrammarCompiler(vocabularyFromTokens(["a"])).compileRegex("a+");
`;

let passed = 0;
let failed = 0;

async function attempt(name: string, work: () => string | undefined | Promise<string | undefined>): Promise<void> {
  try {
    const skipped = await work();
    if (skipped === undefined) passed += 1;
    console.log(`${skipped === undefined ? "ok     " : "skipped"} ${name}${skipped === undefined ? "" : `: ${skipped}`}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function run(command: string, ...options: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, options, { cwd: project, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${options.join(" ")} ended with ${status}:\\n${stdout}${stderr}`);
  return stdout.trim();
}

function expectOutput(output: string): undefined {
  if (output !== EXPECTED) throw new Error(`printed ${JSON.stringify(output)} instead of ${JSON.stringify(EXPECTED)}`);
}

async function bundle(name: string, code: string): Promise<string> {
  const entry = join(project, `${name}.js`);
  writeFileSync(entry, code);
  const outDir = join(project, `out-${name}`);
  await build({ root: project, logLevel: "silent", configFile: false, build: { outDir, lib: { entry, formats: ["es"], fileName: name } } });
  return readdirSync(outDir)
    .map((file) => readFileSync(join(outDir, file), "utf8"))
    .join("");
}

function typeCheck(module: string, moduleResolution: string): undefined {
  writeFileSync(join(project, "typed.ts"), TYPED);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: [],
    lib: ["es2023", "dom"],
    target: "es2022",
    module,
    moduleResolution,
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["typed.ts"] }));
  run(process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
}

function where(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

const project = mkdtempSync(join(tmpdir(), "structag-user-"));
try {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", project], { cwd: root, encoding: "utf8" }),
  );
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", version: "1.0.0", private: true, type: "module" }));
  await attempt("npm install, offline", () => {
    run("npm", "install", "--offline", "--no-audit", "--no-fund", join(project, packed[0].filename));
    const installed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
    if (installed.join() !== "structag") throw new Error(`installed ${installed.join(", ")}`);
    return undefined;
  });
  await attempt("ESM", () => {
    writeFileSync(join(project, "parse.mjs"), PARSE);
    return expectOutput(run(process.execPath, "parse.mjs"));
  });
  await attempt("every entry point, ESM", () => {
    writeFileSync(
      join(project, "all.mjs"),
      `${ENTRY_POINTS.map((name) => `await import(${JSON.stringify(name)});`).join("\n")}\nconsole.log("${EXPECTED}");\n`,
    );
    return expectOutput(run(process.execPath, "all.mjs"));
  });
  await attempt("CommonJS, require of ES modules", () => {
    writeFileSync(join(project, "parse.cjs"), PARSE.replace(/import (\{.*\}) from "structag";/, 'const $1 = require("structag");'));
    return expectOutput(run(process.execPath, "--no-warnings", "parse.cjs"));
  });
  await attempt("command line", () => {
    if (!run(process.execPath, "node_modules/structag/dist/cli/main.js", "models").includes("kimi-k3"))
      throw new Error("models does not list kimi-k3");
    return undefined;
  });
  await attempt("TypeScript, strict, nodenext", () => typeCheck("nodenext", "nodenext"));
  await attempt("TypeScript, strict, bundler", () => typeCheck("esnext", "bundler"));
  await attempt("Vite build that reads, without the engine", async () => {
    const code = await bundle("parse", `${PARSE}export default answer;\n`);
    if (code.includes(ENGINE_MARK)) throw new Error("the engine is in the bundle");
    console.log(`        ${(Buffer.byteLength(code) / 1024).toFixed(0)} kB minified`);
    return undefined;
  });
  await attempt("Vite build with masks", async () => {
    const code = await bundle("masks", 'import { GrammarCompiler } from "structag/engine";\nexport default GrammarCompiler;\n');
    if (!code.includes(ENGINE_MARK)) throw new Error("the engine is not in the bundle");
    return undefined;
  });
  for (const [command, ...options] of [
    ["deno", "run", "--allow-all"],
    ["bun", "run"],
  ]) {
    await attempt(command, () => (where(command) ? expectOutput(run(command, ...options, "parse.mjs")) : "it is not installed"));
  }
} finally {
  rmSync(project, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
