import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { root, serverArguments } from '../../scripts/processes.mjs';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { fillFolder } from '../support/server-database.ts';
import { cleanUp, startProcess, temporaryFolder } from '../support/server-process.ts';

afterEach(cleanUp);

/** Runs a command as an operator does, on an embedded database. */
async function operate(dataDir: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...serverArguments, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, output: output + errors };
}

/** A data folder with tables and a secret key. */
async function folderWithTables(): Promise<string> {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  await fillFolder(folder);
  return folder;
}

const hashesIn = (archive: string): unknown => {
  const { tables } = JSON.parse(JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8')).archive);
  return tables.map(({ name, content }: Record<string, string>) => [name, content]);
};

test('the embedded database of a running server is saved, restored elsewhere, and served from there', async () => {
  shows('5.running.backup-embedded', '5.running.restore');
  const folder = await folderWithTables();
  const server = await startProcess({ DATA_DIR: folder, DATABASE_URL: '' });
  await server.ready;
  const archive = join(folder, '..', 'archive');

  const saved = await operate(folder, 'backup', archive);
  expect(saved).toMatchObject({ code: 0, output: expect.stringMatching(/its calls waited for \d+ ms/) });
  expect(saved.output).toContain(`Store ${join(folder, 'secret')} as well`);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  // The copy is removed once its reader has ended.
  await eventually(async () => expect(existsSync(join(folder, 'db-copy'))).toBe(false));

  const other = join(temporaryFolder(), 'data');
  expect(await operate(other, 'restore', archive)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/There is no SECRET_KEY/),
  });
  mkdirSync(other, { recursive: true });
  cpSync(join(folder, 'secret'), join(other, 'secret'));
  expect(await operate(other, 'restore', archive)).toMatchObject({ code: 0 });
  expect(await operate(other, 'restore', archive)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty/),
  });

  // No server runs on it: the command opens it itself.
  const again = join(folder, '..', 'again');
  expect(await operate(other, 'backup', again)).toMatchObject({ code: 0 });
  expect(hashesIn(again)).toEqual(hashesIn(archive));
  const restored = await startProcess({ DATA_DIR: other, DATABASE_URL: '' });
  await restored.ready;
  expect((await fetch(`${restored.url}/readyz`)).status).toBe(200);
});

test('a restore that was killed keeps the server from starting, and begins again', async () => {
  shows('5.running.restore-killed');
  const folder = await folderWithTables();
  const archive = join(folder, '..', 'archive');
  expect(await operate(folder, 'backup', archive)).toMatchObject({ code: 0 });
  const other = join(temporaryFolder(), 'data');
  mkdirSync(other);
  cpSync(join(folder, 'secret'), join(other, 'secret'));
  const restoring = spawn(process.execPath, [...serverArguments, 'restore', archive], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: other },
    stdio: 'ignore',
  });
  await eventually(async () => expect(existsSync(join(other, 'db-unfinished', 'PG_VERSION'))).toBe(true), {
    interval: 1,
  });
  restoring.kill('SIGKILL');
  await once(restoring, 'close');
  expect(existsSync(join(other, 'db'))).toBe(false);

  const server = await startProcess({ DATA_DIR: other, DATABASE_URL: '' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('run the restore again');
  expect(await operate(other, 'restore', archive)).toMatchObject({ code: 0 });
});

test('a command that does not exist is explained', async () => {
  const answered = await operate(temporaryFolder(), 'backupp', 'there');
  expect(answered).toMatchObject({ code: 1, output: expect.stringMatching(/^Usage/) });
});
