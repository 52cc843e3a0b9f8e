import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Words that make a reader guess what a value is: name the thing that was given, held or wanted. */
const retired = new Set(['former', 'given', 'held', 'nth', 'wanted']);

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
  expect(files.flatMap(retiredIn)).toEqual([]);
});

test('no file has a retired word in its name', () => {
  const words = (file: string) => (file.split('/').at(-1) ?? '').split(/[.-]/);
  expect(files.filter((file) => words(file).some((word) => retired.has(word)))).toEqual([]);
});
