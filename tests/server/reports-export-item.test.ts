import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree, type TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';

const common = { label: '', required: false };
const range = { minimum: null, maximum: null };
const text = (name: string): FieldSettings => ({ type: 'text', name, ...common, ...range });
const integer = (name: string): FieldSettings => ({ type: 'integer', name, ...common, ...range });
const link = (name: string): FieldSettings => ({ type: 'item-link', name, ...common, templateId: 'hero' });
const list = (name: string): FieldSettings => ({ type: 'item-link-list', name, ...common, templateId: 'hero' });
const image = (name: string): FieldSettings => ({ type: 'image', name, ...common });
const group = (name: string): FieldSettings => ({ type: 'group', name, label: '' });
const rows = (name: string): FieldSettings => ({ type: 'dynamic-group', name, label: '' });

/** Fields by id, as `[id, settings, parent]`, in their order. */
const treeOf = (...fields: [string, FieldSettings, string?][]) =>
  buildTree(
    fields.map(
      ([id, settings, parentId = null], order): TreeField => ({ id, settings, parentId, order: fields.length + order }),
    ),
  );

const exported = (tree: ReturnType<typeof treeOf>, values: ItemValues, id = 1): unknown =>
  JSON.parse(exportItem(tree, id, values));

test('every kind of value is exported under its field', () => {
  shows('3.calls.file.image', '3.calls.file.item-link', '3.calls.file.item-link-list', '3.calls.file.empty');
  const tree = treeOf(
    ['f1', text('title')],
    ['f2', integer('cost')],
    ['f3', { type: 'float', name: 'speed', ...common, ...range }],
    ['f4', { type: 'boolean', name: 'melee', label: '' }],
    ['f5', link('rival')],
    ['f6', list('friends')],
    ['f7', image('portrait')],
  );
  const values = { f1: 'Sword "of" \u2028 Öl', f2: 0, f3: -0.1, f4: false, f5: 7, f6: [3, 1, 3], f7: 'ab.png' };
  expect(exported(tree, values, 12)).toEqual({
    id: 12,
    title: 'Sword "of" \u2028 Öl',
    cost: 0,
    speed: -0.1,
    melee: false,
    rival: 7,
    friends: [3, 1, 3],
    portrait: 'ab.png',
  });
});

test('empty values are null, and a list without entries is empty', () => {
  shows('3.calls.file.empty', '3.calls.file.item-link-empty');
  const tree = treeOf(
    ['f1', text('a')],
    ['f2', integer('b')],
    ['f3', link('c')],
    ['f4', list('d')],
    ['f5', image('e')],
    ['f6', rows('g')],
  );
  expect(exported(tree, {})).toEqual({ id: 1, a: null, b: null, c: null, d: [], e: null, g: [] });
});

test('groups are objects and dynamic groups are lists of objects, at any nesting', () => {
  shows('3.calls.file.dynamic-group', '3.calls.file.group');
  const tree = treeOf(
    ['g', group('stats')],
    ['s', integer('strength'), 'g'],
    ['gg', group('more'), 'g'],
    ['t', text('note'), 'gg'],
    ['r', rows('levels'), 'gg'],
    ['n', integer('number'), 'r'],
    ['rg', group('cost'), 'r'],
    ['m', integer('mana'), 'rg'],
    ['rr', rows('parts'), 'r'],
    ['p', link('part'), 'rr'],
  );
  const values = { s: 5, t: 'x', r: [{ n: 1, m: 10, rr: [{ p: 4 }, {}] }, { m: 20 }, {}] };
  expect(exported(tree, values)).toEqual({
    id: 1,
    stats: {
      strength: 5,
      more: {
        note: 'x',
        levels: [
          { number: 1, cost: { mana: 10 }, parts: [{ part: 4 }, { part: null }] },
          { number: null, cost: { mana: 20 }, parts: [] },
          { number: null, cost: { mana: null }, parts: [] },
        ],
      },
    },
  });
});

test('fields have the order of the template, whatever their names', () => {
  shows('3.calls.file.field-names', '3.calls.file.field-order', '3.calls.file.id-first');
  const tree = treeOf(['a', text('zebra')], ['b', text('7')], ['c', text('__proto__')], ['d', text('alpha')]);
  expect(exportItem(tree, 3, { a: '1', b: '2', c: '3', d: '4' })).toBe(
    '{"id":3,"zebra":"1","7":"2","__proto__":"3","alpha":"4"}',
  );
});

test('values of removed fields are left out', () => {
  shows('3.calls.file.field-names', '3.calls.file.group');
  expect(exportItem(treeOf(['a', text('kept')]), 3, { a: 'x', gone: 'y' })).toBe('{"id":3,"kept":"x"}');
  expect(exportItem(treeOf(['g', group('none')]), 3, {})).toBe('{"id":3,"none":{}}');
  expect(exportItem(treeOf(), 3, { gone: 'y' })).toBe('{"id":3}');
});
