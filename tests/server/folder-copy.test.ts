import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FolderCopy } from '../../server/backup/folder-copy.ts';
import { shows } from '../specification/shows.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

afterEach(cleanUp);

/** Changed long before the copy. */
const old = new Date(Date.now() - 3_600_000);

function folderOf(files: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'from');
  mkdirSync(join(folder, 'base', 'empty'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), old, old);
  }
  return folder;
}

const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), entry.isFile() ? readFileSync(path, 'utf8') : 'a folder'];
    }),
  );

test('copies what has changed since the first pass, and only that, while nothing writes the folder', async () => {
  shows('5.running.backup-waits');
  const from = folderOf({ 'base/1': 'one', 'base/2': 'two', 'base/3': 'three' });
  const to = join(from, '..', 'to');
  const copy = new FolderCopy(from, to);
  await copy.copyChanging();
  writeFileSync(join(from, 'base/2'), 'TWO');
  writeFileSync(join(from, 'base/4'), 'four');
  rmSync(join(from, 'base/3'));

  expect(await copy.finish()).toEqual({ bytes: 10, bytesCopied: 7 });
  expect(contentsOf(to)).toEqual(contentsOf(from));
});

test('a file that was changed shortly before the first pass is copied again, as its time tells no change after it', async () => {
  const from = folderOf({ 'base/1': 'one' });
  const changed = new Date(Date.now() - 1_000);
  utimesSync(join(from, 'base/1'), changed, changed);
  const copy = new FolderCopy(from, join(from, '..', 'to'));
  await copy.copyChanging();
  writeFileSync(join(from, 'base/1'), 'ONE');
  utimesSync(join(from, 'base/1'), changed, changed);

  expect(await copy.finish()).toEqual({ bytes: 3, bytesCopied: 3 });
  expect(contentsOf(join(from, '..', 'to'))).toEqual(contentsOf(from));
});
