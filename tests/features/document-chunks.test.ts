import { beforeEach, expect, test, vi } from 'vitest';
import type { Chunk } from '../../src/chunks/chunk-registry.ts';
import { createDocumentChunks } from '../../src/standalone/document-chunks.ts';
import { eventually } from '../support/eventually.ts';
import { watchScripts } from '../support/requested-scripts.ts';

const address = (name: string) => `https://console.example/assets/${name}`;

let page: Document;
let chunks: ReturnType<typeof createDocumentChunks>;
let evaluated: string[];
/** What the first script imports by name, as the page's code does. */
let load: (name: string) => Promise<Record<string, unknown>>;

let requested: () => HTMLScriptElement[];
/** The scripts that are waiting: those of the document, and those that were added and requested. */
const waiting = () => [...page.querySelectorAll('script'), ...requested()];
const names = () => waiting().map(({ src }) => src.replace(address(''), ''));

const runs = (script: HTMLScriptElement) => vi.spyOn(page, 'currentScript', 'get').mockReturnValue(script);

const answered = new WeakSet<HTMLScriptElement>();

/** What the browser does once for each script: it runs, with the chunks that it defines, or fails. */
function answer(name: string, outcome: 'load' | 'error', ...defined: [file: string, chunk: Chunk][]) {
  const script = waiting().find((element) => element.src === address(name) && !answered.has(element));
  if (!script) throw new Error(`${name} is not requested.`);
  answered.add(script);
  const current = runs(script);
  for (const each of defined) chunks.set(...each);
  current.mockRestore();
  script.dispatchEvent(new Event(outcome));
}

const chunk = (name: string, ...imports: string[]): [string, Chunk] => [
  name,
  [
    imports,
    (require, exports) => {
      for (const imported of imports) require(`./${imported}`);
      evaluated.push(name);
      exports.name = name;
    },
  ],
];

beforeEach(() => {
  evaluated = [];
  // In a document without a window nothing is requested.
  page = document.implementation.createHTMLDocument();
  requested = watchScripts(page);
  const first = page.createElement('script');
  first.src = address('first.js');
  first.setAttribute('data-runs', '');
  const script = page.createElement('script');
  script.src = address('page.js');
  page.head.replaceChildren(first, script);
  const current = runs(first);
  chunks = createDocumentChunks(page);
  current.mockRestore();
  const entry: Chunk = [
    [],
    (_require, _exports, importChunk) => {
      load = importChunk;
    },
  ];
  answer('first.js', 'load', ['first.js', entry]);
});

test('a chunk is evaluated once, after those that it imports, by the script that waits in the document', async () => {
  const loading = load('page.js');
  expect(names()).toEqual(['page.js']);
  answer('page.js', 'load', chunk('page.js', 'part.js'));
  await eventually(() => expect(names()).toEqual(['part.js']));
  expect(evaluated).toEqual([]);
  answer('part.js', 'load', chunk('part.js'));
  expect(await loading).toMatchObject({ name: 'page.js' });
  expect(await load('part.js')).toMatchObject({ name: 'part.js' });
  expect(evaluated).toEqual(['part.js', 'page.js']);
  expect(names()).toEqual([]);
});

test('a script that fails is requested once more at once, and again by the next import', async () => {
  const failing = load('dialog.js').catch((error: unknown) => error);
  answer('dialog.js', 'error');
  await eventually(() => expect(names()).toContain('dialog.js'));
  answer('dialog.js', 'error');
  expect(String(await failing)).toContain(address('dialog.js'));
  const loading = load('dialog.js');
  answer('dialog.js', 'load', chunk('dialog.js'));
  expect(await loading).toMatchObject({ name: 'dialog.js' });
});

test('a script without its chunk, as a proxy may answer, is not waited for by the next import', async () => {
  const failing = load('page.js').catch((error: unknown) => error);
  answer('page.js', 'load');
  expect(String(await failing)).toContain(address('page.js'));
  const loading = load('page.js');
  answer('page.js', 'load', chunk('page.js'));
  expect(await loading).toMatchObject({ name: 'page.js' });
});

test('a chunk that waits for a script without its chunk can be imported again', async () => {
  const failing = load('page.js').catch((error: unknown) => error);
  answer('page.js', 'load', chunk('page.js', 'part.js'));
  await eventually(() => expect(names()).toEqual(['part.js']));
  answer('part.js', 'load');
  expect(String(await failing)).toContain(address('part.js'));
  const loading = load('page.js');
  await eventually(() => expect(names()).toEqual(['part.js']));
  answer('part.js', 'load', chunk('part.js'));
  expect(await loading).toMatchObject({ name: 'page.js' });
});

test('styles that failed are requested again, once for all that import in the meantime', async () => {
  const links = () => [...page.querySelectorAll('link')];
  const add = page.createElement('link');
  Object.assign(add, { rel: 'stylesheet', href: address('part.css') });
  page.head.append(add);
  add.dispatchEvent(new Event('error'));
  expect(links()).toEqual([]);
  answer('page.js', 'load', chunk('page.js'));
  const done: string[] = [];
  const loading = Promise.all(['one', 'two'].map((name) => load('page.js').then(() => done.push(name))));
  await eventually(() => expect(links().map(({ href }) => href)).toEqual([address('part.css')]));
  await Promise.resolve();
  expect(done).toEqual([]);
  links()[0]?.dispatchEvent(new Event('error'));
  await loading;
  const again = load('page.js');
  links()[0]?.dispatchEvent(new Event('load'));
  await again;
  await load('page.js');
  expect(links()).toHaveLength(1);
});

test('a chunk that throws is not evaluated again', async () => {
  const failing = load('page.js').catch((error: unknown) => error);
  const thrown = new Error('It throws.');
  const throws = vi.fn(() => {
    throw thrown;
  });
  answer('page.js', 'load', ['page.js', [[], throws]]);
  expect(await failing).toBe(thrown);
  await expect(load('page.js')).rejects.toBe(thrown);
  expect(throws).toHaveBeenCalledTimes(1);
});
