import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useTableModel } from '../../src/shared/table/model/use-table-model.ts';

const cell = () => null;
const label = { id: 'label', header: 'Label', width: 200, cell };
const edited = { id: 'edited', header: 'Edited', width: 220, cell };

const idsAt = (viewportWidth: number, columns: Parameters<typeof useTableModel>[0]['columns']) =>
  renderHook(() =>
    useTableModel({ columns, rows: [], rowId: () => '', hidden: [], order: [], widths: {}, viewportWidth }),
  ).result.current.columns.map(({ id }) => id);

test('a column that would make a table scroll sideways is left out, if it may be', () => {
  const columns = [label, { ...edited, onlyIfRoom: true }];
  expect(idsAt(420, columns)).toEqual(['label', 'edited']);
  expect(idsAt(419, columns)).toEqual(['label']);
});

test('a column that only wide tables have is left out below 560 px', () => {
  const columns = [label, { ...edited, onlyIfWide: true }];
  expect(idsAt(560, columns)).toEqual(['label', 'edited']);
  expect(idsAt(559, columns)).toEqual(['label']);
});
