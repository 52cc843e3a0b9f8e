import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { sizeOf } from '@quartermaster/contract/rules/item-size.ts';
import { expect, test } from 'vitest';
import { field, inOrder } from '../support/sample-template.ts';

test('an item is measured with the texts of its lists', () => {
  const tree = buildTree(inOrder([field('tags', 'text'), field('name', 'text')]));
  const { longest, atMostBytes } = sizeOf(tree, { tags: ['a', '\u0001'.repeat(500)], name: 'Axe' });
  expect(longest).toEqual({ length: 500, at: 'tags' });
  expect(atMostBytes).toBeGreaterThanOrEqual(500 * '\\u0001'.length);
});
