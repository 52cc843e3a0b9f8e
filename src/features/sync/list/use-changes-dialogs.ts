import { nothingSelected } from '@quartermaster/contract/endpoints/sync.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMoreChanges, syncChangeQueries } from '../../../shared/data/sync/sync-changes.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useNotify } from '../../../shared/ui/notify.ts';
import type { ChangesDialog } from './changes-dialogs.tsx';
import {
  emptySelection,
  incompleteTemplates,
  isEmptySelection,
  type Selection,
  unlistedTemplates,
} from './selection.ts';

interface Options {
  instanceId: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

/** Which dialog of the page of changes is open, and whether the listed changes turned out to be outdated. */
export function useChangesDialogs({ instanceId, selection, onSelect }: Options) {
  const request = useRequest();
  const queries = useQueryClient();
  const notify = useNotify();
  const [opened, setOpened] = useState<ChangesDialog | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const { queryKey } = syncChangeQueries.changes(request, instanceId, {});

  /** Loads all items of templates; false if that fails, which the call itself shows. */
  const loadWhole = async (templateIds: readonly string[]) => {
    try {
      for (const templateId of templateIds) while (await loadMoreChanges(request, queries, instanceId, {}, templateId));
      return true;
    } catch {
      return false;
    }
  };
  return {
    opened,
    isOutdated,
    /** Opens a dialog, once everything that it is about is loaded. */
    open: async (dialog: ChangesDialog) => {
      if (dialog === 'all') return setOpened(dialog);
      if (dialog === 'selected' && isEmptySelection(selection)) return notify.info(nothingSelected);
      if (await loadWhole(incompleteTemplates(selection))) setOpened(dialog);
    },
    close: () => setOpened(null),
    dismissOutdated: () => setOutdated(false),
    afterSync: () => {
      onSelect(emptySelection);
      setOutdated(false);
    },
    /** Closes the dialog and lists the changes again. */
    refresh: async () => {
      setOpened(null);
      setOutdated(true);
      await queries.invalidateQueries({ queryKey });
      const fresh = queries.getQueryData(queryKey);
      // A selected item that no longer exists would make the next sync fail, too.
      if (fresh) await loadWhole(unlistedTemplates(selection, fresh));
    },
  };
}
