import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Files } from '../../server/core/files/files.ts';
import { recentFiles } from '../../server/core/files/recent-files.ts';

/** A store whose files have the size that their key begins with. */
function store(limits = { file: 100, all: 250 }) {
  const opened: string[] = [];
  const lost = new Set<string>();
  const sizeOf = (key: string) => Number.parseInt(key, 10);
  const files = {
    size: async (key: string) => sizeOf(key),
    get: async (key: string) => {
      opened.push(key);
      if (lost.has(key)) throw new Error('There is no such file.');
      return Readable.from([Buffer.alloc(sizeOf(key), key)]);
    },
  } as unknown as Files;
  const read = recentFiles(files, limits);
  /** Reads a file and gives it back at once; true if it was held. */
  const has = async (key: string) => {
    const found = await read(key);
    if (typeof found === 'number') return false;
    expect(found.content.equals(Buffer.alloc(sizeOf(key), key))).toBe(true);
    found.release();
    return true;
  };
  return { opened, lost, read, has };
}

test('a file that is read again is not opened again, nor by calls at the same time', async () => {
  const { opened, has } = store();
  expect(await Promise.all([has('80-a'), has('80-a')])).toEqual([true, true]);
  expect(await has('80-a')).toBe(true);
  expect(opened).toEqual(['80-a']);
});

test('large files are not held, and of the others those that were used last', async () => {
  const { opened, read, has } = store();
  expect(await read('101-large')).toBe(101);
  for (const key of ['100-a', '100-b', '100-a', '100-c', '100-a', '100-b']) expect(await has(key)).toBe(true);
  expect(opened).toEqual(['100-a', '100-b', '100-c', '100-b']);
});

test('what slow clients still read counts as held, also once it is forgotten', async () => {
  const { opened, read, has } = store();
  const [first, second] = [await read('100-a'), await read('100-b')];
  expect(await read('100-c')).toBe(100);
  expect(opened).toEqual(['100-a', '100-b']);
  if (typeof first === 'number' || typeof second === 'number') throw new Error('They are not held.');
  first.release();
  expect(await has('100-c')).toBe(true);
  expect(await read('100-b')).not.toBe(100);
  second.release();
  expect(await has('100-d')).toBe(true);
});

test('a file that cannot be read takes no memory, and is read again', async () => {
  const { lost, read, has } = store({ file: 100, all: 100 });
  lost.add('100-a');
  const failed = await Promise.allSettled([read('100-a'), read('100-a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await has('100-b')).toBe(true);
  lost.clear();
  expect(await has('100-a')).toBe(true);
});
