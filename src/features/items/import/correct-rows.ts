import { unreadColumn } from '@quartermaster/contract/sheets/system-columns.ts';

/** A cell that is corrected in the check. */
export interface Correction {
  /** The line of its row. */
  line: number;
  /** The column of its field. */
  column: string;
  value: string;
}

/** The column of a record that a field was sent as: a localised text is sent by its languages. */
const sentAs = (record: Readonly<Record<string, unknown>>, column: string): string =>
  Object.hasOwn(record, column)
    ? column
    : (Object.keys(record).find((name) => name.startsWith(`${column}.`)) ?? column);

/** Rows as JSON lines with corrected cells. */
export async function correctRows(rows: Blob, corrections: readonly Correction[]): Promise<Blob> {
  if (corrections.length === 0) return rows;
  const lines = (await rows.text()).split('\n');
  for (const { line, column, value } of corrections) {
    const text = lines[line - 1];
    if (!text) continue;
    const { [unreadColumn]: unread, ...record }: Record<string, unknown> = JSON.parse(text);
    // The cell that could not be read has a value now.
    const { [column]: _, ...others } = Object(unread) as Record<string, unknown>;
    const stillUnread = Object.keys(others).length > 0 && { [unreadColumn]: others };
    lines[line - 1] = JSON.stringify({ ...record, ...stillUnread, [sentAs(record, column)]: value });
  }
  return new Blob([lines.join('\n')], { type: rows.type });
}
