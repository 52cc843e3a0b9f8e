import { diffItemFields } from '@quartermaster/contract/content/diff-item-fields.ts';
import { type ItemValues, toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { describe, expect, test } from 'vitest';
import { prepareItem } from '../../server/content/documents/save/prepare-item.ts';
import { checkValues, linksOf, maxErrors } from '../../server/content/model/check-values.ts';
import { templateModel } from '../../server/content/model/template-model.ts';
import { itemExporter } from '../../server/core/files/export-item.ts';
import type { StoredField } from '../../server/core/tables/content.ts';

const at = '2026-11-20T00:00:00.000Z';
const [fields, rows] = [500, 400];

/** A dynamic group with this many text fields. */
const wide = (required: boolean): StoredField[] => {
  const text = (index: number): FieldSettings => ({
    type: 'text',
    name: `text_${index}`,
    label: '',
    required,
    minimum: null,
    maximum: null,
  });
  const group: FieldSettings = { type: 'dynamic-group', name: 'rows', label: '' };
  return [
    { id: 'rows', key: 1, settings: group, parentId: null, order: 0 },
    ...Array.from({ length: fields }, (_, index) => ({
      id: `f${index}`,
      key: index + 2,
      settings: text(index),
      parentId: 'rows',
      order: index,
    })),
  ].map((field) => ({ ...field, created_at: at, updated_at: at }));
};

const modelOf = (required = false) =>
  templateModel({ key: 1, instanceId: 1, id: 'wide', label: 'Wide', version: 1, hash: '', fields: wide(required) });

/** Rows with one value among them, and a count of the property reads. */
const countedRows = () => {
  const seen = { reads: 0 };
  const row = (values: ItemValues): ItemValues =>
    new Proxy(values, {
      get: (target, name: string) => {
        seen.reads += 1;
        return target[name];
      },
      has: (target, name) => {
        seen.reads += 1;
        return name in target;
      },
    });
  const values: ItemValues = { rows: Array.from({ length: rows }, (_, index) => row(index === 7 ? { f3: 'x' } : {})) };
  return { values, seen };
};

/** A tree that counts the reads of its list of fields. */
const countedTree = () => {
  const seen = { reads: 0 };
  const model = modelOf();
  const [group] = model.tree;
  if (!group) throw new Error('There is no group.');
  const children = new Proxy(group.children, {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) seen.reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { model: { ...model, tree: [{ ...group, children }] }, seen };
};

/** Everything that the server does with an item. */
const works: [string, (model: ReturnType<typeof modelOf>, values: ItemValues) => unknown][] = [
  ['answering it', ({ tree }, values) => toItemFields(tree, values)],
  ['comparing it with another', ({ tree }, values) => diffItemFields(tree, values, {})],
  ['checking it', ({ tree }, values) => checkValues(tree, values)],
  ['finding its links', ({ tree }, values) => linksOf(tree, values)],
  ['exporting it', ({ tree }, values) => [...itemExporter(tree)(1, values)]],
  [
    'renaming it',
    (model, values) => {
      const now = new Date(0);
      const state = { id: 1, label: 'Old', values, version: 1, hash: '', created_at: now, updated_at: now };
      const body = { id: 1, template_id: 'wide', internal_label: 'New', version: 1, fields: [] };
      const { wrong, write } = prepareItem(model, body, [], state, { mayEditReadOnly: true });
      expect({ wrong, label: write?.label }).toEqual({ wrong: {}, label: 'New' });
    },
  ],
];

describe('an item of many empty rows', () => {
  test.each(works)('%s does not read every field of every row', (_, work) => {
    const { values, seen } = countedRows();
    work(modelOf(), values);
    expect(seen.reads).toBeLessThan(2 * rows);
  });

  test.each(works)('%s does not search the template for every row', (_, work) => {
    const { model, seen } = countedTree();
    work(model, countedRows().values);
    expect(seen.reads).toBeLessThan(10 * fields);
  });

  test('reports missing required fields up to a limit', () => {
    const { values, seen } = countedRows();
    const wrong = checkValues(modelOf(true).tree, values);
    expect(wrong.size).toBe(maxErrors);
    expect([...wrong.keys()].slice(0, 2)).toEqual(['f0.0', 'f1.0']);
    expect(seen.reads).toBeLessThan(3 * maxErrors);
  });

  test('is exported in chunks of some ten thousand characters, which together are its JSON', () => {
    const { values } = countedRows();
    const pieces = [...itemExporter(modelOf().tree)(9, values)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(128 * 1024);
    const item = JSON.parse(pieces.join(''));
    expect(item.rows).toHaveLength(rows);
    expect(item.rows[7]).toMatchObject({ text_2: null, text_3: 'x', text_4: null });
    expect(Object.keys(item.rows[399])).toHaveLength(fields);
  });
});

test('a row has its fields in the template’s order, whatever the order of its values', () => {
  const tree = buildTree(wide(false));
  const values: ItemValues = { rows: [{ f12: 'c', f3: 'a', f100: 'd', f11: 'b' }] };
  expect(toItemFields(tree, values).map(({ id }) => id)).toEqual(['rows.0.row', 'f3.0', 'f11.0', 'f12.0', 'f100.0']);
});
