import { rounded } from '@quartermaster/contract/field-types/operations.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { type CellContent, isBlank, type SheetColumn, textOf } from './cell-content.ts';
import { blankRow, type CellArea } from './cell-selection.ts';
import type { SheetView } from './sheet-view.ts';

/** What a selection amounts to. */
export interface Summary {
  cells: number;
  /** Cells that hold something. */
  filled: number;
  distinct: number;
  /** Of the cells with numbers; undefined if there are none. */
  sum?: number;
  average?: number;
}

/** Sum, average, count and number of distinct values of an area. Invalid cells count as what was typed. */
export function summaryOf(view: SheetView, area: CellArea): Summary {
  const { sheet, columns } = view;
  const values = new Set<string>();
  const numbers: number[] = [];
  let filled = 0;
  const selected = new Set(area.columns);
  const visible = columns.filter(({ id }) => selected.has(id));
  for (const key of area.rows) {
    if (key === blankRow) continue;
    for (const column of visible) {
      const content = sheet.content(key, column.id);
      if (isBlank(content)) continue;
      filled += 1;
      values.add(distinctText(column, content));
      if ('value' in content && typeof content.value === 'number' && hasNumbers(column)) numbers.push(content.value);
    }
  }
  const counted = { cells: area.rows.length * area.columns.length, filled, distinct: values.size };
  if (numbers.length === 0) return counted;
  const sum = numbers.reduce((all, one) => all + one, 0);
  // As of a bulk edit: 0.1 and 0.2 are 0.3 for the user.
  return { ...counted, sum: rounded(sum), average: rounded(sum / numbers.length) };
}

/** Ids of links are numbers too, and their sum means nothing. */
function hasNumbers({ settings }: SheetColumn): boolean {
  if (!settings) return false;
  const { family, computes } = fieldTypeOf(settings.type);
  return family === 'number' || computes === 'number';
}

// Rows of a dynamic group have no text.
const distinctText = (column: SheetColumn, content: CellContent): string =>
  'value' in content && Array.isArray(content.value) ? JSON.stringify(content.value) : textOf(column, content);
