import { type CellArea, type CellId, selectPlaces } from '../../../src/features/items/grid/model/cell-selection.ts';
import type { CellRange } from '../../../src/features/items/grid/model/selection.ts';
import type { SheetView } from '../../../src/features/items/grid/model/sheet-view.ts';
import type { CellPlace } from '../../../src/shared/table/keys/next-cell.ts';

/** The cells that are at some places of a sheet now, with a blank row at its end. */
export function areaAt({ sheet, columns }: SheetView, { top, bottom, left, right }: CellRange): CellArea {
  const rows = [...sheet.rows().map(({ key }) => key), ''];
  const places = { active: { row: top, column: left }, head: { row: bottom, column: right } };
  return selectPlaces(places, { rows, columns: columns.map(({ id }) => id) });
}

/** The cell that is at a place of a sheet now. */
export function cellAt(view: SheetView, { row, column }: CellPlace): CellId {
  const [key = ''] = areaAt(view, { top: row, bottom: row, left: 0, right: 0 }).rows;
  return { row: key, column: view.columns[column]?.id ?? '' };
}
