import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { itemSelectionColumn } from '../../src/features/items/list/bulk/item-selection-column.tsx';
import { itemColumns, type ListedField } from '../../src/features/items/list/item-columns.tsx';
import { useTableModel } from '../../src/shared/table/model/use-table-model.ts';

const cell = () => null;
const columns = [
  { id: 'label', header: 'Label', width: 200, cell },
  { id: 'edited', header: 'Edited', width: 220, onlyIfRoom: true, cell },
];

test('a column that would make a table scroll sideways is left out, if it may be', () => {
  const shownAt = (viewportWidth: number) =>
    renderHook(() =>
      useTableModel({ columns, rows: [], rowId: () => '', hidden: [], order: [], widths: {}, viewportWidth }),
    ).result.current.columns.map(({ id }) => id);
  expect(shownAt(420)).toEqual(['label', 'edited']);
  expect(shownAt(419)).toEqual(['label']);
});

test('a list of items has a value next to the labels on a phone, however long these are', () => {
  const settings = { ...fieldTypes.choice.defaultSettings, type: 'choice', name: 'rarity', label: 'Rarity' } as const;
  const title = { ...fieldTypes.text.defaultSettings, type: 'text', name: 'name', label: 'Name', title: true } as const;
  const fields: ListedField[] = [
    { id: 'name', header: 'Name', settings: title },
    { id: 'rarity', header: 'Rarity', settings },
  ];
  const rows = [{ id: 123_456, internal_label: 'A long label '.repeat(5), version: 1, values: {} }];
  const shownAt = (viewportWidth: number) => {
    const all = [itemSelectionColumn, ...itemColumns(fields, { instanceId: 1, templateId: 'sword' })];
    const view = { hidden: [], order: [], widths: {}, viewportWidth };
    const { result } = renderHook(() => useTableModel({ columns: all, rows, rowId: ({ id }) => String(id), ...view }));
    const before = result.current.widths.slice(0, 3).reduce((sum, width) => sum + width, 0);
    return { ids: result.current.columns.map(({ id }) => id).slice(0, 4), room: viewportWidth - before };
  };
  const phone = shownAt(390);
  expect(phone.ids).toEqual(['selected', 'id', 'label', 'rarity']);
  expect(phone.room).toBeGreaterThan(120);
  expect(shownAt(1100).ids).toEqual(['selected', 'id', 'label', 'name']);
});
