import {
  buildTree,
  leavesIn,
  levelOf,
  sameSetting,
  type TreeNode,
} from '@quartermaster/contract/content/template-tree.ts';
import { describe, expect, it } from 'vitest';
import { field, inOrder } from '../support/sample-template.ts';

const idsOf = (nodes: readonly TreeNode[]) => nodes.map((node) => node.field.id);

describe('the tree of a template', () => {
  it('has siblings by their order, and leaves out fields whose parent is missing', () => {
    const tree = buildTree([
      field('last', 'text', { order: 2 }),
      field('lost', 'text', { parentId: 'gone' }),
      field('group', 'group', { order: 1 }),
      field('second', 'text', { parentId: 'group', order: 1 }),
      field('first', 'text', { parentId: 'group' }),
    ]);
    expect(idsOf(tree)).toEqual(['group', 'last']);
    expect(tree.map(({ children }) => idsOf(children))).toEqual([['first', 'second'], []]);
  });

  it('gives the requested leaves once each, in its own order, however many are requested', () => {
    const level = levelOf(buildTree(inOrder(Array.from({ length: 12 }, (_, order) => field(`f${order}`, 'text')))));
    expect(idsOf(leavesIn(level, []))).toEqual([]);
    expect(idsOf(leavesIn(level, ['f9', 'gone', 'f1']))).toEqual(['f1', 'f9']);
    expect(idsOf(leavesIn(level, ['f10', 'f2'], [10, 3]))).toEqual(['f2', 'f3', 'f10']);
    expect(idsOf(leavesIn(level, ['f9', 'f8', 'f7', 'f1', 'f1']))).toEqual(['f1', 'f7', 'f8', 'f9']);
  });
});

describe('a level of a tree', () => {
  const tree = buildTree([
    ...inOrder([field('title', 'text'), field('looks', 'group'), field('bonuses', 'dynamic-group')]),
    field('rarity', 'text', { parentId: 'looks' }),
    field('stat', 'text', { parentId: 'bonuses' }),
  ]);

  it('has the fields of groups in place of the groups, and knows which of its leaves have rows', () => {
    const { leaves, places, rows } = levelOf(tree);
    expect(idsOf(leaves)).toEqual(['title', 'rarity', 'bonuses']);
    expect(Object.fromEntries(places)).toEqual({ title: 0, rarity: 1, bonuses: 2 });
    expect(rows).toEqual([2]);
  });

  it('is computed once', () => {
    expect(levelOf(tree)).toBe(levelOf(tree));
  });
});

describe('two settings', () => {
  it.each([
    ['equal texts', 'a', 'a', true],
    ['different numbers', 1, 2, false],
    ['a number and its text', 1, '1', false],
    ['null and an object', null, {}, false],
    ['an object and null', {}, null, false],
    ['equal lists', ['a', { id: 'b' }], ['a', { id: 'b' }], true],
    ['lists in another order', ['a', 'b'], ['b', 'a'], false],
    ['a list and a longer one', ['a'], ['a', 'b'], false],
    ['a list and a shorter one', ['a', 'b'], ['a'], false],
    ['a list and an object', ['a'], { 0: 'a' }, false],
    ['objects with other values', { id: 'a' }, { id: 'b' }, false],
    ['objects with other keys', { id: undefined }, { name: undefined }, false],
    ['objects whose keys are in another order', { id: 'a', label: 'A' }, { label: 'A', id: 'a' }, true],
  ])('%s are compared by their content', (_, one, other, isSame) => {
    expect(sameSetting(one, other)).toBe(isSame);
  });
});
