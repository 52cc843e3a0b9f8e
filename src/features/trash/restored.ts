import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import type { Restored as Selection, TrashEntry } from '@quartermaster/contract/endpoints/trash.ts';
import type { RestoredItem } from '../../shared/data/trash.ts';
import type { RowSelection } from '../../shared/table/selection/row-selection.ts';

/** What is restored, and the only item among it. */
export interface Restored {
  selection: Selection;
  item?: RestoredItem;
  /** The entry whose row has started it. */
  row?: number;
}

/** A row of the list, to be restored. */
export const entrySelection = ({ id, template_id, item_id }: TrashEntry): Restored => ({
  selection: { entries: [id] },
  row: id,
  ...(item_id !== null && { item: { templateId: template_id, id: item_id } }),
});

/** An item or template in the address of the trash, to be restored. */
export const addressSelection = (selection: Pick<Selection, 'item' | 'template'>): Restored => {
  const { item } = selection;
  return { selection, ...(item && { item: { templateId: item.template_id, id: item.id } }) };
};

/** The selected rows as the API receives them. */
export function toSelection(
  { matching, ids }: RowSelection,
  { search, template }: { search: string; template: string | undefined },
): Selection {
  const chosen = [...ids].map(Number);
  if (matching === null) return { entries: chosen };
  return {
    matching: {
      count: matching,
      ...(search !== '' && { search }),
      ...(template !== undefined && { template }),
      ...(chosen.length > 0 && { except: chosen }),
    },
  };
}

/** What another number of entries matches than was selected. */
export const rematched = (restored: Restored, count: number): Restored => {
  const { matching, ...others } = restored.selection;
  return matching ? { ...restored, selection: { ...others, matching: { ...matching, count } } } : restored;
};

/** True if there is nothing to decide, and it takes no time. */
export function isSimple({ counts: { added, templates }, refusals, partial }: Checked): boolean {
  return refusals.count === 0 && partial.count === 0 && templates + added > 0 && added <= contentLimits.bulkAtOnce;
}
