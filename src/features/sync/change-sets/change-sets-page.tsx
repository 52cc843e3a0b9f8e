import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { HistoryTabs } from '../../../shared/access/history/history-tabs.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { undoAtOnce, useUndoChangeSet } from '../../../shared/data/apply-changes.ts';
import { changeSetQueries } from '../../../shared/data/change-sets.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { periodOf } from '../../../shared/table/list/days.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { HistoryList } from '../history/history-list.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { changeSetColumns } from './change-set-columns.tsx';

const title = 'Changes';

/** What was changed in the active instance by bulk edits and syncs. */
export function ChangeSetsPage() {
  const to = useBack(paths.home);
  const back = { label: to === paths.home ? 'Home' : 'Items', to };
  return (
    <AddressedInstance>
      <RequireAccess to={changeSets.list} pending={<PageSkeleton title={title} back={back} />}>
        <ListLayout>
          <PageHeader title={title} back={back} />
          <HistoryTabs current="changes" />
          <Changes />
        </ListLayout>
      </RequireAccess>
    </AddressedInstance>
  );
}

function Changes() {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const wanted = { ...address.wanted, period: periodOf(address.days) };
  const page = useQuery(changeSetQueries.list(useRequest(), instanceId, wanted));
  const mayUndo = useRefusal(changeSets.undo) === null;
  const { mutate, isPending } = useUndoChangeSet(instanceId);
  const undo = useStableCallback(({ id }: ChangeSet) => {
    if (!isPending) mutate(undoAtOnce(id));
  });
  const columns = useMemo(
    () => changeSetColumns({ instanceId, undo: mayUndo ? undo : undefined }),
    [instanceId, mayUndo, undo],
  );
  return (
    <HistoryList
      label={title}
      many="changes"
      columns={columns}
      page={page}
      address={address}
      failure="The changes could not be loaded"
      none={[
        'No changes yet',
        'Edits of many items at once are kept here, with each item before and after, and can be undone.',
      ]}
      noneThen={['No changes', 'Nothing was changed on these days.']}
    />
  );
}
