import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { chosenNodes } from '@quartermaster/contract/sheets/sheet-fields.ts';
import { sheetRecord } from '@quartermaster/contract/sheets/sheet-record.ts';
import { columnOf, systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import type { SentRow, Sheet } from '../model/sheet.ts';
import { toSentRow } from '../model/stored-sheet.ts';

/** The rows of a sheet that have changes, in their order. */
export function changedRows(sheet: Sheet): SentRow[] {
  const edits = sheet.edits();
  return sheet
    .rows()
    .filter(({ key, id }) => id === null || edits.has(key))
    .map((row) => toSentRow(row, new Map(edits.get(row.key))));
}

/** Rows as JSON lines: of an existing item what has changed, of a new one all values. */
export const toLines = (tree: readonly TreeNode[], rows: readonly SentRow[]): string =>
  rows.map((row) => JSON.stringify(recordOf(tree, row))).join('\n');

function recordOf(tree: readonly TreeNode[], { row: sent, cells, label, values }: SentRow): Record<string, unknown> {
  const { id, version } = sent;
  const fields = id === null ? undefined : [...cells.keys()].filter((column) => column !== 'label');
  const nodes = chosenNodes(tree, fields, 'records');
  // The keys of linked items need not be known: their ids are unambiguous.
  const record = sheetRecord(nodes, { id: id ?? 0, version, internal_label: label, values }, () => undefined);
  const cleared = (fields ?? []).filter((field) => isEmpty(values[field]));
  const row = { ...record, ...Object.fromEntries(cleared.map((field) => [columnOf(tree, field), null])) };
  if (id !== null) return row;
  const { [systemColumns.id]: _, [systemColumns.version]: __, ...created } = row;
  return created;
}
