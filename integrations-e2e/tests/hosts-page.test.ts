import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const page = new URL("../../docs/hosts.md", import.meta.url);
const folder = fileURLToPath(new URL(".", import.meta.url));

test("the samples of docs/hosts.md hold to the types of structag and of the hosts", () => {
  const samples = Array.from(readFileSync(page, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code]) => code);
  expect(samples.length).toBeGreaterThanOrEqual(6);
  const files = new Map(
    samples.map((code, index) => [
      `${folder}sample-${index}.ts`,
      code.replace(/"structag\/([a-z-]+)"/g, (_, name: string) => JSON.stringify(`../../src/${name}.ts`)),
    ]),
  );
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(fileURLToPath(new URL("../tsconfig.json", import.meta.url)), ts.sys.readFile).config,
    ts.sys,
    fileURLToPath(new URL("..", import.meta.url)),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const code = files.get(name);
    return code === undefined ? getSourceFile(name, target, ...rest) : ts.createSourceFile(name, code, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const findings = [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${name.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(findings).toEqual([]);
});
