import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { verifyExtension } from '../../../verify-embed/extension/verify-extension.ts';
import { exampleOf } from '../../support/documented-examples.ts';
import { shows } from '../../support/shows.ts';
import { expect, test } from '../../support/test.ts';

const root = join(import.meta.dirname, '../../..');

const good = {
  contract: 1,
  name: 'acme-range',
  version: '1.0.0',
  title: 'Range',
  script: 'extension.js',
  editor_types: ['integer', 'text'],
  has_cells: true,
};

const editor = (body: string) => `quartermaster.define({ editor: (root, editor) => { ${body} }, cell: () => ({}) });`;
const drawing = (body: string) => `quartermaster.define({ editor: () => () => {}, cell: (value) => { ${body} } });`;

/** Serves a manifest and a script at any other address. */
async function serve(code: string, manifest: object = {}) {
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  const server = createServer((request, response) => {
    const isManifest = request.url?.endsWith('.json') ?? false;
    response.end(isManifest ? JSON.stringify({ ...good, integrity, ...manifest }) : code);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/manifest.json`, close: () => server.close() };
}

const wrongHash = `sha384-${'A'.repeat(64)}`;

/** What is wrong, the script, changes of the manifest, the check that finds it, and its sentence. */
const faults: [name: string, code: string, manifest: object, check: string, sentence: string | RegExp][] = [
  ['a name of one word', editor('return () => {}'), { name: 'range' }, 'manifest', '"name" must be lower-case words'],
  [
    'an unknown type',
    editor('return () => {}'),
    { editor_types: ['group'] },
    'manifest',
    '"editor_types" must be a list',
  ],
  ['nothing to do', '', { editor_types: [], has_cells: false }, 'manifest', 'It does nothing: "editor_types" is empty'],
  [
    'an invisible character in a title',
    '',
    { panel: { title: 'Pri\u200bces' } },
    'manifest',
    '"panel.title" has an invisible character (U+200B) after "Pri"',
  ],
  ['a panel without a title', '', { panel: { templates: ['sword'] } }, 'manifest', '"panel" must have a "title"'],
  [
    'a panel that is not defined',
    editor('return () => {}'),
    { panel: { title: 'Price' } },
    'panel',
    'It throws: The extension defines no panel.',
  ],
  [
    'a card that does not answer',
    'quartermaster.define({ card: () => () => { for (;;); } });',
    { editor_types: [], has_cells: false, card: { title: 'Prices' } },
    'card',
    'Its card does not answer within 3 seconds',
  ],
  ['another script', editor('return () => {}'), { integrity: wrongHash }, 'script', 'Publish both again.'],
  ['a large script', `//${'x'.repeat(512 * 1024)}`, {}, 'script', 'The script has more than 512 kB.'],
  ['a script elsewhere', '', { script: 'https://cdn.example.com/a.js' }, 'script', 'must be on the same origin'],
  ['a script that defines nothing', 'globalThis.other = 1;', {}, 'defined', 'does not call quartermaster.define'],
  ['a script that throws', 'throw new Error("no start")', {}, 'defined', 'It throws: no start'],
  ['a call of a server', `fetch('https://example.com/?a');${editor('return () => {}')}`, {}, 'defined', /does not let/],
  ['a value that it cannot take', editor('return ({ value }) => value.length'), {}, 'editor', 'It throws: Cannot read'],
  [
    'an endless loop',
    editor('return ({ value }) => { while (value === -1); }'),
    {},
    'editor',
    'told the value -1 of the type "integer"',
  ],
  [
    'another type of value',
    editor('return ({ field }) => editor.change(field.type === "text" ? 5 : 6)'),
    {},
    'editor',
    'the value 5 in a field of the type "text"',
  ],
  [
    'a long toast',
    editor('return () => editor.toast("x".repeat(500))'),
    {},
    'editor',
    'a message that is none of the interface',
  ],
  [
    'a page of its own',
    editor('return ({ value }) => { if (value === -1) location.href = "https://example.com/"; }'),
    {},
    'editor',
    /https:\/\/example\.com\/|does not answer/,
  ],
  [
    'a wrong color',
    drawing('return { color: "red" }'),
    {},
    'cells',
    '200 of its drawings are not as documented, such as {"color":"red"}',
  ],
  ['a cell that throws', drawing('return { text: value.toFixed(1) }'), {}, 'cells', 'It throws: Cannot read'],
  [
    'slow cells',
    drawing('const end = performance.now() + 50; while (performance.now() < end); return {}'),
    {},
    'cells',
    'does not draw 200 values within 3 seconds',
  ],
];

test.describe('verify-embed --extension', () => {
  for (const [name, code, manifest, check, sentence] of faults)
    test(`finds ${name}`, async ({ browser }) => {
      shows('5.parts.verify-extension');
      const served = await serve(code, manifest);
      const { results } = await verifyExtension(browser, served.address);
      served.close();
      const failed = results.filter(({ status }) => status === 'failed');
      expect(failed.map(({ id }) => id)).toEqual([check]);
      const problems = failed[0]?.problems.join('\n') ?? '';
      if (typeof sentence === 'string') expect(problems).toContain(sentence);
      else expect(problems).toMatch(sentence);
    });

  test('passes each extension of the repository and of its document, and a command prints what was checked', async ({
    browser,
  }, info) => {
    shows('5.parts.verify-extension');
    for (const extension of ['color', 'map-position', 'model']) {
      const folder = join(root, 'extensions', extension);
      const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
      const served = await serve(await readFile(join(folder, 'extension.js'), 'utf8'), manifest);
      const { results } = await verifyExtension(browser, served.address);
      served.close();
      expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
    }
    const documented = { file: 'extensions.md', language: 'json' };
    const { integrity: _, ...manifest } = JSON.parse(exampleOf('Panels, actions and cards', documented));
    const prices = await serve(exampleOf('Panels, actions and cards', { ...documented, language: 'js' }), manifest);
    const { results } = await verifyExtension(browser, prices.address);
    prices.close();
    expect(results.map(({ id, status }) => `${id} ${status}`)).toEqual(
      ['manifest', 'script', 'defined', 'panel', 'action', 'card'].map((id) => `${id} passed`),
    );
    const served = await serve(editor('return () => {}'));
    const args = [
      join(root, 'command/main.ts'),
      'verify-embed',
      '--extension',
      served.address,
      '--out',
      info.outputPath('report'),
    ];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data;
    });
    const [status] = await once(child, 'close');
    served.close();
    expect(status, output).toBe(0);
    expect(output).toContain('5 passed, 0 failed, 0 skipped');
    expect(await readFile(info.outputPath('report/report.md'), 'utf8')).toContain('Range (acme-range)');
  });
});
