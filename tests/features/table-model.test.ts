import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
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
