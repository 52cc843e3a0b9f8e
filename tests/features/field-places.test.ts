import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { expect, test } from 'vitest';
import { spansIn } from '../../src/shared/item-form/field-places.ts';

const level = (...types: string[]) =>
  types.map((type, index) => ({
    field: { id: String(index), settings: { type } },
    children: [],
  })) as unknown as TreeNode[];
const spans = (columns: number, ...types: string[]) => [...spansIn(level(...types), columns).values()];

test('the fields of a level leave no holes in its rows', () => {
  // What is wide takes what is left of a row.
  expect(spans(3, 'choices', 'choices', 'choices', 'integer')).toEqual([2, 1, 2, 1]);
  // A long text does not, so that what is before it is as wide as its row.
  expect(spans(3, 'integer', 'integer', 'long-text', 'integer')).toEqual([1, 2, 2, 1]);
  // So it is before a group, and at the end, if it is wide; a number stays short.
  expect(spans(3, 'choices', 'group', 'integer')).toEqual([3, 1]);
  expect(spans(2, 'integer', 'text', 'boolean', 'integer', 'text')).toEqual([1, 1, 1, 1, 2]);
});
