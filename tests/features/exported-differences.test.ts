import { expect, test } from 'vitest';
import { exportedDifferences } from '../../src/features/exports/builds/compare/exported-differences.ts';
import { shows } from '../specification/shows.ts';

const changesOf = (before: object | null, after: object | null) =>
  exportedDifferences(before && JSON.stringify(before), after && JSON.stringify(after)).map(
    ({ path, node, change, before: old, after: next }) => [
      change,
      [...path, node.field.settings.name].join('.'),
      node.field.settings.type,
      old,
      next,
    ],
  );

test('exported items are compared by their JSON: groups, rows, lists, and values of each kind', () => {
  shows('4.builds.compare-page');
  const item = {
    id: 1,
    title: 'Storm',
    cost: 3,
    rare: true,
    texts: { en: 'Storm', de: 'Sturm' },
    stats: { hp: 5, deep: { speed: null } },
    tags: ['a', 'b'],
    levels: [1, 2],
    effects: [
      { type: 'heal', amount: 1 },
      { type: 'burn', spread: [{ to: 'x' }] },
    ],
    none: [],
    link: null,
  };
  expect(changesOf(item, { ...item, id: 2 })).toEqual([]);
  const changed = {
    ...item,
    title: null,
    cost: 4.5,
    rare: false,
    texts: { en: 'Storm', de: 'Unwetter' },
    stats: { hp: 5, deep: { speed: 2 } },
    tags: ['b', 'a'],
    effects: [item.effects[0], { type: 'burn', spread: [{ to: 'y' }] }],
    link: { template: 'hero', id: 3 },
    level: 'new',
  };
  expect(changesOf(item, changed)).toEqual([
    ['removed', 'title', 'long-text', 'Storm', null],
    ['updated', 'cost', 'float', 3, 4.5],
    ['updated', 'rare', 'boolean', true, false],
    ['updated', 'texts.de', 'long-text', 'Sturm', 'Unwetter'],
    ['added', 'stats.deep.speed', 'float', null, 2],
    ['updated', 'tags', 'text-list', ['a', 'b'], ['b', 'a']],
    [
      'updated',
      'effects',
      'dynamic-group',
      [
        { '/effects/type': 'heal', '/effects/amount': 1 },
        { '/effects/type': 'burn', '/effects/spread': [{ '/effects/spread/to': 'x' }] },
      ],
      [
        { '/effects/type': 'heal', '/effects/amount': 1 },
        { '/effects/type': 'burn', '/effects/spread': [{ '/effects/spread/to': 'y' }] },
      ],
    ],
    ['added', 'link.template', 'long-text', null, 'hero'],
    ['added', 'link.id', 'float', null, 3],
    ['added', 'level', 'long-text', null, 'new'],
  ]);
});

test('a field whose type has changed between two builds is shown as text, and a new item has only added fields', () => {
  shows('4.builds.compare-page');
  expect(changesOf({ id: 1, cost: 3 }, { id: 1, cost: { gold: 3 } })).toEqual([
    ['updated', 'cost', 'text', '3', '{"gold":3}'],
  ]);
  expect(changesOf({ id: 1, cost: [1] }, { id: 1, cost: 'one' })).toEqual([['updated', 'cost', 'text', '[1]', 'one']]);
  expect(changesOf(null, { id: 1, cost: 3, none: null })).toEqual([['added', 'cost', 'float', null, 3]]);
  expect(changesOf({ id: 1, cost: 3 }, null)).toEqual([['removed', 'cost', 'float', 3, null]]);
});
