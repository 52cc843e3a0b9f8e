import type { Plugin } from 'vite';
import { scope } from './scope-css.ts';

interface Patch {
  /** End of the module's path. */
  file: string;
  /** What must be there, as often as it says: otherwise Mantine has changed and the patch has to be thought through again. */
  times: number;
  find: string | RegExp;
  replace: string;
}

const html = (name: string, css: string): Patch => ({
  file: name,
  times: 1,
  // Text children need no trusted HTML, so that a host may demand Trusted Types.
  find: `dangerouslySetInnerHTML: { __html: ${css} }`,
  replace: `children: ${css}`,
});

/** Our own names and our own reach for Mantine's styles; each patch is proven at build time. */
export const patches: Patch[] = [
  html('MantineProvider/MantineClasses/MantineClasses.mjs', 'classes'),
  {
    file: 'MantineProvider/MantineClasses/MantineClasses.mjs',
    times: 2,
    find: /\{\.mantine-(visible|hidden)-from-/g,
    replace: `{${scope} .mantine-$1-from-`,
  },
  html(
    'MantineProvider/MantineCssVariables/MantineCssVariables.mjs',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Mantine's source text
    '`${css}${shouldCleanVariables ? "" : getColorSchemeCssVariables(cssVariablesSelector)}`',
  ),
  html('InlineStyles/InlineStyles.mjs', 'css'),
  {
    // A responsive prop's own <style> has to outrank the scoped stylesheet.
    file: 'InlineStyles/styles-to-string/styles-to-string.mjs',
    times: 3,
    find: /\$\{selector\}\{/g,
    replace: `${scope} \${selector}{`,
  },
];

/** Mantine's class names carry no version: a host's Mantine of another version would meet ours in both directions. */
const className = /\bm_([0-9a-f]{6,8})\b/g;
const mantineFile = /[\\/]@mantine[\\/].*\.(?:m?js|css)(?:\?|$)/;

/** Thrown as the build's error: what Mantine is expected to look like, and where it does not. */
export function patchMantine(code: string, id: string): string | null {
  const file = id.replaceAll('\\', '/').split('?')[0] ?? id;
  let result = code;
  for (const patch of patches) {
    if (!file.endsWith(patch.file)) continue;
    const times =
      typeof patch.find === 'string' ? result.split(patch.find).length - 1 : [...result.matchAll(patch.find)].length;
    if (times !== patch.times) {
      throw new Error(`Mantine has changed: ${patch.find} is ${times} times in ${file}, not ${patch.times} times.`);
    }
    result = result.replaceAll(patch.find, patch.replace);
  }
  result = result.replace(className, 'qm_$1');
  return result === code ? null : result;
}

/** The Vite plugin around `patchMantine`; a build fails when a patch met nothing or an old class name is left over. */
export function privateMantine(): Plugin {
  const met = new Set<string>();
  return {
    name: 'private-mantine',
    enforce: 'pre',
    transform: {
      filter: { id: mantineFile },
      handler(code, id) {
        const path = id.replaceAll('\\', '/');
        for (const { file } of patches) if (path.includes(file)) met.add(file);
        const patched = patchMantine(code, id);
        return patched === null ? null : { code: patched, map: null };
      },
    },
    generateBundle(_options, bundle) {
      const missed = patches.filter(({ file }) => !met.has(file)).map(({ file }) => file);
      if (missed.length > 0) this.error(`Mantine has changed: not met in the build: ${missed.join(', ')}`);
      for (const output of Object.values(bundle)) {
        const text =
          output.type === 'chunk' ? output.code : output.fileName.endsWith('.css') ? String(output.source) : '';
        const left = text.match(className);
        if (left) this.error(`${output.fileName} still has Mantine's own class names: ${left.slice(0, 5).join(', ')}`);
        if (/data-mantine-styles[^}]*dangerouslySetInnerHTML/.test(text)) {
          this.error(`${output.fileName} sets a <style> by innerHTML, which Trusted Types refuse.`);
        }
      }
    },
  };
}
