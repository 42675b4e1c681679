import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../..');
const folders = ['src', 'resolvers', 'rest-compat', 'migrations', 'scripts', 'test'];
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !file.includes('node_modules'));

/** Migrations are found by their folder; the generator writes all operations. */
const isFoundOtherwise = (file: string): boolean =>
  file.startsWith('migrations/') || file.startsWith('rest-compat/generated/');

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/**
 * Functions and constants. Types, classes and the enums of the graph may be there for those who read what a function takes
 * and returns.
 */
function exportedValues(source: ts.SourceFile): string[] {
  return source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name?.text ?? [];
    if (!ts.isVariableStatement(statement)) return [];
    const names = statement.declarationList.declarations.map(({ name }) => name);
    return names.filter(ts.isIdentifier).flatMap(({ text }) => (/^[A-Z]/.test(text) ? [] : text));
  });
}

const calledName = ({ expression }: ts.CallExpression): string => {
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return 'import';
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
};

/** The imported names of other files of the project, as `file#name`; `file#*` for a file as a whole. */
function listImports(source: ts.SourceFile): string[] {
  const place = (path: string) => join(dirname(source.fileName), path).replace(/\.(ts|tsx|js)$/, '');
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const bindings = node.importClause?.namedBindings;
      const names =
        bindings && ts.isNamedImports(bindings)
          ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
          : ['*'];
      const from = place(node.moduleSpecifier.text);
      found.push(...names.map((name) => `${from}#${name}`));
    } else if (ts.isCallExpression(node) && /^(import|require|requireActual)$/.test(calledName(node))) {
      const [path] = node.arguments;
      if (path && ts.isStringLiteral(path)) found.push(`${place(path.text)}#*`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it('every exported function and constant is imported by another file', () => {
  const sources = files.map(parse);
  const imported = new Set(sources.flatMap(listImports));
  const unused = sources
    .filter(({ fileName }) => !isFoundOtherwise(fileName))
    .flatMap((source) => {
      const file = source.fileName.replace(/\.tsx?$/, '');
      if (imported.has(`${file}#*`)) return [];
      return exportedValues(source)
        .filter((name) => !imported.has(`${file}#${name}`))
        .map((name) => `${source.fileName} ${name}`);
    });
  expect(unused).toEqual([]);
});
