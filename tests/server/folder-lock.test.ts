import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../server/core/database/folder-lock.ts';
import { eventually } from '../support/eventually.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'lock');
});
afterEach(cleanUp);

const lock = () => lockFolder(join(folder, 'db'));

test('a lock that another server has created but not yet written to holds the folder', () => {
  writeFileSync(file, '');
  expect(lock).toThrow(`The data folder ${folder} is in use by another Quartermaster server (one that is starting).`);
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('a lock left empty by a crash is taken over', () => {
  writeFileSync(file, '');
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
  const { release } = lock();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
  expect(existsSync(file)).toBe(false);
});

test('a lock of a dead process is taken over, however new it is', () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 30, since: null }));
  lock().release();
  expect(existsSync(file)).toBe(false);
});

// Other systems do not expose a process’s state.
if (existsSync('/proc/self/stat')) {
  test('a lock of a zombie process is taken over', async () => {
    // Its shell execs a program that does not know about the child, and only then may the child exit.
    const shell = spawn('sh', ['-c', 'exec 3<&0; (read line <&3) & echo $!; exec sleep 600'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [line] = (await once(shell.stdout, 'data')) as [Buffer];
    const pid = Number(line);
    await eventually(() => expect(readFileSync(`/proc/${shell.pid}/comm`, 'utf8')).toBe('sleep\n'));
    shell.stdin.write('\n');
    const fields = await eventually(() => {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      expect(stat).toContain(') Z ');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    });
    writeFileSync(file, JSON.stringify({ pid, since: fields[19] }));
    try {
      lock().release();
    } finally {
      shell.kill('SIGKILL');
    }
    expect(existsSync(file)).toBe(false);
  });
}
