import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { root } from '../../scripts/processes.mjs';

const assets = join(root, 'dist', 'console', 'assets');

/** The scripts of all chunks; workers are modules. */
const scripts = readdirSync(assets).filter((file) => file.endsWith('.js') && !/^(?:roll|sheet)-worker-/.test(file));

/** The files of the chunks that a chunk imports statically. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(assets, file), 'utf8').matchAll(/\brequire\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)].map(
    ([, imported = '']) => imported,
  );

/** The files of the chunks that a chunk imports statically, directly or through others. */
function filesOf(name: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const imported of importsOf(file)) if (scripts.includes(imported)) visit(imported);
  };
  const first = scripts.find((file) => file.startsWith(`${name}-`));
  expect(first, `the chunk ${name}`).toBeDefined();
  visit(first ?? '');
  return [...seen];
}

const nameOf = (file: string) => file.replace(/-[\w-]{8}\.js$/, '');

test('home, the list and the exports load no code of the form', () => {
  for (const page of ['dashboard-page', 'pages', 'exported-data-page']) {
    const imported = filesOf(page).map(nameOf);
    expect(imported, page).toContain('console');
    expect(imported, page).not.toContain('item-form');
  }
  expect(filesOf('item-edit-page').map(nameOf)).toContain('item-form');
});

test('home and the list load no code of popups', () => {
  const hasPopups = (page: string) =>
    filesOf(page).some((file) => readFileSync(join(assets, file), 'utf8').includes('floatingStrategy'));
  expect(['dashboard-page', 'pages', 'item-edit-page'].filter(hasPopups)).toEqual(['item-edit-page']);
});

test('the document and all chunks are classic scripts', () => {
  const document = readFileSync(join(root, 'dist', 'console', 'index.html'), 'utf8');
  expect(document).not.toMatch(/type="module"|modulepreload/);
  for (const file of scripts) {
    const code = readFileSync(join(assets, file), 'utf8');
    expect(() => new Script(code), file).not.toThrow();
    // React contains the word as well, so this matches the conditional that Vite emits.
    expect(/\bimport\.meta\b|\?[`"']modulepreload[`"']:/.test(code), file).toBe(false);
  }
  const loaded = scripts.flatMap((file) =>
    [...readFileSync(join(assets, file), 'utf8').matchAll(/(?:\$load|\brequire)\(["'`]\.\/([\w.-]+)["'`]\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const first = readFileSync(join(assets, filesOf('early')[0] ?? ''), 'utf8');
  expect(new Set(loaded).size).toBeGreaterThan(50);
  const preloaded = scripts.flatMap((file) =>
    [...readFileSync(join(assets, file), 'utf8').matchAll(/[`"']assets\/([\w.-]+\.(?:js|css))[`"']/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(new Set(preloaded).size).toBeGreaterThan(50);
  expect(preloaded.filter((name) => !readdirSync(assets).includes(name))).toEqual([]);
  expect([...new Set(loaded)].filter((name) => !scripts.includes(name) && !first.includes(`("${name}",`))).toEqual([]);
});

test.each(['plugin', 'plugin/shared'])('the chunks of %s are scripts, and its module has the hashes of all', (name) => {
  const folder = join(root, 'dist', name);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { integrity } = JSON.parse(read('embed-manifest.json')) as { integrity: Record<string, string> };
  const chunks = Object.entries(integrity).filter(([file]) => file.startsWith('chunks/'));
  for (const [file] of chunks) expect(() => new Script(read(file)), file).not.toThrow();
  const entry = read('quartermaster.js');
  const early = [...entry.matchAll(/([\w.-]+-[\w-]{8}\.js) (sha384-[\w+/=]+)/g)].map(([, file = '', hash = '']) => [
    file,
    hash,
  ]);
  const names = early.map(([file = '']) => nameOf(file));
  expect(names).toEqual(expect.arrayContaining(['console', 'pages', 'item-form', 'hashes']));
  // Each is 70 bytes of the entry.
  expect(names.length).toBeLessThan(16);
  const others = read(`chunks/${early.at(-1)?.[0]}`);
  const hashes: Record<string, string> = JSON.parse(/Object\.assign\(exports,(\{.*?\})\)/.exec(others)?.[1] ?? '');
  const found = [...early, ...Object.entries(hashes)].map(([file, hash]) => [`chunks/${file}`, hash]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(chunks));
});

test('no chunk imports one that imports it: its exports would not be there yet', () => {
  const left = new Map(scripts.map((file) => [file, importsOf(file).filter((imported) => scripts.includes(imported))]));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [file, imports] of left) if (!imports.some((imported) => left.has(imported))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

test('the first script imports the page, and the list is not a separate file that waits for the console to start', () => {
  const code = readFileSync(join(assets, filesOf('early')[0] ?? ''), 'utf8');
  expect(code).toMatch(/\$load\(/);
  // The bundler makes it a file of its own as soon as the console's file waits for something.
  expect(readdirSync(assets).filter((file) => file.startsWith('items-list-page-'))).toEqual([]);
});

test('the document names the code of a form and of a list, and what it loads besides the code of every page', () => {
  const document = readFileSync(join(root, 'dist', 'console', 'index.html'), 'utf8');
  const named = (page: string) => {
    const [, content = ''] = new RegExp(`<meta name="item-${page}-code" content="([^"]*)">`).exec(document) ?? [];
    return content.split(' ').map((file) => file.replace('/assets/', ''));
  };
  const loadedAnyway = new Set([...filesOf('pages'), ...filesOf('console')]);
  for (const [page, chunk] of [
    ['form', 'item-edit-page'],
    ['list', 'pages'],
  ] as const) {
    // The script imports the first.
    expect(named(page)[0], page).toMatch(new RegExp(`^${chunk}-`));
    expect(
      named(page)
        .filter((file) => file.endsWith('.js'))
        .toSorted(),
      page,
    ).toEqual(
      filesOf(chunk)
        .filter((file) => file.startsWith(`${chunk}-`) || !loadedAnyway.has(file))
        .toSorted(),
    );
  }
});

test.each(['console/assets', 'plugin/chunks', 'plugin/shared/chunks'])(
  'each chunk of %s waits for scripts that are there, so that none is requested in vain',
  (folder) => {
    const path = join(root, 'dist', folder);
    const files = readdirSync(path);
    const waitsFor = files
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [...readFileSync(join(path, file), 'utf8').matchAll(/\?\.set\("[^"]+",\[(\[[^\]]*\]),/g)])
      .flatMap(([, imports = '[]']): string[] => JSON.parse(imports));
    expect(waitsFor.length).toBeGreaterThan(100);
    expect([...new Set(waitsFor)].filter((file) => !files.includes(file))).toEqual([]);
  },
);
