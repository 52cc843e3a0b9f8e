import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { definition, hashOfWrapper, withoutImports, writeClassicScripts } from './classic-scripts.ts';
import { sha384 } from './embed-manifest.ts';
import { filesOf } from './files-of.ts';
import { readCode, replaceWords, writeCode } from './mapped-code.ts';

/** The chunk that the entry loads. */
const first = 'console';

/** The chunks of the list, of the form, and of the part that picks an item. */
const firstPages = ['pages', 'item-edit-page', 'picker', 'popups'];

/**
 * Turns the plugin's chunks into classic scripts, which its entry, a module, loads by their hashes. The entry has those of the chunks that show
 * lists and forms, and that of a chunk with all others.
 */
export function pluginScripts(): Plugin {
  const hash = hashOfWrapper();
  return {
    name: 'plugin-scripts',
    apply: 'build',
    enforce: 'post',
    augmentChunkHash: () => hash,
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const all = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = all.find(({ isEntry }) => isEntry);
        if (!entry) return this.error('The plugin has no entry.');
        const chunks = all.filter((chunk) => chunk !== entry);
        await writeClassicScripts(bundle, chunks, { first });

        const early = filesOf(
          chunks.filter(({ name }) => [first, ...firstPages].includes(name)),
          bundle,
        );
        const hashes = chunks
          .filter(({ fileName }) => fileName in bundle)
          .map(({ fileName, code }) => ({ path: fileName, file: posix.basename(fileName), hash: sha384(code) }));
        const later = hashes.filter(({ path }) => !early.has(path)).map(({ file, hash }) => [file, hash]);
        const others = hashesChunk(JSON.stringify(Object.fromEntries(later)));
        this.emitFile({ type: 'asset', fileName: `chunks/${others.file}`, source: others.code });

        const lines = [...hashes.filter(({ path }) => early.has(path)), { ...others, hash: sha384(others.code) }];
        const hashTexts = {
          __QM_EARLY_HASHES__: lines.map(({ file, hash }) => `${file} ${hash}`).join(','),
          __QM_OTHER_HASHES__: others.file,
        };
        const code = withoutImports(readCode(bundle, entry), 'import.meta.loadChunk');
        writeCode(bundle, entry, replaceWords(code, hashTexts));
      },
    },
  };
}

function hashesChunk(hashes: string) {
  const file = `hashes-${createHash('sha256').update(hashes).digest('base64url').slice(0, 8)}.js`;
  return { file, ...definition(file, [], { code: `Object.assign(exports,${hashes})`, map: null }) };
}
