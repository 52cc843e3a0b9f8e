import { expect, test } from 'vitest';
import type { Database } from '../../server/core/database/database.ts';
import { sharedReads } from '../../server/core/database/shared-reads.ts';

/** A database whose statements end when the test says so. */
function slowDatabase() {
  const sent: { name: string; answer: (row: number) => void; fail: () => void }[] = [];
  const query = (_text: string, _values: readonly unknown[], name = '') => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    sent.push({ name, answer: (row) => resolve([row]), fail: () => reject(new Error('The connection is lost.')) });
    return promise;
  };
  return { sent, read: sharedReads({ query } as unknown as Database) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('equal reads that wait are sent once, and none gets an answer that is older than its call', async () => {
  const { sent, read } = slowDatabase();
  const [first, second, third] = [1, 2, 3].map(() => read('select', [7], 'one'));
  await settled();
  expect(sent).toHaveLength(1);
  sent[0]?.answer(1);
  expect(await first).toEqual([1]);
  await settled();
  expect(sent).toHaveLength(2);
  const fourth = read('select', [7], 'one');
  sent[1]?.answer(2);
  expect(await Promise.all([second, third])).toEqual([[2], [2]]);
  await settled();
  sent[2]?.answer(3);
  expect(await fourth).toEqual([3]);
  await settled();
  const fifth = read('select', [7], 'one');
  expect(sent).toHaveLength(4);
  sent[3]?.answer(4);
  expect(await fifth).toEqual([4]);
});

test('reads with other values or of other statements do not wait for each other', async () => {
  const { sent, read } = slowDatabase();
  const all = [
    read('select', [7], 'one'),
    read('select', [8], 'one'),
    read('select', [7], 'two'),
    read('select 2', [7]),
  ];
  expect(sent.map(({ name }) => name)).toEqual(['one', 'one', 'two', '']);
  for (const [index, { answer }] of sent.entries()) answer(index);
  expect(await Promise.all(all)).toEqual([[0], [1], [2], [3]]);
});

test('a read that fails is sent again for the calls that wait', async () => {
  const { sent, read } = slowDatabase();
  const first = read('select', [7], 'one');
  const second = read('select', [7], 'one');
  sent[0]?.fail();
  await expect(first).rejects.toThrow('lost');
  await settled();
  sent[1]?.answer(2);
  expect(await second).toEqual([2]);
});
