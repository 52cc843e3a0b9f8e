import { fillPattern } from '@quartermaster/contract/rules/bulk-edits/duplicate.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';

/** A column that the file does not have, and the pattern of its values. */
export interface FilledColumn {
  column: string;
  pattern: string;
}

const isEmptyCell = (cell: unknown): boolean => cell === undefined || cell === null || cell === '';

/** Rows as JSON lines with columns that are filled by patterns. Rows with the id of an item keep its values. */
export async function fillRows(rows: Blob, columns: readonly FilledColumn[]): Promise<Blob> {
  if (columns.length === 0) return rows;
  let i = 0;
  const lines = (await rows.text()).split('\n').map((text) => {
    if (text === '') return text;
    const record: Record<string, unknown> = JSON.parse(text);
    if (!isEmptyCell(record[systemColumns.id])) return text;
    i += 1;
    const numbers = { n: i, i, label: String(record[systemColumns.label] ?? '') };
    const filled = columns.map(({ column, pattern }) => [column, fillPattern(pattern, numbers)] as const);
    return JSON.stringify({ ...record, ...Object.fromEntries(filled) });
  });
  return new Blob([lines.join('\n')], { type: rows.type });
}
