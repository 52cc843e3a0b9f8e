import type { Plugin } from 'vite';
import { sha384 } from './embed-manifest.ts';

/** What src/lifecycles/index.ts has in place of the stylesheet's file name and hash, which only the build knows. */
const placeholders = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };

/** Writes the stylesheet's file name and hash into the entry, which links it. */
export function stylesheetLink(): Plugin {
  return {
    name: 'stylesheet-link',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const outputs = Object.values(bundle);
      const sheets = outputs.filter((output) => output.type === 'asset' && output.fileName.endsWith('.css'));
      const entry = outputs.find((output) => output.type === 'chunk' && output.isEntry);
      const [sheet] = sheets;
      if (sheet?.type !== 'asset' || sheets.length > 1 || entry?.type !== 'chunk')
        return this.error(
          `The plugin must have one stylesheet and one entry: it has ${Object.keys(bundle).join(', ')}`,
        );
      const values = { file: sheet.fileName, integrity: sha384(sheet.source) };
      for (const part of ['file', 'integrity'] as const) {
        if (!entry.code.includes(placeholders[part])) this.error(`${entry.fileName} lacks ${placeholders[part]}.`);
        entry.code = entry.code.replaceAll(placeholders[part], values[part]);
      }
    },
  };
}
