import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, releasePath, syncHistoryEntryPath, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { failedText, syncQueries, useStartSync } from '../../../shared/data/sync/syncs.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { SyncDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import { SyncPage } from '../sync-page.tsx';
import { EntryFacts, HistoryEntry, UndoButton } from './history-entry.tsx';
import { SyncedChanges } from './synced-changes.tsx';

const back = { label: 'History of syncs', to: paths.syncHistory };

/** A sync of the history: what it changed, and its undo. */
export function HistoryEntryPage() {
  const id = useIdParam('syncId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={sync.get} pending={<PageSkeleton title={`Sync ${id}`} back={back} />}>
        <Entry key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function Entry({ id }: { id: number }) {
  const query = useQuery(syncQueries.get(useRequest(), useInstanceId(), id));
  return (
    <HistoryEntry query={query} title={`Sync ${id}`} back={back} failure="The sync could not be loaded">
      {(data) => <LoadedEntry data={data} />}
    </HistoryEntry>
  );
}

function LoadedEntry({ data }: { data: Output<typeof sync.get> }) {
  const { id, state, source, target, counts, undoes, undone_by, review_id } = data.sync;
  const instanceId = useInstanceId();
  const start = useStartSync(instanceId);
  const [isUndoing, setUndoing] = useState(false);
  const isDialogMounted = useHasOpened(isUndoing);
  const isUndoable = state === 'applied' && undone_by === null;
  const scope = useMemo(() => ({ kind: 'undo', syncId: id }) as const, [id]);
  return (
    <SyncPage
      title={`Sync ${id}`}
      back={back}
      nextToTitle={<Direction source={source.env} target={target.env} />}
      actions={
        isUndoable && (
          <UndoButton do={sync.undo} isUndoing={start.isPending} onClick={() => setUndoing(true)}>
            Undo this sync
          </UndoButton>
        )
      }
      dialogs={() =>
        isDialogMounted && (
          <SyncDialog
            opened={isUndoing}
            onClose={() => setUndoing(false)}
            title="Undo this sync"
            source={source.env}
            target={target.env}
            sides={{ source: 'as before the sync', target: 'as it is now' }}
            scope={scope}
            counts={{ ...counts, added: counts.removed, removed: counts.added }}
            success="The sync was undone"
            confirmLabel="Yes, undo it"
            start={start}
            onApplied={() => undefined}
            onChanged={() => setUndoing(false)}
          />
        )
      }
    >
      <EntryFacts entry={data.sync} failure={failedText(data.sync)}>
        {undoes !== null && <TextLink to={syncHistoryEntryPath(undoes, instanceId)}>Undo of sync {undoes}</TextLink>}
        {undone_by !== null && (
          <TextLink to={syncHistoryEntryPath(undone_by, instanceId)}>Undone by sync {undone_by}</TextLink>
        )}
        {review_id !== null && <TextLink to={syncReviewPath(review_id, source.id)}>Review {review_id}</TextLink>}
        {data.release_id !== null && (
          <TextLink to={releasePath(data.release_id, instanceId)}>Release {data.release_id}</TextLink>
        )}
      </EntryFacts>
      <SyncedChanges data={data} />
    </SyncPage>
  );
}
