import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { HistoryTabs } from '../../../shared/access/history/history-tabs.tsx';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { syncHistoryQueries } from '../../../shared/data/sync/sync-history.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { periodOf } from '../../../shared/table/list/days.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import { HistoryList } from './history-list.tsx';
import { syncColumns } from './sync-columns.tsx';

const title = 'History of syncs';
const back = { label: texts.instanceSync, to: paths.sync };

/** The syncs from and to the active instance. */
export const HistoryPage = () => (
  <RequireAccess to={sync.list} pending={<PageSkeleton title={title} back={back} />}>
    <ListLayout>
      <PageHeader title={title} back={back} />
      <HistoryTabs current="syncs" />
      <History />
    </ListLayout>
  </RequireAccess>
);

function History() {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const wanted = { ...address.wanted, period: periodOf(address.days) };
  const page = useQuery(syncHistoryQueries.list(useRequest(), instanceId, wanted));
  const columns = useMemo(() => syncColumns(instanceId), [instanceId]);
  return (
    <HistoryList
      label={title}
      many="syncs"
      columns={columns}
      page={page}
      address={address}
      failure="The history could not be loaded"
      none={['No syncs yet', 'Each sync is listed here with its changes, and can be undone.']}
      noneThen={['No syncs', 'Nothing was synced on these days.']}
    />
  );
}
