import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useStartSync } from '../../../shared/data/sync/syncs.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';

/** The dialogs of a release's page: which one is open, and the syncs that they start. */
export function useReleaseDialogs(data: Output<typeof releases.get>) {
  const { id, sync_id } = data.release;
  const instanceId = useInstanceId();
  const queries = useQueryClient();
  const start = useStartSync(instanceId);
  const [open, setOpen] = useState<'publish' | 'time' | 'cancel' | 'undo' | null>(null);
  const [isDecided, setDecided] = useState(true);
  const publishing = useMemo(() => {
    const { release, decided: _, ...selection } = data;
    return { kind: 'release', releaseId: release.id, selection: release.is_all ? null : selection, isDecided } as const;
  }, [data, isDecided]);
  const undoing = useMemo(() => ({ kind: 'undo', syncId: sync_id ?? 0 }) as const, [sync_id]);
  const scope = useMemo(() => ({ release: id }), [id]);
  return {
    start,
    open,
    setOpen,
    close: () => setOpen(null),
    publishing,
    /** Asks about conflicts that were decided when the release was planned. */
    decideAgain: () => setDecided(false),
    undoing,
    /** The changes to list. */
    scope,
    /** Closes the dialog and reads everything again. */
    refresh: () => {
      setOpen(null);
      void queries.invalidateQueries({ queryKey: queryKeys.instance.sync(instanceId) });
    },
  };
}

/** The dialogs of a release's page. */
export type ReleaseDialogsState = ReturnType<typeof useReleaseDialogs>;
