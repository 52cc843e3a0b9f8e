import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { TemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import { expect, test } from 'vitest';
import { keyFields, mapColumns, targetOf, targetsOf } from '../../src/features/items/import/map-columns.ts';
import { type Decided, decide, openQuestion, toDecisions, undecided } from '../../src/shared/checked-rows/decisions.ts';
import { refusalText } from '../../src/shared/checked-rows/refusal-text.ts';
import { shows } from '../specification/shows.ts';
import { field, inOrder } from '../support/sample-template.ts';

const fields = inOrder([
  field('sku', 'text', { label: 'Article number', unique: true }),
  field('stats', 'group', { label: 'Stats' }),
  field('damage', 'integer', { parentId: 'stats', label: 'Damage' }),
  field('price', 'integer', { name: 'cost', label: 'Price', unit: 'gold' }),
  field('twin', 'text', { label: 'Price' }),
  field('names', 'localised-text', { label: 'Names' }),
  field('drops', 'dynamic-group', { label: 'Drops' }),
  field('count', 'integer', { parentId: 'drops', label: 'Count' }),
  field('double', 'computed-number', { formula: 'price * 2' }),
  field('picture', 'image'),
]) as unknown as TemplateField[];
const tree = buildTree(fields);
const map = (headers: string[], remembered = {}) => mapColumns(targetsOf(tree, headers), headers, remembered);

test('columns are mapped by name, path, id and label, whatever their case; a label of two fields stands for none', () => {
  expect(
    map(['_id', '_version', 'Label', 'sku', 'stats.damage', 'COST', 'price', 'Price', 'drops.5.count', 'drops.#']),
  ).toEqual(['_id', '_version', '_label', 'sku', 'stats.damage', 'cost', null, null, 'drops.5.count', 'drops.#']);
  expect(map(['article_number', 'Stats › Damage', 'names.en', 'unknown'])).toEqual([
    'sku',
    'stats.damage',
    'names.en',
    null,
  ]);
  expect(['Price in gold', 'price (Gold)', 'Price [gold]'].map((header) => map([header]))).toEqual([
    ['cost'],
    ['cost'],
    ['cost'],
  ]);
  expect(targetOf(targetsOf(tree, []), 'double')).toBeNull();
});

test('what a header was mapped to before comes first, also to nothing, unless the field is gone', () => {
  expect(map(['sku', 'price', 'x'], { sku: null, price: 'gone', x: 'twin' })).toEqual([null, 'cost', 'twin']);
});

test('a name at the top level is that field, also if fields in groups and rows have the same name or label', () => {
  shows('5.names.mapping');
  const other = buildTree(
    inOrder([
      field('k1', 'text', { name: 'key', label: 'Key' }),
      field('k2', 'dynamic-group', { name: 'attrib', label: 'Attributes' }),
      field('k3', 'text', { name: 'key', label: 'Key', parentId: 'k2' }),
      field('k4', 'group', { name: 'stats', label: 'Stats' }),
      field('k5', 'text', { name: 'key', label: 'Key', parentId: 'k4' }),
      field('k6', 'text', { name: 'deep', label: 'Deep', parentId: 'k4' }),
      field('deep', 'text', { name: 'other', label: 'Other' }),
    ]) as unknown as TemplateField[],
  );
  const headers = ['Key', 'Attributes 1 › Key', 'stats.key', 'Deep', 'k5'];
  const targets = targetsOf(other, headers);
  expect(mapColumns(targets, headers, {})).toEqual(['key', 'attrib.1.key', 'stats.key', 'stats.deep', null]);
  expect(mapColumns(targets, ['k6', 'k4.k5', 'k2.2.k3'], {})).toEqual(['stats.deep', 'stats.key', 'attrib.2.key']);
  expect(targets.find(({ name }) => name === 'attrib.1.key')?.key).toBe('k2.1.k3');
  // What was chosen stays with its field, whatever that is called now.
  expect(mapColumns(targets, ['Name'], { Name: 'k4.k6' })).toEqual(['stats.deep']);
});

test('a target is used once, and rows of dynamic groups are offered as far as the file has them', () => {
  expect(map(['sku', 'SKU'])).toEqual(['sku', null]);
  const names = targetsOf(tree, ['drops.5.count']).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('drops'))).toEqual([
    'drops.#',
    ...[1, 2, 3, 4, 5].map((row) => `drops.${row}.count`),
  ]);
  const labels = targetsOf(tree, ['drops.5.count']).map(({ label }) => label);
  expect(labels.filter((label) => label.startsWith('Drops 5'))).toEqual(['Drops 5 › Count']);
  expect(names).not.toContain('picture');
  expect(keyFields(tree).map(({ id }) => id)).toEqual(['sku']);
});

const imported = (counts: Partial<Record<'added' | 'changed' | 'unchanged' | 'conflict' | 'refused', number>>) => ({
  added: 0,
  changed: 0,
  unchanged: 0,
  conflict: 0,
  refused: 0,
  ...counts,
});

const five = { itemId: 5, version: 1, conflicts: ['price', 'title'] };

test('an import can be applied once each conflict has a side and refused rows are left out', () => {
  const question = (counts: Parameters<typeof imported>[0], decided: Decided) =>
    openQuestion(imported(counts), decided, 'mend the file');
  expect(question({ added: 1 }, undecided)).toBeUndefined();
  expect(question({ unchanged: 3 }, undecided)).toBe('Nothing would change.');
  expect(question({ added: 1, refused: 2 }, undecided)).toBe('2 rows are refused. Leave them out, or mend the file.');
  expect(question({ added: 1, refused: 2 }, { ...undecided, leaveOutRefused: true })).toBeUndefined();
  const half = decide(undecided, five, ['price'], 'new');
  expect(question({ conflict: 2 }, half)).toBe('Decide 2 conflicts first.');
  const whole = decide(half, five, ['title'], 'current');
  expect(question({ conflict: 2 }, whole)).toBe('Decide the conflict first.');
  expect(question({ conflict: 2 }, { ...half, others: 'current' })).toBeUndefined();
});

test('decisions are sent by item and field, and for all others', () => {
  const mixed = decide(decide(undecided, five, ['price'], 'new'), five, ['title'], 'current');
  expect(toDecisions(mixed)).toEqual({
    decisions: [
      {
        id: 5,
        take: 'fields',
        fields: [
          { field_id: 'price', take: 'new' },
          { field_id: 'title', take: 'current' },
        ],
      },
    ],
  });
  const half = decide(undecided, five, ['price'], 'new');
  expect(toDecisions(half)).toEqual({});
  expect(toDecisions({ ...half, others: 'new', leaveOutRefused: true })).toEqual({
    conflicts: 'new',
    leave_out_refused: true,
    decisions: [{ id: 5, take: 'new' }],
  });
  expect(toDecisions({ ...half, others: 'current' }).decisions).toEqual(toDecisions(mixed).decisions);
});

test('a refusal names its field once', () => {
  const { settings } = field('f1', 'text', { name: 'sku', label: 'Key', required: true });
  const fields = new Map([['f1', { settings, name: 'Key', around: [] }]]);
  const refusal = { field_id: 'f1', path: null, reason: 'sku is required field' };
  expect(refusalText(refusal, fields)).toBe('Key: required field');
  expect(refusalText({ ...refusal, reason: 'must be at most 3 characters' }, fields)).toBe(
    'Key: must be at most 3 characters',
  );
});
