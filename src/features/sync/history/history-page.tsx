import { Button } from '@mantine/core';
import { type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { syncHistoryQueries } from '../../../shared/data/sync/sync-history.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { periodOf } from '../../../shared/table/list/days.ts';
import { DaysFilter } from '../../../shared/table/list/days-filter.tsx';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { type ListAddress, useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from '../history.module.css';
import { PageSkeleton } from '../page-skeleton.tsx';
import { HistoryTabs } from './history-tabs.tsx';
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

const rowId = ({ id }: Sync) => String(id);

function History() {
  const address = useListAddress();
  const { days } = address;
  const instanceId = useInstanceId();
  const wanted = { ...address.wanted, period: periodOf(days) };
  const page = useQuery(syncHistoryQueries.list(useRequest(), instanceId, wanted));
  const columns = useMemo(() => syncColumns(instanceId), [instanceId]);
  return (
    <>
      <search className={classes.filter}>
        <DaysFilter value={days} onChange={address.setDays} />
      </search>
      <ListTable
        label={title}
        many="syncs"
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        failure="The history could not be loaded"
        empty={<NoSyncs address={address} />}
      />
    </>
  );
}

function NoSyncs({ address: { days, setDays } }: { address: ListAddress }) {
  if (days === null) {
    return <EmptyState title="No syncs yet" message="Each sync is listed here with its changes, and can be undone." />;
  }
  const all = (
    <Button variant="default" onClick={() => setDays(null)}>
      Show all dates
    </Button>
  );
  return <EmptyState title="No syncs" message="Nothing was synced on these days." action={all} />;
}
