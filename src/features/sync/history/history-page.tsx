import { Button, Skeleton, Table } from '@mantine/core';
import { type Sync, sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths, syncHistoryEntryPath } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { syncHistoryQueries } from '../../../shared/data/sync/sync-history.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { AddressPager } from '../../../shared/table/search/address-pager.tsx';
import { periodOf } from '../../../shared/table/search/days.ts';
import { DaysFilter } from '../../../shared/table/search/days-filter.tsx';
import { type ListAddress, useListAddress } from '../../../shared/table/search/use-list-address.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { Delayed } from '../../../shared/ui/lazy/delayed.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { Direction } from '../direction.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import classes from './history.module.css';
import { SyncAmount, SyncState } from './sync-summary.tsx';

const title = 'History of syncs';
const back = { label: texts.instanceSync, to: paths.sync };

/** The syncs from and to the active instance. */
export function HistoryPage() {
  return (
    <RequireAccess to={sync.list} pending={<PageSkeleton title={title} back={back} />}>
      <PageHeader title={title} back={back} />
      <History />
    </RequireAccess>
  );
}

function History() {
  const address = useListAddress();
  return (
    <>
      <search className={classes.filter}>
        <DaysFilter value={address.days} onChange={address.setDays} />
      </search>
      <Syncs address={address} />
    </>
  );
}

function Syncs({ address }: { address: ListAddress }) {
  const { days } = address;
  const wanted = { before: Number(address.cursor) || undefined, limit: address.size, period: periodOf(days) };
  const page = useQuery(syncHistoryQueries.list(useRequest(), useInstanceId(), wanted));
  const { data, error, isPlaceholderData } = page;
  if (!data) {
    if (error)
      return <ErrorState error={error} title="The history could not be loaded" retry={() => void page.refetch()} />;
    return (
      <Delayed>
        <Skeleton height={360} />
      </Delayed>
    );
  }
  const { syncs, next_before } = data;
  if (syncs.length === 0 && address.cursor === undefined && days !== null) {
    const all = (
      <Button variant="default" onClick={() => address.setDays(null)}>
        Show all dates
      </Button>
    );
    return <EmptyState title="No syncs" message="Nothing was synced on these days." action={all} />;
  }
  if (syncs.length === 0 && address.cursor === undefined) {
    return (
      <EmptyState title="No syncs yet" message="Each sync is kept here, with what it changed, and can be undone." />
    );
  }
  if (syncs.length === 0) {
    const first = (
      <Button variant="default" onClick={address.toFirst}>
        {texts.firstPage}
      </Button>
    );
    return <EmptyState title="No more syncs" action={first} />;
  }
  return (
    <>
      <Table.ScrollContainer minWidth={640} type="native">
        <Table aria-label="History of syncs" className={classes.table} highlightOnHover aria-busy={isPlaceholderData}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th>From → to</Table.Th>
              <Table.Th>Changes</Table.Th>
              <Table.Th>Note</Table.Th>
              <Table.Th>State</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {syncs.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {(address.cursor !== undefined || next_before !== null) && (
        <AddressPager address={address} count={isPlaceholderData ? undefined : syncs.length} next={next_before} />
      )}
    </>
  );
}

function Entry({ entry }: { entry: Sync }) {
  const { id, created_at, by, source, target, counts, note, undoes } = entry;
  const instanceId = useInstanceId();
  return (
    <Table.Tr>
      <Table.Td className={classes.when}>
        <TextLink to={syncHistoryEntryPath(id, instanceId)}>{dateTime(created_at)}</TextLink>
      </Table.Td>
      <Table.Td>{by.name || 'Somebody'}</Table.Td>
      <Table.Td>
        <Direction source={source.env} target={target.env} />
      </Table.Td>
      <Table.Td>
        <SyncAmount counts={counts} />
      </Table.Td>
      <Table.Td className={classes.note} title={note}>
        {undoes !== null && <span className={classes.undo}>Undo of {undoes} </span>}
        {note}
      </Table.Td>
      <Table.Td>
        <SyncState sync={entry} />
      </Table.Td>
    </Table.Tr>
  );
}
