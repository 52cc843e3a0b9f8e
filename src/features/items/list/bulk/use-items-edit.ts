import { type Action, bulkEdits, type Selection } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type ChangeSetOptions, useChangeSet } from '../../../../shared/change-set/use-change-set.ts';

/** What the dialogs for the selected items share. */
export interface ItemsOptions extends Omit<ChangeSetOptions, 'door' | 'excluded' | 'matching'> {
  /** The selected items, and those that are not edited although they match. */
  target: { selection: Selection; excluded: readonly number[] };
  /** Called if another number of items matches than was selected. */
  onMatching: (count: number) => void;
}

/**
 * An edit of the selected items; nothing is checked without an action, as long as its input is not valid. `extension` is the title of the
 * one that proposed it.
 */
export const useItemsEdit = (
  { target, onMatching, ...options }: ItemsOptions,
  action: Action | undefined,
  extension?: string,
) =>
  useChangeSet(
    {
      ...options,
      door: bulkEdits,
      excluded: target.excluded,
      matching: { count: target.selection.count, onMatching },
    },
    action && { selection: target.selection, action, ...(extension !== undefined && { extension }) },
  );
