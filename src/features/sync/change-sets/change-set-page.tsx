import { Alert, Button } from '@mantine/core';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { changeSetPath, paths } from '@quartermaster/contract/paths.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { changeSetQueries, failedChangeText, useUndoChangeSet } from '../../../shared/data/change-sets.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { AddressedInstance } from '../addressed-instance.tsx';
import { ChangesView } from '../changes/changes-view.tsx';
import { SyncAmount, SyncState } from '../history/sync-summary.tsx';
import classes from '../history.module.css';
import { ChangeSetPanel, SyncDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import page from '../sync.module.css';
import { SyncPage } from '../sync-page.tsx';
import { useOpenChange } from '../use-open-change.ts';
import { actionText, changeSetTitle } from './change-set-text.ts';
import { RunningChangeSet } from './running-change-set.tsx';
import { useChangeSetItems } from './use-change-set-items.ts';

const back = { label: 'Changes', to: paths.changes };

/** Changes to an instance: their items field by field, and their undo. */
export function ChangeSetPage() {
  const id = useIdParam('changeSetId');
  if (id === null) return <Navigate to={paths.notFound} replace />;
  return (
    <AddressedInstance>
      <RequireAccess to={changeSets.get} pending={<PageSkeleton title={`Changes ${id}`} back={back} />}>
        <Entry key={id} id={id} />
      </RequireAccess>
    </AddressedInstance>
  );
}

function Entry({ id }: { id: number }) {
  const entry = useQuery(changeSetQueries.get(useRequest(), useInstanceId(), id));
  if (entry.data) return <LoadedEntry changeSet={entry.data} />;
  if (!entry.error) return <PageSkeleton title={`Changes ${id}`} back={back} />;
  return (
    <>
      <PageHeader title={`Changes ${id}`} back={back} />
      <ErrorState error={entry.error} title="The changes could not be loaded" retry={() => void entry.refetch()} />
    </>
  );
}

function LoadedEntry({ changeSet }: { changeSet: ChangeSet }) {
  const { id, state, by, created_at, note, counts, undoes, undone_by, can_undo } = changeSet;
  const instanceId = useInstanceId();
  const env = useInstanceContext()?.env;
  const { opened, addressOf, show } = useOpenChange();
  const { pages, sections } = useChangeSetItems(id, state === 'applied');
  const undo = useUndoChangeSet(instanceId);
  const [isUndoing, setUndoing] = useUndoing(can_undo);
  const isDialogMounted = useHasOpened(isUndoing);
  const scope = useMemo(() => ({ kind: 'change-set', changeSetId: id }) as const, [id]);
  return (
    <SyncPage
      title={changeSetTitle(changeSet)}
      back={back}
      nextToTitle={env && <EnvBadge env={env} />}
      actions={
        can_undo && (
          <Can do={changeSets.undo}>
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              disabled={undo.isPending}
              onClick={() => setUndoing(true)}
            >
              Undo these changes
            </Button>
          </Can>
        )
      }
      dialogs={() =>
        isDialogMounted &&
        env && (
          <SyncDialog
            opened={isUndoing}
            onClose={() => setUndoing(false)}
            title="Undo these changes"
            source={env}
            target={env}
            sides={{ source: 'as before the changes', target: 'as it is now' }}
            targetId={instanceId}
            scope={scope}
            counts={{ ...counts, added: counts.removed, removed: counts.added }}
            success="The changes were undone"
            confirmLabel="Yes, undo them"
            start={undo}
            onApplied={() => undefined}
            onChanged={() => setUndoing(false)}
          />
        )
      }
    >
      <div className={classes.facts}>
        <SyncState sync={changeSet} />
        <span>
          by <strong>{authorName(by.name, 'within')}</strong>, {dateTime(created_at)}
        </span>
        <SyncAmount counts={counts} />
        <span>{actionText(changeSet)}</span>
        {undoes !== null && <TextLink to={changeSetPath(undoes, instanceId)}>Undo of changes {undoes}</TextLink>}
        {undone_by !== null && (
          <TextLink to={changeSetPath(undone_by, instanceId)}>Undone by changes {undone_by}</TextLink>
        )}
      </div>
      {note && <blockquote className={classes.words}>{note}</blockquote>}
      {state === 'failed' && (
        <Alert color="red" variant="light" role="alert">
          {failedChangeText(changeSet)}
        </Alert>
      )}
      {state === 'running' && <RunningChangeSet changeSet={changeSet} />}
      <div className={page.main}>
        {pages.error && !pages.data && (
          <ErrorState error={pages.error} title="The items could not be loaded" retry={() => void pages.refetch()} />
        )}
        {sections.length > 0 && (
          <ChangesView
            label="Changes"
            sections={sections}
            addressOf={addressOf}
            opened={opened}
            onOpen={show}
            onMissing={() => {
              if (!pages.isFetching) void pages.fetchNextPage();
            }}
            note={() => null}
          />
        )}
        {opened?.templateId != null && opened.id !== null && (
          <ChangeSetPanel
            key={`${opened.templateId}/${opened.id}`}
            changeSetId={id}
            templateId={opened.templateId}
            itemId={opened.id}
            onClose={() => show(null)}
          />
        )}
      </div>
    </SyncPage>
  );
}

/** Whether the dialog for the undo is open; the URL opens it. */
function useUndoing(canUndo: boolean): [boolean, (isUndoing: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (isUndoing: boolean) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (isUndoing) after.set('undo', '1');
        else after.delete('undo');
        return after;
      },
      { replace: true },
    );
  return [canUndo && search.get('undo') === '1', set];
}
