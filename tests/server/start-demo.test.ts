import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { shows } from '../specification/shows.ts';
import { cleanUp, startProcess, temporaryFolder } from '../support/server-process.ts';

afterEach(cleanUp);

const emails = ['owner', 'admin', 'member', 'free'].map((name) => `${name}@quartermaster.test`);

/** Calls as the owner of the demo. */
async function signIn(url: string) {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: emails[0], password: 'Quartermaster1' });
  const signedIn = await fetch(`${url}/v1${accounts.login.path}`, { method: 'POST', headers: json, body });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const headers = { ...json, cookie: cookie.join('; '), 'x-csrf-protection': '1' };
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}/v1${path}`, { ...init, headers });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.json();
  };
}

async function devInstance(url: string) {
  const call = await signIn(url);
  const { workspaces: list } = await call(workspaces.list.path);
  return { call, dev: list[0].projects[0].instances[0].id as number };
}

test('a first start loads the demo and prints all addresses, Ctrl-C stops it, and the next start resumes with the same data', async () => {
  shows(
    '3.start.start.api',
    '3.start.start.ctrl-c',
    '3.start.start.data-dir',
    '3.start.start.demo-once',
    '3.start.start.prints-accounts',
    '3.start.start.prints-addresses',
    '3.start.start.survives-restart',
  );
  const folder = temporaryFolder();
  const devHostPort = await freePort();
  const variables = {
    DATABASE_URL: '',
    DATA_DIR: folder,
    DEMO: '1',
    DEV_HOST: '1',
    DEV_HOST_PORT: String(devHostPort),
  };
  const devHost = `http://127.0.0.1:${devHostPort}/`;

  const first = await startProcess(variables);
  await first.ready;
  const port = new URL(first.url).port;
  expect(first.output()).toContain('Loading the demo workspace:');
  expect(first.output()).toContain(`Console   http://localhost:${port}/\n`);
  expect(first.output()).toContain(`Dev host  http://localhost:${devHostPort}/\n`);
  expect(first.output()).toContain(`API       http://localhost:${port}/docs\n`);
  expect(first.output()).toContain('Sign in with the password Quartermaster1 as');
  for (const email of emails) expect(first.output()).toContain(`    ${email}\n`);
  expect(existsSync(join(folder, 'db'))).toBe(true);
  expect(existsSync(join(folder, 'files'))).toBe(true);
  expect((await fetch(`${devHost}config.json`)).status).toBe(200);

  const { call, dev } = await devInstance(first.url);
  const list = items.list.path.replace(':instanceId', String(dev)).replace(':templateId', 'hero');
  const ask = JSON.stringify({ limit: 1, sort: { field: 'id', direction: 'asc' } });
  const before = await call(list, { method: 'POST', body: ask });
  const [hero] = before.items;
  const body = { id: hero.id, version: hero.version, template_id: 'hero', internal_label: 'Renamed', fields: [] };
  await call(items.save.path.replace(':instanceId', String(dev)), { method: 'POST', body: JSON.stringify(body) });
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  for (const address of [`${first.url}/healthz`, devHost]) await expect(fetch(address)).rejects.toThrow();
  expect(existsSync(join(folder, 'lock'))).toBe(false);

  const second = await startProcess(variables);
  await second.ready;
  expect(second.output()).not.toContain('Loading the demo');
  const again = await devInstance(second.url);
  expect(again.dev).toBe(dev);
  const after = await again.call(list, { method: 'POST', body: ask });
  expect(after).toEqual({
    ...before,
    items: [{ ...hero, internal_label: 'Renamed', version: hero.version + 1 }],
  });
});
