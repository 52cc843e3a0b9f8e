import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks } from '../../../verify-embed/checks.ts';
import { readOptions } from '../../../verify-embed/options.ts';
import { verify } from '../../../verify-embed/verify.ts';
import { isLong, long } from '../../support/long.ts';
import { signedInState } from '../../support/people.ts';
import { shows } from '../../support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from '../../support/test.ts';
import { session, startFixture } from './fixture-server.ts';

const main = join(import.meta.dirname, '../../../command/main.ts');

/** Tests of the dev host show the other promises. */
const short = ['nodes', 'parts', 'listeners', 'globals', 'storage', 'memory', 'csp'];

/** Runs the command as in a terminal. */
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

test('a run renews a saved session in its file, as the one before is used up', long, async ({ page: _ }, info) => {
  const state = info.outputPath('state.json');
  const { cookies } = await signedInState({ url: consoleUrl, devHostUrl }, 'owner');
  // What a signed-in user has left after a quarter of an hour: the first call renews the session.
  const left = cookies.filter(({ name }) => name.includes('refresh'));
  await writeFile(state, JSON.stringify({ cookies: left, origins: [] }));
  const args = ['--storage-state', state, '--only', 'nodes', '--out', info.outputPath('report')];
  const { output } = await run('verify-embed', `${devHostUrl}/content`, ...args);
  expect(output).toContain('as owner@quartermaster.test');
  const after = JSON.parse(await readFile(state, 'utf8')) as { cookies: typeof cookies };
  const renewed = after.cookies.filter(({ name }) => name.includes('refresh'));
  expect(renewed.map(({ name }) => name)).toEqual(left.map(({ name }) => name));
  expect(renewed.map(({ value }) => value)).not.toEqual(left.map(({ value }) => value));
});

test('the dev host passes every check, and three reports are written', async ({ context, demo }, info) => {
  shows('4.host.memory.footprint');
  const state = info.outputPath('state.json');
  await writeFile(state, JSON.stringify(await context.storageState()));
  const form = `/content/instance/${demo.dev}/templates/hero/items/new`;
  const out = info.outputPath('report');
  const policy = 'csp';
  const expected = ['--expect-page', 'Ancient Works', '--expect-account', 'owner@quartermaster.test'];
  const ids = ['page', ...(isLong ? checks.map(({ id }) => id) : short)];
  const only = isLong ? [] : ['--only', short.join()];
  const args = ['--storage-state', state, '--form', form, '--out', out, '--cycles', '7', ...expected, ...only];
  const { status, output } = await run('verify-embed', `${devHostUrl}/content`, ...args);
  expect(status, output).toBe(0);
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const outcomes = report.results.map(({ id, status }: { id: string; status: string }) => [id, status]);
  // The dev host has no policy.
  expect(outcomes).toEqual(ids.map((id) => [id, id === policy ? 'skipped' : 'passed']));
  expect(output).toContain(`${ids.length - 1} passed, 0 failed, 1 skipped`);
  const saw = '"Ancient Works" (/), as owner@quartermaster.test';
  expect(report.saw).toBe(saw);
  expect(output).toContain(`Saw: ${saw}.`);
  const markdown = await readFile(join(out, 'report.md'), 'utf8');
  expect(markdown).toContain('| passed | nodes |');
  expect(markdown).toContain(`| saw | ${saw} |`);
  const junit = await readFile(join(out, 'junit.xml'), 'utf8');
  expect(junit).toContain(`tests="${ids.length}" failures="0" skipped="1"`);
  expect(junit).toContain(`<system-out>Saw: ${saw.replaceAll('"', '&quot;')}.</system-out>`);
});

test('a broken promise ends in status 1, and appears in all reports', long, async ({ page }, info) => {
  const fixture = await startFixture('body-style');
  const out = info.outputPath('report');
  const { status, output } = await run('verify-embed', fixture.url, '--only', 'nodes,page-untouched', '--out', out);
  fixture.close();
  expect(status, output).toBe(1);
  expect(output).toContain('2 passed, 1 failed, 0 skipped');
  expect(output).toContain('<body> is changed by');
  expect(await readFile(join(out, 'report.md'), 'utf8')).toContain('- &lt;body> is changed by');
  const xml = await readFile(join(out, 'junit.xml'), 'utf8');
  const failures = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    return [...parsed.querySelectorAll('failure')].map((failure) => failure.getAttribute('message'));
  }, xml);
  expect(failures).toEqual([expect.stringContaining('<body> is changed by')]);
});

test(
  'a portal that requires a sign-in is checked with a saved session; without one the reports say what to do',
  long,
  async ({ browser }, info) => {
    const fixture = await startFixture('', { signIn: true });
    const { origin, hostname } = new URL(fixture.url);
    const out = info.outputPath('report');
    const state = info.outputPath('state.json');
    const args = [fixture.url, '--only', 'nodes', '--out', out];
    const check = async (...more: string[]) => {
      const options = readOptions([...args, '--storage-state', state, ...more]);
      if (!options) throw new Error('There are no options.');
      const { results } = await verify(browser, options);
      return results.map(({ id, status, problems }) => [id, status, problems.at(-1)]);
    };
    const cookie = { name: session.cookie, value: '1', domain: hostname, path: '/', expires: -1 };
    const cookies = [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }];

    const outside = await run('verify-embed', ...args, '--timeout', '1');
    const advice = `It redirected to ${origin}/sign-in. If the portal asks for a sign-in, pass a signed-in session with --storage-state FILE`;
    expect(outside).toEqual({ status: 2, output: expect.stringContaining(advice) });
    expect(outside.output).toContain('0 passed, 1 failed');
    expect(await readFile(join(out, 'report.md'), 'utf8')).toContain(advice);
    expect(await readFile(join(out, 'junit.xml'), 'utf8')).toContain('failures="1"');

    // The cookie alone is not a session if the page also needs its stored entry.
    await writeFile(state, JSON.stringify({ cookies, origins: [] }));
    const ended = expect.stringContaining(`the session in ${state} has ended`);
    expect(await check('--timeout', '1')).toEqual([['page', 'failed', ended]]);

    const localStorage = [{ name: session.stored, value: '1' }];
    await writeFile(state, JSON.stringify({ cookies, origins: [{ origin, localStorage }] }));
    expect(await check()).toEqual([
      ['page', 'passed', undefined],
      ['nodes', 'passed', undefined],
    ]);
    fixture.close();
  },
);
