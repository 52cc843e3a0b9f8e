// @ts-check
/** Checks types, lint, direction and unused exports; always runs all of them. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect, root } from '../processes.mjs';
import { say as sayAtOnce, seconds } from '../terminal.mjs';
import { failed } from './closing-line.mjs';

const bin = (/** @type {string[]} */ ...path) => join(root, 'node_modules', ...path);
const checks = [
  { name: 'types', args: [bin('typescript', 'bin', 'tsc'), '--noEmit', '--project', '.'] },
  { name: 'lint', args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'direction', args: [join(root, 'scripts', 'testing', 'direction.mjs')] },
  { name: 'unused exports', args: [bin('knip', 'bin', 'knip.js'), '--no-config-hints'] },
];

/**
 * @param {(text: string) => void} say
 * @returns {Promise<import('./closing-line.mjs').Sum>}
 */
export async function runChecks(say) {
  const codes = await Promise.all(
    checks.map(async ({ name, args }) => {
      const since = Date.now();
      const { code, output } = await collect(process.execPath, args);
      say(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds(since)})`);
      if (code !== 0) say(output.trimEnd());
      return code;
    }),
  );
  return failed(checks.filter((_, index) => codes[index] !== 0).map(({ name }) => name));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await runChecks(sayAtOnce)).failed > 0 ? 1 : 0;
}
