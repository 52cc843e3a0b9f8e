import type { Plugin } from 'vite';
import { scope } from './scope-css.ts';

interface Patch {
  /** The end of the module's path. */
  file: string;
  /**
   * The text to replace must occur exactly this often; otherwise Mantine has changed and the patch must be reviewed.
   */
  times: number;
  find: string | RegExp;
  replace: string;
}

/** Renders a `<style>` of Mantine from text instead of HTML. */
const styleAsText = (name: string, css: string): Patch => ({
  file: name,
  times: 1,
  // A host may enforce Trusted Types, which reject strings as HTML.
  find: `dangerouslySetInnerHTML: { __html: ${css} }`,
  replace: `children: ${css}`,
});

/** Changes to Mantine's sources that scope its styles to the plugin; the build verifies that each one applies. */
export const patches: Patch[] = [
  styleAsText('MantineProvider/MantineClasses/MantineClasses.mjs', 'classes'),
  {
    file: 'MantineProvider/MantineClasses/MantineClasses.mjs',
    times: 2,
    find: /\{\.mantine-(visible|hidden)-from-/g,
    replace: `{${scope} .mantine-$1-from-`,
  },
  styleAsText(
    'MantineProvider/MantineCssVariables/MantineCssVariables.mjs',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Mantine's source text
    '`${css}${shouldCleanVariables ? "" : getColorSchemeCssVariables(cssVariablesSelector)}`',
  ),
  styleAsText('InlineStyles/InlineStyles.mjs', 'css'),
  {
    // A responsive prop's own <style> must take precedence over the scoped stylesheet.
    file: 'InlineStyles/styles-to-string/styles-to-string.mjs',
    times: 3,
    find: /\$\{selector\}\{/g,
    replace: `${scope} \${selector}{`,
  },
  {
    // `useId` is already unique across mounts, because of their root's prefix. Mantine's random id, set in an effect,
    // would render each input again.
    file: 'use-id/use-id.mjs',
    times: 1,
    find: 'setUuid(randomId());',
    replace: '',
  },
];

/** Mantine's class names contain no version, so a host's Mantine of another version would conflict with ours. */
const className = /\bm_([0-9a-f]{6,8})\b/g;
const mantineFile = /[\\/]@mantine[\\/].*\.(?:m?js|css)(?:\?|$)/;

/** Applies the patches to a module of Mantine; throws a build error with the expected source if one does not apply. */
export function patchMantine(code: string, id: string): string | null {
  const file = id.replaceAll('\\', '/').split('?')[0] ?? id;
  let result = code;
  for (const patch of patches) {
    if (!file.endsWith(patch.file)) continue;
    const times =
      typeof patch.find === 'string' ? result.split(patch.find).length - 1 : [...result.matchAll(patch.find)].length;
    if (times !== patch.times) {
      throw new Error(
        `Mantine has changed: ${patch.find} occurs ${times} times in ${file} instead of ${patch.times} times.`,
      );
    }
    result = result.replaceAll(patch.find, patch.replace);
  }
  result = result.replace(className, 'qm_$1');
  return result === code ? null : result;
}

/**
 * The Vite plugin for `patchMantine`; the build fails if a patch was never applied or an original class name remains.
 */
export function privateMantine(): Plugin {
  const found = new Set<string>();
  return {
    name: 'private-mantine',
    enforce: 'pre',
    transform: {
      filter: { id: mantineFile },
      handler(code, id) {
        const path = id.replaceAll('\\', '/');
        for (const { file } of patches) if (path.includes(file)) found.add(file);
        const patched = patchMantine(code, id);
        return patched === null ? null : { code: patched, map: null };
      },
    },
    generateBundle(_options, bundle) {
      const missed = patches.filter(({ file }) => !found.has(file)).map(({ file }) => file);
      if (missed.length > 0) this.error(`Mantine has changed: these files were not patched: ${missed.join(', ')}`);
      for (const output of Object.values(bundle)) {
        const text =
          output.type === 'chunk' ? output.code : output.fileName.endsWith('.css') ? String(output.source) : '';
        const left = text.match(className);
        if (left) this.error(`${output.fileName} still has Mantine's own class names: ${left.slice(0, 5).join(', ')}`);
        if (/data-mantine-styles[^}]*dangerouslySetInnerHTML/.test(text)) {
          this.error(`${output.fileName} sets a <style> by innerHTML, which Trusted Types reject.`);
        }
      }
    },
  };
}
