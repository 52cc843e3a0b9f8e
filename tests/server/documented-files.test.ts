import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runContentCommand } from '../../content-files/command.ts';
import type { ContentCommand } from '../../content-files/usage.ts';
import { shows } from '../specification/shows.ts';
import { clickSword } from '../support/clicked-sword.ts';
import { examplesIn } from '../support/examples.ts';
import { importFile, jsonLines } from '../support/import-file.ts';
import { startReader } from '../support/reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let reader: Awaited<ReturnType<typeof startReader>>;
beforeEach(async () => {
  server = await startTestServer();
  await clickSword(server);
  reader = await startReader(server);
});

/** Changes the content of a file. */
function edit(name: string, change: (content: Record<string, unknown>) => void) {
  const content = JSON.parse(readFileSync(join(reader.folder, name), 'utf8'));
  change(content);
  reader.write(name, JSON.stringify(content));
}

/** Runs a command that the document names, without its shell. */
async function run(command: ContentCommand, ...args: string[]) {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const code = await runContentCommand(command, ['--folder', reader.folder, ...args], { say, env: reader.env });
  return { code, output: `${lines.join('\n')}\n` };
}

test('the examples of content as files print what the document shows, and run in pipelines', async () => {
  shows('5.names.files');
  const examples = examplesIn('docs/content-files.md');
  const others = Array.from({ length: 12 }, (_, index) => ({ sku: `s${index}`, _label: `Sword ${index}` }));
  await importFile(server, jsonLines(others.map((one, index) => (index < 10 ? { ...one, price: 1 } : one))));
  const config = examples.take('json');
  expect(config).toBe('{ "instance": 7 }\n');
  for (const place of ['', 'content/'])
    reader.write(`${place}quartermaster.json`, config.replace('7', String(server.studio.dev)));
  const pull = examples.take('sh').replace('TOKEN=…', `TOKEN=${reader.secret}`);
  expect(await reader.shell(pull)).toMatchObject({ code: 0 });

  edit('items/sword/rusty.json', (item) => Object.assign(item, { price: 9 }));
  edit('items/sword/keen.json', (item) => Object.assign(item, { price: -1 }));
  for (const { sku } of others) edit(`items/sword/${sku}.json`, (item) => Object.assign(item, { notes: 'New' }));
  reader.write('items/sword/new.json', JSON.stringify({ _label: 'New', sku: 'new' }));
  await importFile(server, jsonLines([{ sku: 'rusty', price: 6 }]));
  expect(await run('push', 'sword')).toMatchObject({
    code: 2,
    output: expect.stringContaining(examples.take('', 'sword: 1 added')),
  });

  expect(await run('pull', '--force')).toMatchObject({ code: 0 });
  rmSync(join(reader.folder, 'items/sword/new.json'));
  edit('templates/sword.json', (template) => {
    const fields = template.fields as { settings: { name: string; label: string } }[];
    for (const { settings } of fields) if (settings.name === 'notes') settings.label = 'Remarks';
    template.fields = fields.filter(({ settings }) => settings.name !== 'price');
  });
  reader.write('templates/ore.json', JSON.stringify({ id: 'ore', label: 'Ore', fields: [] }));
  expect(await run('push', '--dry-run')).toMatchObject({
    output: expect.stringContaining(examples.take('', 'added: templates/ore.json')),
  });

  const git = (...args: string[]) => execFileSync('git', args, { cwd: reader.folder, stdio: 'pipe' });
  git('init', '--quiet', '--bare', 'remote');
  git('clone', '--quiet', 'remote', 'clone');
  for (const pipeline of [examples.take('yaml', 'actions/checkout'), examples.take('yaml', 'check-content')])
    for (const lines of linesIn(pipeline)) {
      const done = await reader.shell(
        `${lines.includes('git push') ? 'cp -r content clone && cd clone\n' : ''}${lines}`,
      );
      expect(done, lines).toMatchObject({ code: 0 });
    }
  expect(String(git('--git-dir=remote', 'log', '--format=%s %an'))).toBe('Update content content\n');
  expect(examples.left()).toEqual([]);
});

/** What a pipeline runs: its lines `run` and `script`. */
function linesIn(pipeline: string): string[] {
  const runs = [...pipeline.matchAll(/- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
    ([, block, line]) => block ?? line,
  );
  const scripts = [...pipeline.matchAll(/ {2}script:\n {4}- (.*)\n/g)].map(([, line]) => line);
  return [...runs, ...scripts].flatMap((lines) => lines ?? []);
}
