import { expect, test } from 'vitest';
import { correctRows } from '../../src/features/items/import/correct-rows.ts';
import { shows } from '../specification/shows.ts';

const correct = async (record: object, ...values: [column: string, value: string][]) => {
  const rows = new Blob([`${JSON.stringify(record)}\n`]);
  const corrected = await correctRows(
    rows,
    values.map(([column, value]) => ({ line: 1, column, value })),
  );
  return JSON.parse(await corrected.text());
};

test('a corrected cell has its last value, and is no longer one that could not be read', async () => {
  shows('5.names.mending');
  expect(await correct({ 'title.en': 'a', price: 'x' }, ['price', '1'], ['price', '2'], ['title', 'b'])).toEqual({
    'title.en': 'b',
    price: '2',
  });
  const unread = { price: 'B2 has the error #N/A', size: 'C2 is merged with B2' };
  const once = await correct({ sku: 'a', _unread: unread }, ['price', '4']);
  expect(once).toEqual({ sku: 'a', price: '4', _unread: { size: unread.size } });
  expect(await correct(once, ['size', '5'])).toEqual({ sku: 'a', price: '4', size: '5' });
});
