import { join } from "node:path";
import ts from "typescript";
import { root } from "./source-files.ts";

/** Where a code is thrown or reported. */
export interface CodeUse {
  readonly code: string;
  /** `path:line`, relative to the repository. */
  readonly at: string;
}

export interface CodeScan {
  readonly uses: readonly CodeUse[];
  /** Places whose code can't be followed to a literal. */
  readonly unclear: readonly string[];
}

const CODE = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/**
 * Finds the codes in a set of files by their types: whatever stands at a property or parameter named `code`, defaults included. A variable of type `string` is passed on from a place that is
 * seen itself; everything else must have a literal type.
 */
export function scanCodes(files: readonly string[]): CodeScan {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  const program = ts.createProgram(
    files.map((file) => join(root, file)),
    { ...config?.options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  const sources = files.map((file) => {
    const source = program.getSourceFile(join(root, file));
    if (source === undefined) throw new Error(`${file} is not part of the program`);
    return { file, source };
  });
  const takers = codeTakers(sources.map(({ source }) => source));
  const uses: CodeUse[] = [];
  const unclear: string[] = [];
  for (const { file, source } of sources) {
    const place = (node: ts.Node): string => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    const collect = (expression: ts.Expression, type: ts.Type = checker.getTypeAtLocation(expression)): void => {
      for (const part of type.isUnion() ? type.types : [type]) {
        if (part.isStringLiteral()) {
          if (CODE.test(part.value)) uses.push({ code: part.value, at: place(expression) });
        } else if (part.flags & ts.TypeFlags.StringLike && !isPassedOn(expression))
          unclear.push(`${place(expression)}: ${expression.getText()}`);
      }
    };
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === "code") collect(node.initializer);
      else if (ts.isParameter(node) && node.name.getText() === "code" && node.initializer !== undefined) collect(node.initializer);
      else if (ts.isShorthandPropertyAssignment(node) && node.name.text === "code") {
        const symbol = checker.getShorthandAssignmentValueSymbol(node);
        if (symbol !== undefined) collect(node.name, checker.getTypeOfSymbol(symbol));
      } else if (
        (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
        node.arguments !== undefined &&
        takers.has(lastName(node.expression))
      ) {
        const parameters = checker.getResolvedSignature(node)?.parameters ?? [];
        const at = parameters.findIndex((parameter) => parameter.name === "code");
        if (at >= 0 && at < node.arguments.length) collect(node.arguments[at]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { uses, unclear };
}

/** Names of the functions, methods and classes that take a `code`: only their calls are worth a look at the types. */
function codeTakers(sources: readonly ts.SourceFile[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isParameter(node) && node.name.getText() === "code") {
      const taker = node.parent;
      const named = ts.isConstructorDeclaration(taker)
        ? taker.parent
        : ts.isArrowFunction(taker) || ts.isFunctionTypeNode(taker)
          ? taker.parent
          : taker;
      if ("name" in named && named.name !== undefined) names.add((named.name as ts.Node).getText());
    }
    ts.forEachChild(node, visit);
  };
  sources.forEach(visit);
  return names;
}

/** `fail`, `this.#note`, `findings.error`: the name that is called. */
function lastName(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

function isPassedOn(expression: ts.Expression): boolean {
  return ts.isIdentifier(expression) || ts.isPropertyAccessExpression(expression);
}

/** The codes that have a row in `docs/errors.md`, in its order. */
export function documentedCodes(markdown: string): string[] {
  return [...markdown.matchAll(/^\| *`([a-z0-9-]+)` *\|/gm)].map((match) => match[1]);
}

/** What the page lacks and what it has too much. */
export function compareCodes(scan: CodeScan, documented: readonly string[]): string[] {
  const findings = scan.unclear.map((place) => `${place}: the code can't be followed; spell it out as a literal`);
  const known = new Set(documented);
  const missing = new Map<string, string>();
  for (const { code, at } of scan.uses) if (!known.has(code) && !missing.has(code)) missing.set(code, at);
  for (const [code, at] of missing) findings.push(`${at}: ${code} has no row in docs/errors.md`);
  const used = new Set(scan.uses.map(({ code }) => code));
  for (const code of known) if (!used.has(code)) findings.push(`docs/errors.md: ${code} is nowhere in the source`);
  documented.forEach((code, index) => {
    if (documented.indexOf(code) !== index) findings.push(`docs/errors.md: ${code} has two rows`);
  });
  return findings;
}
