import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import { type PlacedField, pathText } from '../../../shared/checked-rows/placed-fields.ts';
import { count } from '../../../shared/ui/count.ts';

/** What changes are, and where they come from or go: `Bulk edit of Weapon`, `Sync from Dev`, `Sync to Stage`. */
export function changeSetTitle({ origin, template, source, target, action }: ChangeSet, instanceId: number): string {
  const isOutgoing = target.id !== instanceId;
  const of = template ? ` of ${template.name}` : '';
  if (origin === 'undo' && isOutgoing) return `Undo in ${target.env}`;
  if (origin === 'undo') return template ? `Undo in ${template.name}` : 'Undo';
  if (origin === 'restore') return `Restore${of}`;
  if (origin === 'import') return `Import${of}`;
  if (origin === 'grid') return `Grid edit${of}`;
  if (origin === 'proposal') return `Proposal${of}`;
  if (isOutgoing) return `Sync to ${target.env}`;
  if (origin === 'sync') return source ? `Sync from ${source.env}` : 'Sync';
  if (action?.duplicate) return `Duplicates${of}`;
  return action?.delete ? `Deletion${of}` : `Bulk edit${of}`;
}

/** How many operations are named. */
const named = 3;

/** What a bulk edit does, in one line: `Cost: multiply 1.1`. Fields that the template no longer has are named by their ids. */
export function actionText({ action }: Pick<ChangeSet, 'action'>, fields: ReadonlyMap<string, PlacedField>): string {
  const { duplicate, operations = [] } = action ?? {};
  if (duplicate) return `${count(duplicate.times, 'copy', 'copies')} of each, “${duplicate.label}”`;
  const texts = operations.slice(0, named).map(({ field_id, op, value, find }) => {
    const input = [find, value].flatMap((part) => (part == null || part === '' ? [] : [String(part)]));
    const field = fields.get(field_id);
    return `${field ? pathText(field, null) : field_id}: ${op} ${input.join(' → ')}`.trim();
  });
  const rest = operations.length - texts.length;
  return [...texts, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}
