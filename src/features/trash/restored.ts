import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { TrashCheck, TrashEntry, TrashSelection } from '@quartermaster/contract/endpoints/trash.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { RowSelection } from '../../shared/table/selection/row-selection.ts';
import { count } from '../../shared/ui/count.ts';

/** What is restored, and the only item among it. */
export interface Restored {
  selection: TrashSelection;
  item?: { templateId: string; id: number };
  /** The entry whose row has started it. */
  row?: number;
}

/** A row of the list, to be restored. */
export const entrySelection = ({ id, template_id, item_id }: TrashEntry): Restored => ({
  selection: { entries: [id] },
  row: id,
  ...(item_id !== null && { item: { templateId: template_id, id: item_id } }),
});

/** The selected rows as the API receives them. */
export function toSelection(
  { matching, ids }: RowSelection,
  { search, template }: { search: string; template: string | undefined },
): TrashSelection {
  const chosen = [...ids].map(Number);
  if (matching === null) return { entries: chosen };
  return {
    matching: { count: matching, ...(search !== '' && { search }), ...(template !== undefined && { template }) },
    ...(chosen.length > 0 && { leave_out: chosen }),
  };
}

/** How much would be restored: `1 template and 12 items`. */
export function amountText({ items, templates }: Pick<TrashCheck, 'items' | 'templates'>): string {
  const parts = [
    ...(templates > 0 ? [count(templates, 'template')] : []),
    ...(items > 0 || templates === 0 ? [count(items, 'item')] : []),
  ];
  return parts.join(' and ');
}

/** Says that another number of entries matches than was selected. */
export const matchingText = (now: number, before: number): string =>
  `${count(now, 'entry matches', 'entries match')} now instead of ${numberText(before)}. Check what is restored now, and confirm again.`;

/** True if there is nothing to decide, and it takes no time. */
export const isSimple = ({ items, templates, refusals, partial }: TrashCheck): boolean =>
  refusals.count === 0 && partial.count === 0 && templates + items > 0 && items <= contentLimits.bulkAtOnce;
