import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/processes.mjs';

const assets = join(root, 'dist', 'console', 'assets');

/** The names of the chunks that a chunk imports statically, directly or through others. */
function importsOf(name: string): string[] {
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(join(assets, file), 'utf8');
    for (const [, imported = ''] of code.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) visit(imported);
  };
  const first = files.find((file) => file.startsWith(`${name}-`));
  expect(first, `the chunk ${name}`).toBeDefined();
  visit(first ?? '');
  return [...seen].map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
}

test('home, the list and the exports load no code of the form', () => {
  for (const page of ['dashboard-page', 'pages', 'exported-data-page']) {
    const imported = importsOf(page);
    expect(imported, page).toContain('console');
    expect(imported, page).not.toContain('item-form');
  }
  expect(importsOf('item-edit-page')).toContain('item-form');
});
