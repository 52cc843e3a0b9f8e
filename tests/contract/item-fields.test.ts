import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import {
  fieldStatus,
  type ItemField,
  type ItemFieldChange,
  type ItemValues,
  rowsOf,
  sameValue,
  toItemFields,
} from '@quartermaster/contract/content/item-fields.ts';
import { InvalidRowError, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../server/content/documents/save/apply-changes.ts';
import { templateModel } from '../../server/content/model/template-model.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder, randomNumbers, sampleFields } from '../support/sample-template.ts';

const fields = sampleFields('thing');
const tree = buildTree(fields);
const at = '2026-11-20T00:00:00.000Z';
const model = templateModel({
  key: 1,
  instanceId: 1,
  id: 'thing',
  label: 'Thing',
  version: 1,
  hash: '',
  fields: fields.map((field, index) => ({ ...field, key: index + 1, created_at: at, updated_at: at })),
});

function randomValues(random: () => number): ItemValues {
  const below = (limit: number) => Math.floor(random() * limit);
  const maybe = (values: ItemValues): ItemValues => (random() < 0.6 ? values : {});
  const rows = (make: () => ItemValues, most: number): ItemValues[] => Array.from({ length: below(most + 1) }, make);
  const present = (values: ItemValues): ItemValues =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
  return present({
    ...maybe({ title: ['a', 'b', 'ä'][below(3)] ?? '' }),
    ...maybe({ rarity: 'rare' }),
    ...maybe({ glow: random() < 0.5 }),
    ...maybe({ price: below(3) }),
    ...maybe({ weight: random() }),
    ...maybe({ parent: 1 + below(3) }),
    ...maybe({ parts: [1, below(2) + 1] }),
    ...maybe({
      bonuses: rows(
        () =>
          present({
            ...maybe({ stat: 'x' }),
            ...maybe({ amount: below(2) }),
            ...maybe({ levels: rows(() => maybe({ step: below(2) }), 3) }),
          }),
        4,
      ),
    }),
  });
}

describe('an item as a list of flat fields', () => {
  const random = randomNumbers(3);
  const states = Array.from({ length: 300 }, () => randomValues(random));

  it('can be converted back', () => {
    for (const values of states) expect(toItemValues(tree, toItemFields(tree, values))).toEqual(values);
  });

  it('has one id per place, with the innermost dynamic group and the field path', () => {
    shows(
      '2.2.dynamic-group.fresh-ids',
      '2.3.dynamic-row.entity-field-id',
      '2.3.dynamic-row.field-id',
      '2.3.dynamic-row.group-id',
      '2.3.dynamic-row.group-path',
      '2.3.item-field.group',
      '2.3.item-field.group-path',
      '2.3.item-field.group-path-null',
      '2.3.item-field.id',
      '2.3.item-field.template-field',
      '2.3.item-field.template-field-type',
      '2.3.item-field.value',
    );
    for (const values of states) {
      const list = toItemFields(tree, values);
      expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      for (const field of list) expect(field.template_group_path === null).toBe(field.template_group_id === null);
    }
    expect(toItemFields(tree, { bonuses: [{ stat: 'x', levels: [{}, { step: 2 }] }] })).toEqual([
      {
        id: 'bonuses.0.row',
        template_field_id: 'bonuses',
        template_field_type: 'dynamic-group-row',
        template_group_id: 'bonuses',
        template_group_path: [0],
        value: null,
      },
      {
        id: 'stat.0',
        template_field_id: 'stat',
        template_field_type: 'text',
        template_group_id: 'bonuses',
        template_group_path: [0],
        value: 'x',
      },
      {
        id: 'levels.0.0.row',
        template_field_id: 'levels',
        template_field_type: 'dynamic-group-row',
        template_group_id: 'levels',
        template_group_path: [0, 0],
        value: null,
      },
      {
        id: 'levels.0.1.row',
        template_field_id: 'levels',
        template_field_type: 'dynamic-group-row',
        template_group_id: 'levels',
        template_group_path: [0, 1],
        value: null,
      },
      {
        id: 'step.0.1',
        template_field_id: 'step',
        template_field_type: 'float',
        template_group_id: 'levels',
        template_group_path: [0, 1],
        value: 2,
      },
    ]);
  });
});

describe('rows that do not fit the template', () => {
  const good = toItemFields(tree, { title: 'a', bonuses: [{ stat: 'x', levels: [{ step: 2 }] }, { stat: 'y' }] });
  const at = (id: string) => good.findIndex((field) => field.id === id);
  const changed = (id: string, over: Partial<ItemField>) =>
    good.with(at(id), { ...(good[at(id)] as ItemField), ...over });

  it.each([
    ['a value of a field that the template does not have', changed('stat.0', { template_field_id: 'gone' })],
    ['a row of a field that is not a dynamic group', changed('bonuses.1.row', { template_field_id: 'title' })],
    ['a value of a dynamic group', changed('bonuses.1.row', { template_field_type: 'text' })],
    ['a value without its row', changed('stat.0', { template_group_path: null })],
    ['a value with a path that is too long', changed('stat.0', { template_group_path: [0, 0] })],
    ['a value with the path of another field', changed('title', { template_group_path: [0] })],
    ['a value in another dynamic group', changed('step.0.0', { template_group_id: 'bonuses' })],
    ['two rows in one place', [...good, good[at('bonuses.1.row')] as ItemField]],
    ['two values in one place', [...good, good[at('stat.1')] as ItemField]],
    ['a missing row before others', good.filter(({ template_group_path: path }) => path?.[0] !== 0)],
  ])('%s is reported', (_, list) => {
    expect(() => toItemValues(tree, list)).toThrow(InvalidRowError);
    expect(() => toItemValues(tree, list)).toThrow(/^The row of [\w.]+ does not fit the template$/);
  });

  it('are not reported for any order of rows, nor for a row without an entry of its own', () => {
    const values = toItemValues(tree, good);
    expect(toItemValues(tree, good.toReversed())).toEqual(values);
    expect(
      toItemValues(
        tree,
        good.filter(({ id }) => id !== 'bonuses.0.row'),
      ),
    ).toEqual(values);
  });

  it('are not reported if a field outside of rows was removed: only its value is left out', () => {
    const list = changed('title', { template_field_id: 'gone' });
    const { title: _, ...others } = toItemValues(tree, good);
    expect(toItemValues(tree, list)).toEqual(others);
  });
});

it('an image has the id of its upload once it is stored, and other values have none', () => {
  shows('2.3.item-field.upload-id');
  const images = buildTree([...inOrder([field('picture', 'image'), field('title', 'text')])]);
  const hash = 'a'.repeat(64);
  const uploads = (picture: string) =>
    toItemFields(images, { picture, title: 'a' }).map((entry) => ['upload_id' in entry, entry.upload_id]);
  expect(uploads(`${hash}.png`)).toEqual([
    [true, hash],
    [false, undefined],
  ]);
  expect(uploads('iVBORw0KGgo=')).toEqual([
    [true, null],
    [false, undefined],
  ]);
});

it('entries of a dynamic group that are not rows are left out', () => {
  expect(rowsOf([{ stat: 'x' }, 1 as never, {}])).toEqual([{ stat: 'x' }, {}]);
  expect(rowsOf('x')).toEqual([]);
  expect(rowsOf(undefined)).toEqual([]);
});

describe('the difference between two states', () => {
  const random = randomNumbers(11);
  const pairs = Array.from({ length: 400 }, () => [randomValues(random), randomValues(random)] as const);
  const apply = (before: ItemValues, changes: ItemFieldChange[]) => applyChanges(model, before, changes);

  it('turns one into the other, whatever the order of its parts', () => {
    for (const [before, after] of pairs) {
      const changes = diffItemFields(tree, before, after);
      expect(apply(before, changes)).toMatchObject({ values: after, wrong: {} });
      // It makes no difference whether a row is removed or added before or after its values.
      const removed = changes.filter(({ status }) => status === fieldStatus.removed);
      const kept = changes.filter(({ status }) => status !== fieldStatus.removed);
      expect(apply(before, [...removed.toReversed(), ...kept.toReversed()])).toMatchObject({
        values: after,
        wrong: {},
      });
    }
  });

  it('is empty for equal states only', () => {
    shows('2.4.change.unchanged');
    for (const [before, after] of pairs) {
      expect(diffItemFields(tree, before, structuredClone(before))).toEqual([]);
      expect(apply(before, []).changed).toBe(false);
      const changes = diffItemFields(tree, before, after);
      expect(apply(before, changes).changed).toBe(changes.length > 0);
    }
  });

  it('lists what was added, changed and removed', () => {
    shows(
      '2.3.item-field.status-added',
      '2.3.item-field.status-removed',
      '2.3.item-field.status-updated',
      '2.4.change.added',
      '2.4.change.removed',
      '2.4.change.updated-type',
      '2.4.change.updated-value',
      '2.9.status.added',
      '2.9.status.removed',
      '2.9.status.updated',
    );
    const changes = diffItemFields(tree, { title: 'a', price: 1 }, { title: 'b', weight: 2 });
    expect(changes.map(({ id, status, value }) => [id, status, value])).toEqual([
      ['title', 2, 'b'],
      ['weight', 1, 2],
      ['price', 3, 1],
    ]);
    const retyped = diffItemFields(tree, { title: '1' }, { title: 1 });
    expect(retyped.map(({ id, status, value }) => [id, status, value])).toEqual([['title', 2, 1]]);
    const emptied = diffItemFields(tree, { title: 'a' }, { title: '' });
    expect(emptied.map(({ id, status, value }) => [id, status, value])).toEqual([['title', 3, 'a']]);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    const grown = diffItemFields(tree, { parts: [1] }, { parts: [1, 2] });
    expect(grown.map(({ id, status, value }) => [id, status, value])).toEqual([['parts', 2, ['1', '2']]]);
    expect(sameValue([1, 2], [1])).toBe(false);
    expect([sameValue(null, undefined), sameValue('', null), sameValue([], undefined), sameValue(0, null)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
