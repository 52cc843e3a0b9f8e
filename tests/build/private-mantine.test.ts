import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { patches, patchMantine } from '../../build/private-mantine.ts';
import { scope } from '../../build/scope-css.ts';

const folder = dirname(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')));
const mantine = join(folder, 'core', 'esm', 'core');
const pathOf = (file: string) => join(file.startsWith('use-') ? join(folder, 'hooks', 'esm') : mantine, file);
const files = [...new Set(patches.map(({ file }) => file))];

describe('the installed Mantine', () => {
  test.each(files)('%s accepts its patches', (file) => {
    const path = pathOf(file);
    const patched = patchMantine(readFileSync(path, 'utf8'), path);
    expect(patched).not.toBeNull();
    expect(patched).not.toContain('dangerouslySetInnerHTML');
  });

  test.each(files)('%s fails the build if its source differs', (file) => {
    expect(() => patchMantine('export const another = 1;', pathOf(file))).toThrow('Mantine has changed');
  });

  test('keeps React’s ids, which are stable from the first render', () => {
    const path = pathOf('use-id/use-id.mjs');
    expect(patchMantine(readFileSync(path, 'utf8'), path)).not.toContain('setUuid(');
  });

  test('has responsive styles and global classes moved into the scope', () => {
    const patched = (name: string) => patchMantine(readFileSync(join(mantine, name), 'utf8'), join(mantine, name));
    expect(patched('InlineStyles/styles-to-string/styles-to-string.mjs')).not.toMatch(/(?<!\) )\$\{selector\}\{/);
    expect(patched('MantineProvider/MantineClasses/MantineClasses.mjs')).toContain(`{${scope} .mantine-visible-from-`);
  });
});

test('class names become private, and nothing else changes', () => {
  expect(patchMantine('.m_77c9d27d{} .m_89ab340{} .m_xyz{} "term_77c9d27d"', '/@mantine/core/x.css')).toBe(
    '.qm_77c9d27d{} .qm_89ab340{} .m_xyz{} "term_77c9d27d"',
  );
});
