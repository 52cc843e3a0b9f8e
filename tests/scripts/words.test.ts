import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Words that make a reader guess what a value is: name the thing that was given, held or wanted. */
const retired = new Set([
  'former',
  'given',
  'gone',
  'held',
  'kept',
  'nothing',
  'nth',
  'own',
  'place',
  'shown',
  'wanted',
  'whole',
]);

/** Columns of statements and stored rows: their names are in SQL and in the database. */
const columns = new Set([
  // The position that a statement returns.
  'server/content/change-sets/repeated-repository.ts: place',
  'server/content/change-sets/untranslated-repository.ts: place',
  'server/content/documents/item-keys.ts: place',
  'server/content/documents/save/write-items.ts: place',
  // A checked row is stored as JSON.
  'server/content/change-sets/imports/import-row.ts: place',
  // The number that a statement counts.
  'server/content/change-sets/apply/apply-repository.ts: kept',
  // A statement reads the fields of the rewritten documents as JSON.
  'server/content/documents/value-changes/rewrite-repository.ts: gone',
]);

/** Names of field settings and field types, which are in the API. */
const terms = ['shown-when', 'whole-number'];

const folders = ['command', 'content-files', 'contract', 'server', 'src', 'verify-embed'];
const files = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
  { exclude: ['**/node_modules/**'] },
);

const isDeclared = (node: ts.Identifier): boolean =>
  'name' in node.parent &&
  node.parent.name === node &&
  (ts.isVariableDeclaration(node.parent) ||
    ts.isParameter(node.parent) ||
    ts.isBindingElement(node.parent) ||
    ts.isPropertySignature(node.parent) ||
    ts.isFunctionDeclaration(node.parent));

function retiredIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && retired.has(node.text) && isDeclared(node))
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no variable, parameter or property has a retired word as its name', () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap(retiredIn);
  const withoutLine = (name: string) => name.replace(/:\d+/, '');
  expect(found.filter((name) => !columns.has(withoutLine(name)))).toEqual([]);
  expect(new Set(found.map(withoutLine))).toEqual(columns);
});

test('no file has a retired word in its name', () => {
  const nameOf = (file: string) => file.split('/').at(-1) ?? '';
  const hasTerm = (file: string) => terms.some((term) => nameOf(file).startsWith(term));
  const words = (file: string) => nameOf(file).split(/[.-]/);
  expect(files.filter((file) => words(file).some((word) => retired.has(word)) && !hasTerm(file))).toEqual([]);
});
