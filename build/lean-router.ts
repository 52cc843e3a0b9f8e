import type { Plugin } from 'vite';

const routerFile = /[\\/]react-router[\\/]dist[\\/].*chunk-\w+\.mjs$/;

/** The bundler only removes unused code that provably has no side effects. */
const patches: readonly [find: RegExp, replace: string][] = [
  // Names for React's developer tools.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2'],
  [
    /^var (\w+) = class extends (React\d*\.Component) \{([\s\S]*?)^\};$/gm,
    'var $1 = /* @__PURE__ */ (() => class extends $2 {$3})();',
  ],
  [/^var ENABLE_DEV_WARNINGS = true;$/gm, 'var ENABLE_DEV_WARNINGS = false;'],
];

/** Lets the bundler drop React Router's forms, document parts and warnings; the build fails if there is nothing to patch. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: routerFile },
      handler(code) {
        let patched = code;
        for (const [find, replace] of patches) {
          const next = patched.replace(find, replace);
          if (next === patched && code.includes('ENABLE_DEV_WARNINGS = '))
            this.error(`React Router has changed: ${find} does not occur any more.`);
          patched = next;
        }
        return { code: patched, map: null };
      },
    },
  };
}
