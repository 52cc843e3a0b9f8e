import { checkTemplateRules, rulesOf } from '@quartermaster/contract/conditions/template-rules.ts';
import { variablesOf } from '@quartermaster/contract/conditions/variables.ts';
import { checkRows } from '@quartermaster/contract/content/row-rules.ts';
import {
  nodesOfRow,
  shapesOf,
  withoutOtherShapes,
  withShapeOptions,
} from '@quartermaster/contract/content/row-shapes.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { checkFields } from '@quartermaster/contract/rules/template.ts';
import { expect, test } from 'vitest';
import { exportItem } from '../../server/core/files/export-item.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder } from '../support/sample-template.ts';
import { abilityFields, abilityValues } from '../support/shape-fields.ts';

const fields = withShapeOptions(abilityFields());
const tree = buildTree(fields);
const rowNodes = tree[1]?.children ?? [];

test('the options of a row type are the shapes next to it, in their order', () => {
  shows('4.types.shapes');
  const options = fields.find(({ id }) => id === 'kind')?.settings;
  expect(options).toMatchObject({
    options: [
      { id: 'damage', label: 'Damage' },
      { id: 'heal', label: 'Heal' },
      { id: 'summon', label: 'Summon' },
    ],
  });
  expect(checkFields(fields)).toEqual({});
});

test('a row has the fields of its shape, and those of all rows', () => {
  shows('4.types.shapes');
  const idsOf = (kind?: string) => nodesOfRow(rowNodes, kind ? { kind } : {}).map(({ field: { id } }) => id);
  expect(idsOf('heal')).toEqual(['kind', 'chance', 'heal']);
  expect([idsOf(), idsOf('gone')]).toEqual([
    ['kind', 'chance'],
    ['kind', 'chance'],
  ]);
  expect(nodesOfRow(rowNodes, { kind: 'heal' })).toBe(nodesOfRow(rowNodes, { kind: 'heal' }));
  expect([shapesOf(tree), nodesOfRow(tree, {})]).toEqual([null, tree]);
});

test('a row is exported with its type and the fields of its shape', () => {
  shows('4.types.shapes-export');
  expect(exportItem(tree, 7, { ...abilityValues, effects: [...abilityValues.effects, {}] })).toBe(
    '{"id":7,"title":"Storm","effects":[' +
      '{"type":"damage","chance":0.5,"amount":30,"element":"fire"},' +
      '{"type":"heal","chance":null,"amount":5,"over":{"seconds":3}},' +
      '{"type":"summon","chance":null,"units":[{"unit":"wolf"},{"unit":"bear"}]},' +
      '{"type":null,"chance":null}]}',
  );
});

test('values of other shapes are dropped, and what has none stays the same object', () => {
  shows('4.types.shapes-rules');
  expect(withoutOtherShapes(tree, abilityValues)).toBe(abilityValues);
  const mixed = {
    effects: [{ kind: 'heal', 'heal-amount': 1, element: 'ice', units: [{ unit: 'wolf' }] }, { chance: 1 }],
  };
  expect(withoutOtherShapes(tree, mixed)).toEqual({ effects: [{ kind: 'heal', 'heal-amount': 1 }, { chance: 1 }] });
});

test('values of other shapes are dropped in rows inside others, too', () => {
  shows('4.types.shapes-rules');
  const outer = inOrder([
    field('sets', 'dynamic-group'),
    ...abilityFields().map((one) => (one.id === 'effects' ? { ...one, parentId: 'sets' } : one)),
  ]);
  const values = { sets: [{ effects: [{ kind: 'heal', element: 'ice' }] }, { effects: [{ kind: 'summon' }] }] };
  const fitted = withoutOtherShapes(buildTree(withShapeOptions(outer)), values);
  expect(fitted).toEqual({ sets: [{ effects: [{ kind: 'heal' }] }, { effects: [{ kind: 'summon' }] }] });
});

test('conditions see the fields of all shapes, empty where a row has another one', () => {
  shows('4.types.shapes-everywhere');
  const rows = variablesOf(tree, abilityValues).get('effects') as ReadonlyMap<string, unknown>[];
  expect(rows.map((row) => [row.get('type'), row.get('amount'), row.get('element')])).toEqual([
    ['damage', 30, 'fire'],
    ['heal', 5, null],
    ['summon', null, null],
  ]);
});

test('a condition of a field in a shape holds in its rows only, and reads the fields of its shape', () => {
  shows('4.types.shapes-rules');
  const rules = [{ name: 'Strong', condition: 'amount > 10 && chance > 0.1', message: 'is too weak' }];
  const ruled = withShapeOptions(
    abilityFields().map((one) =>
      one.id === 'damage-amount' ? { ...one, settings: { ...one.settings, rules } as typeof one.settings } : one,
    ),
  );
  expect(checkTemplateRules(ruled)).toEqual({});
  const broken = rulesOf(buildTree(ruled)).error?.(
    {
      effects: [
        { kind: 'heal', 'heal-amount': 1 },
        { kind: 'damage', chance: 1, 'damage-amount': 30 },
        { kind: 'damage', chance: 1, 'damage-amount': 3 },
      ],
    },
    10,
  );
  expect(broken?.map(({ at, message }) => [at, message])).toEqual([['damage-amount.2', 'is too weak']]);
});

test('a rule about all rows is shown at the first row that has the field', () => {
  shows('4.types.shapes-rules');
  const weighted = buildTree(
    withShapeOptions(
      inOrder([
        field('kind', 'row-type'),
        field('plain', 'shape'),
        field('odd', 'shape'),
        field('share', 'weight', { requiredSum: 100, parentId: 'odd' }),
      ]),
    ),
  );
  expect(checkRows(weighted, [{ kind: 'plain' }])).toEqual([]);
  expect(checkRows(weighted, [{ kind: 'plain' }, { kind: 'odd', share: 40 }])).toMatchObject([
    { fieldId: 'share', row: 1 },
  ]);
});

test.each([
  ['a shape outside of a dynamic group', [field('one', 'shape')], 'Shape and Row type can only be in a Dynamic group'],
  ['a row type in a group', [field('g', 'group'), field('one', 'row-type', { parentId: 'g' })], 'Shape and Row type'],
  [
    'shapes without a row type',
    [field('rows', 'dynamic-group'), field('one', 'shape', { parentId: 'rows' })],
    'Dynamic group with shapes needs one Row type',
  ],
  [
    'two row types',
    [
      field('rows', 'dynamic-group'),
      ...['a', 'b'].map((id) => field(id, 'row-type', { parentId: 'rows' })),
      field('one', 'shape', { parentId: 'rows' }),
    ],
    'Dynamic group with shapes needs one Row type',
  ],
  [
    'a field of a shape with the name of a field of all rows',
    [...abilityFields(), field('again', 'text', { name: 'chance', parentId: 'heal', order: 9 })],
    'name must be unique within the same parent',
  ],
])('%s is refused', (_, refused, reason) => {
  shows('4.types.shapes');
  const wrong = Object.values(checkFields(withShapeOptions(inOrder(refused))));
  expect(wrong.some((found) => found.startsWith(reason))).toBe(true);
});
