import { posix } from "node:path";
import ts from "typescript";
import { readSource } from "./source-files.ts";

/** One import of a file: also re-exports, `import()` and `import("…")` types. */
export interface Import {
  readonly line: number;
  readonly specifier: string;
  /** Path of the imported file relative to the repository; undefined for a package or `node:` module. */
  readonly target: string | undefined;
  readonly typeOnly: boolean;
}

/** Every import of a file, in its order. */
export function importsOf(path: string): Import[] {
  const source = ts.createSourceFile(path, readSource(path), ts.ScriptTarget.ES2023, false);
  const found: Import[] = [];
  const add = (literal: ts.Node | undefined, typeOnly: boolean): void => {
    if (literal === undefined || !ts.isStringLiteralLike(literal)) return;
    const specifier = literal.text;
    const target = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined;
    const line = source.getLineAndCharacterOfPosition(literal.pos).line + 1;
    found.push({ line, specifier, target, typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyExport(node));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function isTypeOnlyExport(node: ts.ExportDeclaration): boolean {
  if (node.isTypeOnly) return true;
  const clause = node.exportClause;
  return (
    clause !== undefined &&
    ts.isNamedExports(clause) &&
    clause.elements.length > 0 &&
    clause.elements.every((element) => element.isTypeOnly)
  );
}
