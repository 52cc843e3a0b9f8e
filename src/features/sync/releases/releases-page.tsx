import { Button } from '@mantine/core';
import type { Environment } from '@quartermaster/contract/access.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { syncTarget } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { Can } from '../../../shared/access/can.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { releaseQueries } from '../../../shared/data/sync/releases.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { IconPlus } from '../../../shared/ui/icons/plus.ts';
import { useHasOpened } from '../../../shared/ui/lazy/use-has-opened.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import { PlanReleaseDialog } from '../lazy-parts.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import { PlannedReleases } from './planned-releases.tsx';
import { releaseColumns } from './release-columns.tsx';

const title = 'Releases';
const back = { label: texts.instanceSync, to: paths.sync };
const rowId = ({ id }: { id: number }) => String(id);

/** The releases out of the active instance and into it: a calendar of the planned ones, and a list of all. */
export const ReleasesPage = () => (
  <RequireAccess to={releases.list} pending={<PageSkeleton title={title} back={back} />}>
    <Releases />
  </RequireAccess>
);

function Releases() {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const env = useInstanceContext()?.env;
  const target = env && syncTarget(env);
  const page = useQuery(releaseQueries.list(useRequest(), instanceId, address.pageQuery));
  const columns = useMemo(() => releaseColumns(instanceId), [instanceId]);
  return (
    <ListLayout>
      <PageHeader title={title} back={back} actions={env && target && <NewRelease source={env} target={target} />} />
      <PlannedReleases />
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
    </ListLayout>
  );
}

const everything = { kind: 'all' } as const;

function NewRelease({ source, target }: { source: Environment; target: Environment }) {
  const [isOpen, setOpen] = useState(false);
  const isMounted = useHasOpened(isOpen);
  return (
    <Can do={releases.create}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        New release
      </Button>
      {isMounted && (
        <PlanReleaseDialog
          opened={isOpen}
          onClose={() => setOpen(false)}
          source={source}
          target={target}
          scope={everything}
          amount={`Everything that differs from ${target.toLowerCase()} when it is published. To choose changes, select them under ${texts.instanceSync}.`}
          onChanged={() => setOpen(false)}
        />
      )}
    </Can>
  );
}
