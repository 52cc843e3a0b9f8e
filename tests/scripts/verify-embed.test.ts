import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allowed } from '../../verify-embed/allow-list.ts';
import { type Check, resultOf } from '../../verify-embed/check.ts';
import { runCommand } from '../../verify-embed/command.ts';
import { readOptions, UsageError, usage } from '../../verify-embed/options.ts';
import { Broken, Skipped } from '../../verify-embed/outcomes.ts';
import { findPlugin, isOfPlugin } from '../../verify-embed/plugin.ts';
import type { Portal } from '../../verify-embed/portal.ts';
import { toJunit } from '../../verify-embed/report/junit.ts';
import { toMarkdown } from '../../verify-embed/report/markdown.ts';
import { readStorageState } from '../../verify-embed/storage-state.ts';

const page = 'https://portal.test/content';

describe('options of verify-embed', () => {
  test('leave and enter the console by addresses, unless selectors are given', () => {
    expect(readOptions([page], {})).toMatchObject({ leave: 'https://portal.test/', enter: page, isLeaveGiven: false });
    const given = readOptions([page, '--leave', '#home', '--enter', '/content/settings'], {});
    expect(given).toMatchObject({ leave: '#home', enter: 'https://portal.test/content/settings', isLeaveGiven: true });
  });

  test('take the browser from the environment if none is named', () => {
    const env = { PLAYWRIGHT_CHROMIUM_PATH: '/env/chromium' };
    expect(readOptions([page], env)?.browser).toBe('/env/chromium');
    expect(readOptions([page, '--browser', '/own/chromium'], env)?.browser).toBe('/own/chromium');
  });

  test.each([
    [[], 'Give the address of one page.'],
    [[page, page], 'Give the address of one page.'],
    [['portal'], 'portal is no web address.'],
    [[page, '--cycles', '2'], '--cycles must be a number from 4 on.'],
    [[page, '--timeout', 'long'], '--timeout must be a number from 1 on.'],
    [[page, '--sparkle'], /sparkle/],
  ])('%j are refused', (args, sentence) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
    expect(() => readOptions(args, {})).toThrow(sentence);
  });

  test('are all explained', () => {
    const source = readFileSync(join(import.meta.dirname, '../../verify-embed/options.ts'), 'utf8');
    const [, list = ''] = /options: \{\n([\s\S]+?)\n {6}\},/.exec(source) ?? [];
    const names = [...list.matchAll(/^ {8}'?([\w-]+)'?:/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) if (name !== 'help') expect(usage).toContain(`--${name} `);
    expect(readOptions(['--help'], {})).toBeNull();
  });
});

test('a wrong option, a missing browser or a missing address exits with status 2 and says what to do', async () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const status = await runCommand(args, { say: (line) => lines.push(line) });
    return { status, output: lines.join('\n') };
  };
  const containing = (text: string) => expect.stringContaining(text);
  expect(await run('verify-embed', page, '--only', 'everything')).toEqual({
    status: 2,
    output: containing('There is no check everything'),
  });
  expect(await run('verify-embed', page, '--browser', '/nowhere/chromium')).toEqual({
    status: 2,
    output: containing('/nowhere/chromium does not start'),
  });
  expect(await run('verify-embed')).toEqual({ status: 2, output: containing('Give the address') });
  expect(await run('verify-embed', '--help')).toEqual({ status: 0, output: containing('Exit status') });
});

test('a saved session is read, and any other file is rejected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verify-embed-'));
  const file = join(folder, 'session.json');
  const state = { cookies: [], origins: [{ origin: 'https://portal.test', localStorage: [] }] };
  writeFileSync(file, JSON.stringify(state));
  expect(readStorageState(file)).toEqual(state);
  for (const other of ['[]', 'null', '{ "cookies": [] }']) {
    writeFileSync(file, other);
    expect(() => readStorageState(file)).toThrow(
      new UsageError(`${file} has no session: it needs the lists "cookies" and "origins", as Playwright writes them.`),
    );
  }
  writeFileSync(file, 'cookies');
  expect(() => readStorageState(file)).toThrow(`The session in ${file} cannot be read`);
  expect(() => readStorageState(join(folder, 'nowhere'))).toThrow(/nowhere cannot be read: ENOENT/);
  rmSync(folder, { recursive: true });
});

test('the console’s files are those next to its module and its stylesheet', () => {
  const module = 'https://console.test/plugin/shared/quartermaster.js?v=1';
  const scripts = ['https://portal.test/main.js', module];
  const plugin = findPlugin(scripts, 'https://console.test/plugin/assets/quartermaster-1a.css');
  expect(plugin.module).toBe(module);
  expect(isOfPlugin(plugin, 'https://console.test/plugin/shared/chunks/a.js')).toBe(true);
  expect(isOfPlugin(plugin, 'https://console.test/plugin/chunks/a.js')).toBe(true);
  expect(isOfPlugin(plugin, 'https://console.test/v1/accounts')).toBe(false);
  expect(isOfPlugin(plugin, 'https://portal.test/main.js')).toBe(false);
  expect(isOfPlugin(plugin, undefined)).toBe(false);
});

describe('a result', () => {
  const check = (run: Check['run']): Check => ({ id: 'a', promise: 'A promise', run });
  const nowhere = {} as Portal;

  test.each([
    ['passed', async () => ({ problems: [], notes: ['seen'] }), []],
    ['failed', async () => ({ problems: ['wrong'] }), ['wrong']],
    ['skipped', () => Promise.reject(new Skipped('no policy')), ['no policy']],
    ['failed', () => Promise.reject(new Broken('never came')), ['never came']],
    ['failed', () => Promise.reject(new Error('boom')), ['The check could not be completed: boom']],
  ] as const)('is %s according to its check', async (status, run, problems) => {
    expect(await resultOf(check(run as Check['run']), nowhere)).toMatchObject({ status, problems });
  });

  test('escapes the texts of a page in XML and Markdown', async () => {
    const text = 'a <b> & "c" | d\u0000]]>';
    const results = [
      await resultOf(
        check(async () => ({ problems: [text] })),
        nowhere,
      ),
    ];
    const report = {
      url: page,
      date: '2026-11-22T12:00:00Z',
      browser: 'x',
      module: null,
      saw: null,
      results,
      isShown: true,
      notChecked: ['y'],
    };
    expect(toJunit(report)).toContain('<failure message="a &lt;b&gt; &amp; &quot;c&quot; | d ]]&gt;">');
    expect(toMarkdown(report)).toContain('- a &lt;b> & "c" | d');
    expect(toMarkdown(report)).toContain('0 passed, 1 failed, 0 skipped');
  });
});

test('the allow-list is the one in the documents', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/embedding.md'), 'utf8');
  const [, table = ''] = /## Footprint\n([\s\S]+?)\n## /.exec(docs) ?? [];
  const rows = [...table.matchAll(/^\| (\w+) \| (`.+?) \|/gm)].map(([, kind = '', names = '']) => [
    kind,
    [...names.matchAll(/`(.+?)`/g)].map(([, name]) => name),
  ]);
  expect(Object.fromEntries(rows)).toEqual(allowed);
});
