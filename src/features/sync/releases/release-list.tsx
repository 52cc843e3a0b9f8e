import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { releaseQueries } from '../../../shared/data/sync/releases.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { releaseColumns } from './release-columns.tsx';

const rowId = ({ id }: { id: number }) => String(id);

/** All releases, newest first. */
export function ReleaseList({ title }: { title: string }) {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const page = useQuery(releaseQueries.list(useRequest(), instanceId, address.pageQuery));
  const columns = useMemo(() => releaseColumns(instanceId), [instanceId]);
  return (
    <ListTable
      label={title}
      columns={columns}
      rowId={rowId}
      page={page}
      address={address}
      empty={
        <EmptyState
          title="No releases yet"
          message="A release is a sync with a name. Others review it by its link, and it is published by hand or at a time."
        />
      }
    />
  );
}
