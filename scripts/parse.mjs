// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/**
 * Finds syntax errors. A file that does not parse fails every test that imports it, whatever the test checks.
 * @param {string} folder
 * @param {string[]} paths files in it
 * @returns {string | undefined} the first error
 */
export function whatDoesNotParse(folder, paths) {
  for (const path of paths.filter((name) => /\.tsx?$/.test(name))) {
    try {
      parseAst(readFileSync(join(folder, path), 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' });
    } catch (error) {
      // Its first line is a headline, and an excerpt follows.
      const [, reason] = String(error).split('\n');
      return `${path}: ${reason}`;
    }
  }
  return undefined;
}
