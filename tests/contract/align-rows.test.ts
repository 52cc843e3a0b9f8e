import { alignRows } from '@quartermaster/contract/content/align-rows.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';

const row = (key: string, cost: number | null = null): ItemValues => ({ key, cost });

/** Each difference in short: `same 0`, `+ c`, `- b`, `a 1 → 2`. */
const differences = (before: readonly ItemValues[], after: readonly ItemValues[], first: string | null = 'key') =>
  alignRows(before, after, first ?? undefined).map((one) => {
    if (one.kind === 'same') return `same ${one.index}`;
    if (one.kind === 'added') return `+ ${one.after.key}`;
    if (one.kind === 'removed') return `- ${one.before.key}`;
    return one.before.key === one.after.key
      ? `${one.after.key} ${one.before.cost} → ${one.after.cost}`
      : `${one.before.key} → ${one.after.key}`;
  });

test('a changed row is paired with the row of the same first field', () => {
  shows('4.history.rows');
  const before = [row('a', 1), row('b', 1), row('c', 1)];
  expect(differences(before, [row('b', 2), row('c', 2)])).toEqual(['- a', 'b 1 → 2', 'c 1 → 2']);
  expect(differences([row('b', 1), row('c', 1)], [row('new'), row('b', 2), row('c', 2)])).toEqual([
    '+ new',
    'b 1 → 2',
    'c 1 → 2',
  ]);
});

test('equal rows stay paired, and between them what has another first field is paired by its place', () => {
  const before = [row('a', 1), row('b', 1), row('c', 1), row('d', 1)];
  const after = [row('a', 1), row('B', 1), row('c', 2), row('d', 1)];
  expect(differences(before, after)).toEqual(['same 0', 'b → B', 'c 1 → 2', 'same 3']);
});

test('rows without a first value are never paired because of that', () => {
  const before = [row('', 1), row('', 2), row('a', 1)];
  const after = [row('a', 2), row('', 3), row('', 4)];
  expect(differences(before, after)).toEqual(['- ', '- ', 'a 1 → 2', '+ ', '+ ']);
});

test('rows that begin with rows of their own are paired by their place', () => {
  expect(differences([row('a', 1), row('b', 1)], [row('b', 2)], null)).toEqual(['a → b', '- b']);
});
