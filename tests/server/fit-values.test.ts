import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { expect, test } from 'vitest';
import { fitValues } from '../../server/content/history/fit-values.ts';
import { templateModel } from '../../server/content/model/template-model.ts';
import type { StoredField } from '../../server/core/tables/content.ts';
import { field, inOrder } from '../support/sample-template.ts';

const options = (...ids: string[]) => ({ options: ids.map((id) => ({ id, label: id })) });

const stored = (...fields: SaveTemplateField[]): StoredField[] =>
  inOrder(fields).map(({ id, parentId, order, settings }, key) => ({
    ...{ id, key, parentId, order, settings },
    ...{ created_at: '', updated_at: '' },
  }));

/** Values in the fields `now` that were saved with `former`, and why others are left out. */
function fitted(values: ItemValues, former: StoredField[], now: StoredField[]): [ItemValues, string[]] {
  const place = { key: 1, instanceId: 1, id: 'thing', label: 'Thing', version: 2, hash: '' };
  const { values: kept, missing } = fitValues(templateModel({ ...place, fields: now }), values, former);
  return [kept, missing.map(({ label, reason }) => `${label}: ${reason}`)];
}

test('values of fields that are gone or elsewhere are left out and named once', () => {
  const former = stored(
    field('note', 'text'),
    field('rows', 'dynamic-group'),
    field('stat', 'text', { parentId: 'rows' }),
    field('amount', 'integer', { parentId: 'rows' }),
  );
  const now = stored(
    field('stat', 'text'),
    field('rows', 'dynamic-group'),
    field('amount', 'integer', { parentId: 'rows' }),
  );
  const values = { note: 'n', rows: [{ stat: 'x', amount: 1 }, { stat: 'y' }] };
  expect(fitted(values, former, now)).toEqual([
    { rows: [{ amount: 1 }, {}] },
    ['The note: the template no longer has this field', 'The stat: the field is in other rows now'],
  ]);
});

test('values get the type that their field has now, back and forth, and those that cannot are named', () => {
  const integers = stored(field('a', 'integer'), field('b', 'integer'), field('c', 'boolean'));
  const texts = stored(field('a', 'text'), field('b', 'text'), field('c', 'integer'));
  expect(fitted({ a: 7, c: true }, integers, texts)).toEqual([
    { a: '7' },
    ['The c: was a value of the type boolean, and is a value of the type integer'],
  ]);
  expect(fitted({ a: '7', b: 'many' }, texts, integers)).toEqual([
    { a: 7 },
    [expect.stringMatching(/^The b: was a value of the type text, and /)],
  ]);
  const rows = stored(field('a', 'dynamic-group'), field('b', 'text', { parentId: 'a' }));
  expect(fitted({ a: [{ b: 'x' }, { b: 'y' }] }, rows, stored(field('a', 'text-list')))[0]).toEqual({ a: ['x', 'y'] });
  expect(fitted({ a: ['x', 'y'] }, stored(field('a', 'text-list')), rows)[0]).toEqual({ a: [{ b: 'x' }, { b: 'y' }] });
});

test('rows and single values are told apart also if the former field is not known', () => {
  const rows = stored(field('a', 'dynamic-group'), field('b', 'text', { parentId: 'a' }));
  const reason = ['The a: the field is of another type now'];
  expect(fitted({ a: 'x' }, [], rows)).toEqual([{}, reason]);
  expect(fitted({ a: [{ b: 'x' }] }, [], stored(field('a', 'text')))).toEqual([{}, reason]);
});

test('removed options, and links of fields that link to other templates now, are left out and named', () => {
  const former = stored(
    field('kind', 'choice', options('a', 'b')),
    field('kinds', 'choices', options('a', 'b')),
    field('to', 'item-link', { templateId: 'gem' }),
  );
  const now = stored(
    field('kind', 'choice', options('b')),
    field('kinds', 'choices', options('b')),
    field('to', 'item-link', { templateId: 'ring' }),
  );
  expect(fitted({ kind: 'a', kinds: ['a', 'b'], to: 5 }, former, now)).toEqual([
    { kinds: ['b'] },
    [
      'The kind: the field no longer has the option a',
      'The kinds: the field no longer has the option a',
      'The to: the field links to other templates now',
    ],
  ]);
});
