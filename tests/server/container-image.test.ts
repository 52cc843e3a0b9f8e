import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { root as project } from '../../scripts/processes.mjs';
import { shows } from '../specification/shows.ts';
import { type Image, startContainer, startInside, unpackImage } from '../support/container.ts';
import { eventually } from '../support/eventually.ts';
import { placeRelease } from '../support/releases/open-release.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let image: Image;
let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  await promisify(execFile)(process.execPath, [join(project, 'scripts/building/image/image.mjs'), folder]);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar'));
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  image = unpackImage(join(folder, archive), unpacked);
});
afterAll(cleanUp);

/** Runs a program of the image to its end. */
async function codeOf(program: ReturnType<typeof startInside>): Promise<number> {
  const [code] = await once(program, 'close');
  return code;
}

test('the image is small, and has neither shell nor package manager nor what runs as somebody else', () => {
  shows('5.running.image');
  expect(image.bytes).toBeLessThan(150e6);
  expect(image.config).toMatchObject({ User: '10001:10001', Volumes: { '/data': {} }, StopSignal: 'SIGTERM' });
  // Engines make the first volume like this folder. Only root unpacks owners.
  if (process.getuid?.() === 0) expect(statSync(join(image.root, 'data'))).toMatchObject({ uid: 10001, gid: 10001 });
  const files = readdirSync(image.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const programs = files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode } = statSync(path);
    expect([path, mode & 0o7000]).toEqual([path, 0]);
    return mode & 0o111 && readFileSync(path).subarray(0, 4).toString('latin1') === '\x7fELF'
      ? [relative(image.root, path)]
      : [];
  });
  expect(programs.filter((path) => !/\.so\b|\.node$/.test(path))).toEqual(['usr/bin/node']);
});

test('what is in the image is listed: the packages of Debian, Node, and those of the product', () => {
  shows('5.running.image');
  const bill: { components: { purl: string }[] } = JSON.parse(readFileSync(join(folder, 'image.cdx.json'), 'utf8'));
  const listed = bill.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''));
  const shipped = readdirSync(join(image.root, 'var/lib/dpkg/status.d'));
  expect(shipped).toEqual(expect.arrayContaining(['libc6', 'libstdc++6']));
  const debian = shipped.map((name) => `pkg:deb/debian/${name}`);
  const others = ['pkg:generic/node', 'pkg:npm/fastify', 'pkg:npm/%40electric-sql/pglite', 'pkg:npm/react'];
  expect(listed).toEqual(expect.arrayContaining([...debian, ...others]));
  for (const name of shipped)
    expect(readFileSync(join(image.root, 'usr/share/doc', name, 'copyright'), 'utf8')).not.toBe('');
});

/** Resolves once the server is ready: its version of the plugin is stored while it answers already. */
const readiness = (url: string) => eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));

const signIn = (url: string) =>
  fetch(`${url}/v1${accounts.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@quartermaster.test', password: 'Quartermaster1' }),
  });

/** Signs in again and again until the server is gone; the results of all that it has answered. */
async function signInUntilGone(url: string, onAnswer: () => void): Promise<number[]> {
  const statuses: number[] = [];
  for (;;) {
    const answer = await signIn(url).catch(() => undefined);
    if (!answer) return statuses;
    statuses.push(answer.status);
    await answer.text();
    onAnswer();
  }
}

test('on an empty volume its server loads and serves the demo, is healthy, stops under load, and goes on with the volume', async () => {
  shows('5.running.image');
  const volume = temporaryFolder();
  const variables = { DEMO: '1', DATABASE_URL: '' };
  const first = await startContainer(image, volume, variables);
  await first.ready;
  await readiness(first.url);
  expect(await (await fetch(first.url)).text()).toContain('<!doctype html>');
  const [, ...check] = image.config.Healthcheck.Test;
  const port = { PORT: new URL(first.url).port };
  expect(await codeOf(startInside(image, volume, port, check))).toBe(0);
  let stopAfter = 20;
  const load = Array.from({ length: 8 }, () =>
    signInUntilGone(first.url, () => {
      stopAfter -= 1;
      if (stopAfter === 0) first.child.kill('SIGTERM');
    }),
  );
  expect(new Set((await Promise.all(load)).flat())).toEqual(new Set([200]));
  expect(await first.ended).toBe(0);
  expect(await codeOf(startInside(image, volume, port, check))).toBe(1);
  const second = await startContainer(image, volume, variables);
  await second.ready;
  expect(second.output()).not.toContain('Loading the demo');
  expect((await signIn(second.url)).status).toBe(200);
});

test('a container of its own migrates what an earlier release has stored, and then its server starts', async () => {
  shows('5.running.image');
  const made = await placeRelease('0.1.0');
  onTestFinished(made.remove);
  const volume = dirname(made.folder);
  const database = { DATABASE_URL: made.url ?? '' };
  const migration = await startContainer(image, volume, { ...database, MIGRATIONS: 'only' });
  expect([await migration.ended, migration.output()]).toEqual([
    0,
    'The database has every migration of this release.\n',
  ]);
  const server = await startContainer(image, volume, database);
  await server.ready;
  await readiness(server.url);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
