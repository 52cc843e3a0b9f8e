import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks } from '../../../verify-embed/checks.ts';
import { devHostUrl, expect, test } from '../../support/test.ts';
import { startFixture } from './fixture-server.ts';

const main = join(import.meta.dirname, '../../../verify-embed/main.ts');

/** Runs the command as a person does. */
async function run(...args: string[]): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data;
    });
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, output };
}

test('the dev host passes every check, and three reports are written', async ({ context, demo }, info) => {
  const state = info.outputPath('state.json');
  await writeFile(state, JSON.stringify(await context.storageState()));
  const form = `/content/instance/${demo.dev}/templates/hero/items/new`;
  const out = info.outputPath('report');
  const policy = 'csp';
  const args = ['--storage-state', state, '--form', form, '--out', out, '--cycles', '10'];
  const { status, output } = await run('verify-embed', `${devHostUrl}/content`, ...args);
  expect(status, output).toBe(0);
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const outcomes = report.results.map(({ id, status }: { id: string; status: string }) => [id, status]);
  // The dev host has no policy.
  expect(outcomes).toEqual(checks.map(({ id }) => [id, id === policy ? 'skipped' : 'passed']));
  expect(output).toContain(`${checks.length - 1} passed, 0 failed, 1 skipped`);
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('| passed | nodes |');
  expect(await readFile(join(out, 'junit.xml'), 'utf8')).toContain(`tests="${checks.length}" failures="0" skipped="1"`);
});

test('a broken promise ends in status 1, and is in all reports', async ({ page }, info) => {
  const fixture = await startFixture('body-style');
  const out = info.outputPath('report');
  const { status, output } = await run('verify-embed', fixture.url, '--only', 'nodes,page-untouched', '--out', out);
  fixture.close();
  expect(status, output).toBe(1);
  expect(output).toContain('1 passed, 1 failed, 0 skipped');
  expect(output).toContain('<body> is changed by');
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('- &lt;body> is changed by');
  const xml = await readFile(join(out, 'junit.xml'), 'utf8');
  const failures = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    return [...parsed.querySelectorAll('failure')].map((failure) => failure.getAttribute('message'));
  }, xml);
  expect(failures).toEqual([expect.stringContaining('<body> is changed by')]);
});

test('a page without the console, a wrong option and a missing browser end in status 2', async ({ page: _ }) => {
  const fixture = await startFixture();
  const outside = await run('verify-embed', new URL('/', fixture.url).href, '--timeout', '1');
  expect(outside).toEqual({ status: 2, output: expect.stringContaining('there is no console on the page') });
  const wrong = await run('verify-embed', fixture.url, '--only', 'everything');
  expect(wrong).toEqual({ status: 2, output: expect.stringContaining('There is no check everything') });
  const browser = await run('verify-embed', fixture.url, '--browser', '/nowhere/chromium');
  fixture.close();
  expect(browser).toEqual({ status: 2, output: expect.stringContaining('/nowhere/chromium does not start') });
  expect(await run('verify-embed')).toEqual({ status: 2, output: expect.stringContaining('Give the address') });
  expect(await run('verify-embed', '--help')).toEqual({ status: 0, output: expect.stringContaining('Exit status') });
});
