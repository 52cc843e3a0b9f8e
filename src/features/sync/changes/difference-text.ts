import type { ChangedItem } from '@quartermaster/contract/endpoints/sync.ts';
import { count } from '../../../shared/ui/count.ts';

/** What has changed in an item, in a few words: `Cost 4000 → 4200`, `3 fields`, `Roles: 1 row added`. */
export function differenceText({ fields, only }: NonNullable<ChangedItem['difference']>): string {
  if (!only) return fields === 0 ? '' : count(fields, 'field');
  const { label, before, after, rows } = only;
  if (rows) return `${label}: ${rowsText(rows)}`;
  if (before === null || after === null) return `${label} changed`;
  return `${label} ${before || 'empty'} → ${after || 'empty'}`;
}

function rowsText(rows: { added: number; updated: number; removed: number }): string {
  const parts = (['added', 'updated', 'removed'] as const)
    .filter((kind) => rows[kind] > 0)
    .map((kind, index) => `${index === 0 ? count(rows[kind], 'row') : rows[kind]} ${kind}`);
  return parts.length === 0 ? 'order changed' : parts.join(', ');
}
