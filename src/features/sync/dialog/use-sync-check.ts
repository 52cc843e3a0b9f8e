import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import type { SyncScope } from '../../../shared/data/sync/sync-scope.ts';
import { syncQueries } from '../../../shared/data/sync/syncs.ts';
import { asCheck } from '../../../shared/http/checks.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { SelectionActions } from './check-problems.tsx';

interface SyncCheckOptions extends Pick<SelectionActions, 'onInclude'> {
  scope: SyncScope;
  /** False while the dialog closes, when the selection has already changed. */
  isOpen: boolean;
  /** The selection is stale. */
  onChanged: () => void;
}

/** The check of a selection; requested again when the selection changes. */
export function useSyncCheck({ scope, isOpen, onInclude, onChanged }: SyncCheckOptions) {
  const query = useQuery(asCheck({ ...syncQueries.check(useRequest(), useInstanceId(), scope), enabled: isOpen }));
  const { data, error, isPlaceholderData } = query;
  const isChecked = data !== undefined && !isPlaceholderData && !error;

  const changed = useEffectEvent(onChanged);
  const isOutdated = isListChanged(scope, error);
  // The check is a query, which reports its failure in no other way.
  useEffect(() => {
    if (isOutdated) changed();
  }, [isOutdated]);

  // Added items can need further ones: one click adds all of them.
  const [isTaking, setTaking] = useState(false);
  const takeMore = useEffectEvent(({ missing, missing_templates }: ChangeSetCheck) => {
    if (missing.count + missing_templates.length > 0) onInclude?.(missing.sample, missing_templates);
    else setTaking(false);
  });
  useEffect(() => {
    if (isTaking && isChecked) takeMore(data);
  }, [isTaking, isChecked, data]);

  const include: SelectionActions['onInclude'] =
    onInclude &&
    ((items, templates) => {
      setTaking(true);
      onInclude(items, templates);
    });
  return { query, isChecked, isOutdated, include };
}

/**
 * True if the synced content is not what the list shows. An undo is refused for another reason: a later sync has changed the same content.
 */
export const isListChanged = (scope: SyncScope, error: unknown): boolean =>
  !isUndoScope(scope) && error instanceof HttpError && error.body.error === 'changed';

/** True for the undo of a sync or of other changes. */
export const isUndoScope = ({ kind }: SyncScope): boolean => kind === 'undo' || kind === 'change-set';
