import { expect, test } from 'vitest';
import { followSheet } from '../../../src/features/items/grid/model/follow-sheet.ts';
import { rowKeyOf, Sheet, type SheetRow } from '../../../src/features/items/grid/model/sheet.ts';
import { shows } from '../../specification/shows.ts';

const rows = (...names: string[]) => names.map((what) => ({ what }));
const chest = (version: number, ...names: string[]): SheetRow => ({
  key: rowKeyOf(1),
  id: 1,
  version,
  label: 'Wood',
  values: { drops: rows(...names), title: 'x' },
});

test('edited rows stay on their version if others have changed the rows, too, so that their save asks', () => {
  shows('4.grid.selection');
  const sheet = new Sheet();
  sheet.receive([chest(1, 'Gold', 'Gem')]);
  sheet.change([{ row: 'i1', column: 'drops', content: { value: rows('Gold', 'Pearl') } }]);
  const { cells } = followSheet(sheet, [chest(2, 'Gold', 'Gem', 'Ore')], { isComplete: true, isAll: true });
  expect([cells, sheet.row('i1')?.version, sheet.isBehind('i1')]).toEqual([[], 1, true]);
  sheet.undo();
  expect(sheet.row('i1')).toMatchObject({ version: 2, values: { drops: rows('Gold', 'Gem', 'Ore') } });
});

test('the rows of an open editor stay as they are, and follow once it is closed without a change', () => {
  shows('4.grid.selection');
  const sheet = new Sheet();
  sheet.receive([chest(1, 'Gold', 'Gem')]);
  sheet.hold({ row: 'i1', column: 'drops' });
  sheet.receive([chest(2, 'Gem')], { all: true });
  expect(sheet.row('i1')).toMatchObject({ version: 1, values: { drops: rows('Gold', 'Gem') } });
  sheet.receive([], { all: true });
  expect(sheet.rows()).toHaveLength(1);
  sheet.hold(undefined);
  expect(sheet.row('i1')).toMatchObject({ version: 2, values: { drops: rows('Gem') } });
  sheet.receive([], { all: true });
  expect(sheet.rows()).toEqual([]);
});
