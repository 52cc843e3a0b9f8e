import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const name = 'virtual:paddle-package';
const file = createRequire(import.meta.url).resolve('@paddle/paddle-js/dist/index.esm.js');

/** The globals that the wrapped package gets from its caller. */
const parameters = ['window', 'document', 'console'];
/** Further globals through which a later version could reach the page; the wrapper would have to pass these too. */
const others = /(?<!\.)\b(?:globalThis|self|top|parent|navigator|location|history|localStorage|fetch|setTimeout)\b/;

/**
 * Wraps the source of @paddle/paddle-js in a function of the page's globals. The package itself loads its script once
 * per page, from a fixed address into the host's head, and never retries after a failure; each call of the function
 * has its own state and sees only the page passed to it. Throws if the source has changed, so that an upgrade is
 * reviewed.
 */
export function wrapPaddlePackage(source: string): string {
  const [code = '', ...rest] = source.split(/^export \{ (?:\w+, )*initializePaddle \};\s*$/m);
  const other = others.exec(code)?.[0];
  if (rest.join('') !== '' || rest.length !== 1 || /^(?:import|export)\b/m.test(code) || other)
    throw new Error(`@paddle/paddle-js has changed: ${other ? `it uses ${other}` : 'its exports differ'}.`);
  return `export function paddlePackage({ ${parameters.join(', ')} }) {\n${code}\nreturn { initializePaddle, CheckoutEventNames };\n}\n`;
}

/** The Vite plugin that provides the wrapped package; its types are next to the code that imports it. */
export function paddlePackage(): Plugin {
  return {
    name: 'paddle-package',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? { code: wrapPaddlePackage(readFileSync(file, 'utf8')), map: null } : null),
  };
}
