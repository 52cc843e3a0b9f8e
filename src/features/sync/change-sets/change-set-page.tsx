import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { changeSetPath, paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { placedFields } from '../../../shared/checked-rows/placed-fields.ts';
import { useUndoChangeSet } from '../../../shared/data/apply-changes.ts';
import { changeSetQueries, failedChangeText } from '../../../shared/data/change-sets.ts';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { withoutPageError } from '../../../shared/data/without-page-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { useIdParam } from '../../../shared/ui/page/use-id-param.ts';
import { texts } from '../../../shared/ui/texts.ts';
import { ChangesView } from '../changes/changes-view.tsx';
import { EntryFacts, HistoryEntry, UndoButton } from '../history/history-entry.tsx';
import { ChangeSetPanel, SyncDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import page from '../sync.module.css';
import { SyncPage } from '../sync-page.tsx';
import { useOpenChange } from '../use-open-change.ts';
import { actionText, changeSetTitle } from './change-set-text.ts';
import { RunningChangeSet } from './running-change-set.tsx';
import { useChangeSetItems } from './use-change-set-items.ts';

const back = { label: texts.history, to: paths.changes };

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
  const query = useQuery(changeSetQueries.get(useRequest(), useInstanceId(), id));
  return (
    <HistoryEntry query={query} title={`Changes ${id}`} back={back} failure="The changes could not be loaded">
      {(changeSet) => <LoadedEntry changeSet={changeSet} />}
    </HistoryEntry>
  );
}

/** What a bulk edit does, once its fields have names. */
function ActionText({ changeSet }: { changeSet: ChangeSet }) {
  const { action, template } = changeSet;
  const id = template?.template_id ?? '';
  const { data, isLoading } = useQuery({
    ...withoutPageError(templateQueries.get(useRequest(), useInstanceId(), id)),
    enabled: id !== '' && action?.operations !== undefined,
  });
  const fields = useMemo(() => placedFields(data ? treeOf(data) : []), [data]);
  return <span style={{ visibility: isLoading ? 'hidden' : undefined }}>{actionText(changeSet, fields)}</span>;
}

function LoadedEntry({ changeSet }: { changeSet: ChangeSet }) {
  const { id, state, counts, undoes, undone_by, can_undo } = changeSet;
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
      title={changeSetTitle(changeSet, instanceId)}
      back={back}
      nextToTitle={env && <EnvBadge env={env} />}
      actions={
        can_undo && (
          <UndoButton do={changeSets.undo} isUndoing={undo.isPending} onClick={() => setUndoing(true)}>
            Undo these changes
          </UndoButton>
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
      <EntryFacts entry={changeSet} failure={failedChangeText(changeSet)}>
        <ActionText changeSet={changeSet} />
        {undoes !== null && <TextLink to={changeSetPath(undoes, instanceId)}>Undo of changes {undoes}</TextLink>}
        {undone_by !== null && (
          <TextLink to={changeSetPath(undone_by, instanceId)}>Undone by changes {undone_by}</TextLink>
        )}
      </EntryFacts>
      {(state === 'running' || state === 'failed') && <RunningChangeSet changeSet={changeSet} />}
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
