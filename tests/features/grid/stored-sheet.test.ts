import { expect, test } from 'vitest';
import { GridState } from '../../../src/features/items/grid/model/grid-state.ts';
import { rowKeyOf, type SheetRow } from '../../../src/features/items/grid/model/sheet.ts';
import { fromStoredSheet, toStoredSheet } from '../../../src/features/items/grid/model/stored-sheet.ts';

const rowOf = (id: number): SheetRow => ({
  key: rowKeyOf(id),
  id,
  version: 1,
  label: `Item ${id}`,
  values: { notes: 'x'.repeat(1000), cost: id },
});

const columns = new Set(['label', 'notes', 'cost', 'weight']);

test('a draft has only the values that edits are based on, and the others come with the items', () => {
  const state = new GridState();
  state.sheet.receive([rowOf(1), rowOf(2)]);
  state.sheet.change([
    { row: 'i1', column: 'cost', content: { value: 50 } },
    { row: 'i1', column: 'weight', content: { value: 2 } },
  ]);
  const text = JSON.stringify(toStoredSheet(state));
  expect(text.length).toBeLessThan(500);
  const draft = fromStoredSheet(JSON.parse(text), columns);
  expect(draft?.rows).toMatchObject([{ key: 'i1', version: 1, values: { cost: 1, weight: null } }]);

  const later = new GridState();
  later.sheet.restore(draft?.rows ?? [], draft?.cells ?? []);
  const theirs = { ...rowOf(1), version: 4, values: { notes: 'theirs', cost: 9 } };
  later.sheet.receive([theirs, rowOf(2)]);
  // The base of the edits stays, so that a save reports the conflict.
  expect(later.sheet.row('i1')).toMatchObject({ version: 1, values: { notes: 'theirs', cost: 1 } });
  expect(later.sheet.content('i1', 'cost')).toEqual({ value: 50 });
  later.sheet.undo();
  later.sheet.discard('i1');
  expect(later.sheet.row('i1')).toEqual(theirs);
});
