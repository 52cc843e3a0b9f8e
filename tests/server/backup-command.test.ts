import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { root, serverArguments } from '../../scripts/processes.mjs';
import type { Query } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { examplesIn } from '../support/examples.ts';
import { fillFolder } from '../support/server-database.ts';
import { cleanUp, startProcess, temporaryFolder } from '../support/server-process.ts';

afterEach(cleanUp);

/** The arguments of the commands that the document names, with another folder. */
function documented(command: string, folder: string): string[][] {
  const lines = examplesIn('docs/self-hosting.md').take('sh', `main.js ${command}`).trim().split('\n');
  return lines.map((line) => {
    const [program, file, ...args] = line.replace(/#.*/, '').trim().split(/\s+/);
    expect([program, file]).toEqual(['node', 'dist/server/main.js']);
    return args.map((argument) => (argument.startsWith('/') ? folder : argument));
  });
}

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

async function inDatabase(dataDir: string, work: (query: Query) => Promise<void>): Promise<void> {
  const database = await openDatabase({ folder: join(dataDir, 'db') });
  try {
    await work(database.query);
  } finally {
    await database.close();
  }
}

/** Without the jobs: a restore starts those again that were running during the backup. */
const hashesIn = (archive: string): unknown => {
  const { tables } = JSON.parse(JSON.parse(readFileSync(join(archive, 'manifest.json'), 'utf8')).archive);
  return tables
    .filter(({ name }: Record<string, string>) => name !== 'pgboss.job')
    .map(({ name, content }: Record<string, string>) => [name, content]);
};

test('the embedded database of a running server is saved, restored elsewhere, and served from there', async () => {
  shows('5.running.backup-embedded', '5.running.restore');
  const folder = await folderWithTables();
  const server = await startProcess({ DATA_DIR: folder, DATABASE_URL: '' });
  await server.ready;
  const archive = join(folder, '..', 'archive');

  const [backup = [], restore = []] = documented('backup', archive);
  const saved = await operate(folder, ...backup);
  expect(saved).toMatchObject({
    code: 0,
    output: expect.stringMatching(/its calls waited for \d+ ms, while [\d.]+ MB of it were copied/),
  });
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
  expect(await operate(other, ...restore)).toMatchObject({ code: 0 });
  expect(await operate(other, ...restore)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not empty/),
  });

  // No server runs on it: the command opens it itself.
  const again = join(folder, '..', 'again');
  expect(await operate(other, 'backup', again)).toMatchObject({ code: 0 });
  expect(hashesIn(again)).toEqual(hashesIn(archive));
  const restored = await startProcess({ DATA_DIR: other, DATABASE_URL: '' });
  await restored.ready;
  await eventually(async () => expect((await fetch(`${restored.url}/readyz`)).status).toBe(200));
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

test('a workspace is exported and imported by the documented commands', async () => {
  const folder = await folderWithTables();
  const [exporting = [], importing = []] = documented('export-workspace', join(folder, '..', 'archive'));
  const without = await operate(folder, ...exporting);
  expect(without).toMatchObject({ code: 1, output: expect.stringMatching(/^There is no workspace 7/) });
  const unfinished = await operate(folder, ...importing);
  expect(unfinished).toMatchObject({ code: 1, output: expect.stringMatching(/has no finished archive/) });
});

test('a lost second factor is removed by the documented command, passkeys and recovery codes with it', async () => {
  shows('5.running.second-factor');
  const folder = await folderWithTables();
  const [remove = []] = documented('remove-second-factor', folder);
  const [, email = ''] = remove;
  await inDatabase(folder, async (query) => {
    for (const address of [email, 'other@example.com'])
      await query(
        `with account as (insert into accounts (name, email, password_hash) values ('Person', upper($1), '') returning id),
          factor as (insert into second_factors (account_id, used_step, recovery_codes, created_at)
            select id, 0, '{"hash"}', now() from account returning account_id)
          insert into passkeys (account_id, credential_id, public_key, counter, transports, can_back_up, is_backed_up, name, created_at)
            select account_id, $1, 'key', 0, '{}', false, false, 'Phone', now() from factor`,
        [address],
      );
  });

  const server = await startProcess({ DATA_DIR: folder, DATABASE_URL: '' });
  await server.ready;
  expect(await operate(folder, ...remove)).toMatchObject({ code: 1, output: expect.stringMatching(/Stop it/) });
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await operate(folder, ...remove)).toEqual({
    code: 0,
    output: `Removed: ${email} signs in by password alone.\n`,
  });
  expect(await operate(folder, ...remove)).toEqual({ code: 0, output: `${email} has no second factor.\n` });
  expect(await operate(folder, 'remove-second-factor', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^There is no account "nobody@example.com"/),
  });
  await inDatabase(folder, async (query) => {
    expect(await query('select credential_id from passkeys', [])).toEqual([{ credential_id: 'other@example.com' }]);
  });
});

test('a command that cannot be run is explained, and touches nothing', async () => {
  const folder = await folderWithTables();
  const archive = join(folder, '..', 'archive');
  expect(await operate(folder, 'backup', archive)).toMatchObject({ code: 0 });
  const hashes = hashesIn(archive);
  const server = await startProcess({ DATA_DIR: folder, DATABASE_URL: '' });
  await server.ready;
  for (const [expected, ...args] of [
    [/^Usage/, 'backupp', 'there'],
    [/^Unknown option '--without-secret'\.\nUsage/, 'restore', archive, '--without-secret'],
    [/^"seven" is not the id of a workspace/, 'export-workspace', 'seven', archive],
    [/has the backup of a server, which would be lost/, 'export-workspace', '7', archive],
    [/is in the folder that is saved/, 'backup', join(folder, 'db', 'mine')],
    [/is in the folder that is saved/, 'backup', join(folder, 'files')],
    [/is a file, or below one/, 'backup', join(archive, 'manifest.json')],
    [/is a file, or below one/, 'backup', join(archive, 'manifest.json', 'mine')],
    [/has files that are not of an archive/, 'backup', folder],
    [/has no finished archive/, 'restore', join(folder, 'files')],
  ] as const) {
    const answered = await operate(folder, ...args);
    expect(answered).toMatchObject({ code: 1, output: expect.stringMatching(expected) });
    expect(answered.output).not.toContain('was copied');
  }
  expect(hashesIn(archive)).toEqual(hashes);
  expect(await operate(folder, '--help')).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage/) });
});
