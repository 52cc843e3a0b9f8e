import { Alert, Button } from '@mantine/core';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, syncHistoryEntryPath, syncReviewPath } from '@quartermaster/contract/paths.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { failedText, syncQueries, useStartSync } from '../../../shared/data/sync/syncs.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { AddressedInstance } from '../addressed-instance.tsx';
import { ChangesView } from '../changes/changes-view.tsx';
import { menuSection } from '../changes/sections.ts';
import { ChangePanel } from '../diff/change-panel.tsx';
import { Direction } from '../direction.tsx';
import classes from '../history.module.css';
import { SyncDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import page from '../sync.module.css';
import { SyncPage } from '../sync-page.tsx';
import { useOpenChange } from '../use-open-change.ts';
import { SyncAmount, SyncState } from './sync-summary.tsx';
import { useSyncedItems } from './use-synced-items.ts';

const back = { label: 'History of syncs', to: paths.syncHistory };

/** A sync of the history: what it changed, and its undo. */
export function HistoryEntryPage() {
  const id = useIdParam('syncId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={sync.get} pending={<PageSkeleton title={`Sync ${id}`} back={back} />}>
        <HistoryEntry key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function HistoryEntry({ id }: { id: number }) {
  const entry = useQuery(syncQueries.get(useRequest(), useInstanceId(), id));
  if (entry.data) return <LoadedEntry data={entry.data} />;
  if (!entry.error) return <PageSkeleton title={`Sync ${id}`} back={back} />;
  return (
    <>
      <PageHeader title={`Sync ${id}`} back={back} />
      <ErrorState error={entry.error} title="The sync could not be loaded" retry={() => void entry.refetch()} />
    </>
  );
}

function LoadedEntry({ data }: { data: Output<typeof sync.get> }) {
  const { id, state, source, target, by, created_at, note, counts, undoes, undone_by, review_id } = data.sync;
  const instanceId = useInstanceId();
  const { opened, addressOf, show } = useOpenChange();
  const { itemsOf, loadMore } = useSyncedItems(id);
  const start = useStartSync(instanceId);
  const [isUndoing, setUndoing] = useState(false);
  const isDialogMounted = useHasOpened(isUndoing);
  const sections = useMemo(
    () => [
      ...(counts.menu ? [menuSection({ added: 0, updated: 0, removed: 0 })] : []),
      ...data.templates.map((template) => ({
        key: template.template_id,
        templateId: template.template_id,
        name: template.name,
        change: template.change,
        counts: template.counts,
        rows: itemsOf(template.template_id),
        total: template.counts.added + template.counts.updated + template.counts.removed,
      })),
    ],
    [data, counts.menu, itemsOf],
  );
  const isUndoable = state === 'applied' && undone_by === null;
  const scope = useMemo(() => ({ kind: 'undo', syncId: id }) as const, [id]);
  return (
    <SyncPage
      title={`Sync ${id}`}
      back={back}
      nextToTitle={<Direction source={source.env} target={target.env} />}
      actions={
        isUndoable && (
          <Can do={sync.undo}>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              disabled={start.isPending}
              onClick={() => setUndoing(true)}
            >
              Undo this sync
            </Button>
          </Can>
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
      <div className={classes.facts}>
        <SyncState sync={data.sync} />
        <span>
          by <strong>{authorName(by.name, 'within')}</strong>, {dateTime(created_at)}
        </span>
        <SyncAmount counts={counts} />
        {undoes !== null && <TextLink to={syncHistoryEntryPath(undoes, instanceId)}>Undo of sync {undoes}</TextLink>}
        {undone_by !== null && (
          <TextLink to={syncHistoryEntryPath(undone_by, instanceId)}>Undone by sync {undone_by}</TextLink>
        )}
        {review_id !== null && <TextLink to={syncReviewPath(review_id, source.id)}>Review {review_id}</TextLink>}
      </div>
      {note && <blockquote className={classes.words}>{note}</blockquote>}
      {state === 'failed' && (
        <Alert color="red" variant="light" role="alert">
          {failedText(data.sync)}
        </Alert>
      )}
      <div className={page.main}>
        <ChangesView
          label="Changes"
          sections={sections}
          addressOf={addressOf}
          opened={opened}
          onOpen={show}
          onMissing={({ templateId }) => {
            if (templateId !== null) loadMore(templateId);
          }}
          note={({ templateId }) => (templateId === null ? 'Only the navigation.' : 'Only the template.')}
        />
        {opened && (
          <ChangePanel
            opened={opened}
            source={source.env}
            target={target}
            nameOf={(templateId) =>
              data.templates.find(({ template_id }) => template_id === templateId)?.name ?? templateId
            }
            syncId={id}
            onClose={() => show(null)}
          />
        )}
      </div>
    </SyncPage>
  );
}
