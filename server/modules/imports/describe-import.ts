import type { Import } from '@quartermaster/contract/endpoints/imports.ts';
import type { ImportRow } from './repository.ts';

export const toImport = (row: ImportRow): Import => ({
  id: row.id,
  template_id: row.template_id,
  // One that is being received is not found.
  state: row.state === 'receiving' ? 'checking' : row.state,
  progress: progressOf(row),
  rows: row.rows,
  counts: {
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    conflict: row.conflict,
    refused: row.refused,
  },
  ignored_columns: row.ignored_columns,
  reused_names:
    row.request.reused?.map((reused) => ({ ...reused, former_field_ids: [...reused.former_field_ids] })) ?? [],
  // The version before this did not store the field of a file that it has checked.
  read_as: row.request.readAs?.map((read) => ({ ...read, field_id: read.field_id ?? read.column })) ?? [],
  totals: row.request.totals?.map((total) => ({ ...total })) ?? [],
  error: row.error,
  change_set_id: row.state === 'applied' && row.written === 0 ? null : row.change_set_id,
  created_at: row.created_at.toISOString(),
});

function progressOf({ state, rows, done, ...row }: ImportRow): Import['progress'] {
  if (state === 'checking' || row.change_set_id === null) return { done: Math.min(done, rows), total: rows };
  const total = row.added + row.changed + row.conflict;
  return { done: state === 'applied' ? total : Math.min(row.prepared ?? 0, total), total };
}
