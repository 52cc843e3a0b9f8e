import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { expect, it } from 'vitest';
import { fittedTo, lostValues, withLost } from '../../src/features/items/item/lost-values.ts';
import { fromStored, toStored } from '../../src/features/items/stored/stored-item.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder } from '../support/sample-template.ts';

type Fields = Parameters<typeof inOrder>[0];

const treeOf = (fields: Fields) => buildTree(inOrder(fields));
const title = field('title', 'text');
const bonuses = field('bonuses', 'dynamic-group');
const stat = field('stat', 'text', { parentId: 'bonuses' });
const before = treeOf([title, bonuses, stat]);
const base = { label: 'Axe', values: { title: 'Iron', bonuses: [{ stat: 'luck' }, { stat: 'might' }] } };
const typed = { label: 'Axe', values: { title: 'Oak', bonuses: [{ stat: 'luck' }, { stat: 'wit' }] } };

it('finds what was typed in fields that are removed, also in rows', () => {
  shows('5.live.form.template');
  expect(lostValues(before, treeOf([bonuses, stat]), base, typed)).toEqual([
    { path: 'title', name: 'The title', isRemoved: true, text: 'Oak' },
  ]);
  expect(lostValues(before, treeOf([title, bonuses]), base, typed)).toEqual([
    { path: 'bonuses.1.stat', name: 'The bonuses 2 / The stat', isRemoved: true, text: 'wit' },
  ]);
  const [lost] = lostValues(before, treeOf([title]), base, typed);
  expect(lost?.text).toContain('wit');
  expect(lostValues(before, before, base, typed)).toEqual([]);
  expect(lostValues(before, treeOf([]), base, base)).toEqual([]);
});

it('finds what does not fit the type that a field has now, which then has its saved value', () => {
  shows('5.live.form.template');
  const tree = treeOf([field('title', 'integer'), bonuses, field('stat', 'boolean', { parentId: 'bonuses' })]);
  expect(lostValues(before, tree, base, typed)).toEqual([
    { path: 'title', name: 'The title', isRemoved: false, text: 'Oak' },
    { path: 'bonuses.1.stat', name: 'The bonuses 2 / The stat', isRemoved: false, text: 'wit' },
  ]);
  expect(fittedTo(tree, typed.values, { title: 7, bonuses: [{ stat: true }, { stat: false }] })).toEqual({
    title: 7,
    bonuses: [{ stat: true }, { stat: false }],
  });
});

it('finds what a stored draft has typed in fields that were removed since, or before', () => {
  shows('5.live.form.template');
  const key = '00000000-0000-0000-0000-000000000000';
  const tree = treeOf([bonuses, stat]);
  const later = fromStored(tree, toStored({ ...base, version: 3 }, typed, { key, lost: [] }));
  expect(later?.lost).toEqual([{ path: 'title', name: 'title', isRemoved: true, text: 'Oak' }]);
  const known = [{ path: 'title', name: 'The title', isRemoved: true, text: 'Oak' }];
  const again = fromStored(
    tree,
    JSON.parse(JSON.stringify(toStored({ ...base, version: 3 }, typed, { key, lost: known }))),
  );
  expect(again?.lost).toEqual(known);
});

it('tells fields of the same label and the same text apart', () => {
  shows('5.live.form.template');
  const inGroups = treeOf([
    field('sword', 'group'),
    field('low', 'text', { parentId: 'sword', label: 'Min' }),
    field('bow', 'group'),
    field('far', 'text', { parentId: 'bow', label: 'Min' }),
  ]);
  const empty = { label: 'Axe', values: {}, version: 3 };
  const both = { label: 'Axe', values: { low: 'Oak', far: 'Oak' } };
  const lost = lostValues(inGroups, [], empty, both);
  expect(lost.map(({ path, name }) => [path, name])).toEqual([
    ['low', 'Min'],
    ['far', 'Min'],
  ]);
  expect(withLost(lost.slice(0, 1), lost.slice(1))).toEqual(lost);
  expect(withLost(lost, [{ path: 'low', name: 'Min', isRemoved: true, text: 'Elm' }]).map(({ text }) => text)).toEqual([
    'Oak',
    'Elm',
  ]);
  const key = '00000000-0000-0000-0000-000000000000';
  expect(fromStored([], toStored(empty, both, { key, lost: lost.slice(0, 1) }))?.lost.map(({ path }) => path)).toEqual([
    'low',
    'far',
  ]);
});
