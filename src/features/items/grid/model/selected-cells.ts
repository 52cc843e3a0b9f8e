import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import {
  type CellArea,
  type CellId,
  type CellSelection,
  common,
  followSheetOrder,
  isEmptyArea,
  noCells,
  selectArea,
  selectPlaces,
} from './cell-selection.ts';
import type { SheetSelection } from './selection.ts';

const firstCell: SheetSelection = { active: { row: 0, column: 0 }, head: { row: 0, column: 0 } };

/** The part of a selection in a row. */
export interface RowSelection {
  columns: readonly string[];
  /** The column of the active cell. */
  active?: string;
  /** The column of the handle that fills rows below. */
  handle?: string;
}

/** What is selected in a sheet whose rows and columns come and go. */
export class SelectedCells {
  private selected: CellSelection = noCells;
  private selectedRows: ReadonlySet<string> = new Set();
  private sheet: CellArea = noCells;
  /** False until the user has selected a cell or entered the sheet: until then, the first cell is active, whichever it is. */
  private isChosen = false;
  private readonly onChange: () => void;

  constructor(onChange: () => void) {
    this.onChange = onChange;
  }

  current(): CellSelection {
    return this.selected;
  }

  isEmpty(): boolean {
    return isEmptyArea(this.selected);
  }

  /** The places of the active cell and the head, for keys that move them. */
  places(): SheetSelection {
    const { active, head } = this.selected;
    return { active: this.placeOf(active), head: this.placeOf(head) };
  }

  placeOf({ row, column }: CellId): CellPlace {
    return {
      row: Math.max(0, this.sheet.rows.indexOf(row)),
      column: Math.max(0, this.sheet.columns.indexOf(column)),
    };
  }

  selectPlaces(places: SheetSelection): void {
    this.choose(selectPlaces(places, this.sheet));
  }

  selectCell(cell: CellId): void {
    this.choose(selectArea({ rows: [cell.row], columns: [cell.column] }));
  }

  /** Selects what is still there of an area. */
  selectArea({ rows, columns }: CellArea): void {
    const area = { rows: common(this.sheet.rows, rows), columns: common(this.sheet.columns, columns) };
    if (!isEmptyArea(area)) this.choose(selectArea(area));
  }

  /** The user has entered the sheet at the active cell, or has removed what was selected. */
  chooseActive(): void {
    this.isChosen = true;
    if (this.isEmpty()) this.selectCell(this.selected.active);
  }

  /** Sets the rows and columns; `current` is the key that a row has now. */
  setSheet(sheet: CellArea, current: (row: string) => string): void {
    const before = { ...this.sheet, rows: this.sheet.rows.map(current) };
    this.sheet = sheet;
    if (!this.isChosen) this.set(selectPlaces(firstCell, sheet));
    else {
      const { rows, active, head, ...others } = this.selected;
      const renamed = ({ row, column }: CellId) => ({ row: current(row), column });
      const selected = { ...others, rows: rows.map(current), active: renamed(active), head: renamed(head) };
      this.set(followSheetOrder(selected, before, sheet));
    }
  }

  /** Undefined for a row without a part of the selection. */
  inRow(row: string): RowSelection | undefined {
    const { active, rows, columns } = this.selected;
    const isInside = this.selectedRows.has(row);
    if (!isInside && active.row !== row) return undefined;
    const handle = isInside && row === rows.at(-1) ? columns.at(-1) : undefined;
    return {
      columns: isInside ? columns : [],
      ...(active.row === row && { active: active.column }),
      ...(handle !== undefined && { handle }),
    };
  }

  private choose(next: CellSelection): void {
    this.isChosen = true;
    this.set(next);
  }

  private set(next: CellSelection): void {
    if (same(this.selected, next)) return;
    this.selected = next;
    this.selectedRows = new Set(next.rows);
    this.onChange();
  }
}

const sameCell = (a: CellId, b: CellId) => a.row === b.row && a.column === b.column;
const sameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, index) => one === b[index]);
const same = (a: CellSelection, b: CellSelection) =>
  sameCell(a.active, b.active) &&
  sameCell(a.head, b.head) &&
  a.isWhole === b.isWhole &&
  sameList(a.rows, b.rows) &&
  sameList(a.columns, b.columns);
