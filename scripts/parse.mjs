// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Finds syntax errors. A file that does not parse fails every test that imports it, whatever the test checks.
 * @param {string} folder
 * @param {string[]} paths files in it
 * @returns {string | undefined} the first error
 */
export function whatDoesNotParse(folder, paths) {
  for (const path of paths.filter((name) => /\.tsx?$/.test(name))) {
    const { diagnostics } = ts.transpileModule(readFileSync(join(folder, path), 'utf8'), {
      fileName: path,
      reportDiagnostics: true,
      compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ESNext },
    });
    const [first] = diagnostics ?? [];
    if (first) return `${path}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`;
  }
  return undefined;
}
