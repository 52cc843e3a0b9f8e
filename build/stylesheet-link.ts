import type { Plugin } from 'vite';
import { sha384 } from './embed-manifest.ts';
import { readCode, replaceWords, writeCode } from './mapped-code.ts';

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
      for (const text of Object.values(placeholders))
        if (!entry.code.includes(text)) this.error(`${entry.fileName} lacks ${text}.`);
      const values = { [placeholders.file]: sheet.fileName, [placeholders.integrity]: sha384(sheet.source) };
      writeCode(bundle, entry, replaceWords(readCode(bundle, entry), values));
    },
  };
}
