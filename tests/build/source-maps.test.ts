import { SourceMap } from 'node:module';
import { basename } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { writeClassicScripts } from '../../build/classic-scripts.ts';
import { editCode, type MappedCode, readCode } from '../../build/mapped-code.ts';

const sources: Record<string, string> = {
  'first.js': `import { shared } from 'shared.js';
export const start = () => import('page.js').then(({ page }) => page(shared));
`,
  'page.js': `import { shared } from 'shared.js';
// A comment that is left out.
export function page(text) {
  throw new Error('The page failed for ' + text + shared() + import.meta.url);
}
`,
  'shared.js': `// In both chunks.
export const shared = () => [location.href, 'between'];
`,
};

/** Builds chunks with source maps, and turns them into scripts. */
async function buildScripts() {
  const scripts = new Map<string, MappedCode>();
  const bundle = await rolldown({
    input: 'first.js',
    preserveEntrySignatures: 'strict',
    plugins: [
      { name: 'sources', resolveId: (id) => id, load: (id) => sources[id] },
      {
        name: 'scripts',
        async generateBundle(_options, output) {
          const chunks = Object.values(output).filter((file) => file.type === 'chunk');
          await writeClassicScripts(output, chunks, { first: 'first', before: ['// A registry', 'of two lines;'] });
          for (const chunk of chunks) if (chunk.fileName in output) scripts.set(chunk.name, readCode(output, chunk));
        },
      },
    ],
  });
  const codeSplitting = { groups: [{ name: 'shared', test: /^shared/ }] };
  await bundle.generate({ minify: true, sourcemap: 'hidden', codeSplitting });
  await bundle.close();
  return scripts;
}

/** The line of the source, from 1, that a text in a script comes from. */
function lineOf({ code, map }: MappedCode, text: string): string {
  const before = code.slice(0, code.indexOf(text)).split('\n');
  const entry = new SourceMap(map as never).findEntry(before.length - 1, before.at(-1)?.length ?? 0);
  return 'originalSource' in entry ? `${basename(entry.originalSource)}:${entry.originalLine + 1}` : 'none';
}

test('the source maps of classic scripts lead to the sources', async () => {
  const scripts = await buildScripts();
  expect([...scripts.keys()].toSorted()).toEqual(['first', 'page']);
  const [first, page] = [scripts.get('first'), scripts.get('page')];
  if (!first || !page) throw new Error('A chunk is missing.');
  expect(lineOf(page, 'The page failed')).toBe('page.js:4');
  expect(lineOf(first, 'between')).toBe('shared.js:2');
  expect(lineOf(first, '$load(')).toBe('first.js:2');
});

test('what follows a replaced part of a line is found at its new column', () => {
  const mappings = 'AAAA,CAAC,CAAC;AACA';
  const map = { names: [], sources: ['source.js'], sourcesContent: ['abc\nd'], mappings };
  const edited = editCode({ code: 'abc\nd', map }, [
    { start: 1, length: 1, by: 'long' },
    { start: 0, length: 0, by: '>>' },
  ]);
  expect(edited.code).toBe('>>alongc\nd');
  const found = new SourceMap({ version: 3, file: '', sourceRoot: '', ...edited.map } as never);
  expect([2, 3, 7].map((column) => found.findEntry(0, column))).toMatchObject([
    { originalColumn: 0 },
    { originalColumn: 1 },
    { originalColumn: 2 },
  ]);
});
