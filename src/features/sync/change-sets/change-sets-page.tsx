import { Button, Text } from '@mantine/core';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { type ChangeSet, changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../../shared/access/addressed-instance.tsx';
import { Can } from '../../../shared/access/can.tsx';
import { HistoryTabs } from '../../../shared/access/history/history-tabs.tsx';
import { useInstanceContext } from '../../../shared/access/instance-context.ts';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { undoAtOnce, useUndoChangeSet } from '../../../shared/data/apply-changes.ts';
import { changeSetQueries } from '../../../shared/data/change-sets.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Crumb } from '../../../shared/services/services.ts';
import { ChoiceFilter } from '../../../shared/table/list/choice-filter.tsx';
import { periodOf } from '../../../shared/table/list/days.ts';
import { DaysFilter } from '../../../shared/table/list/days-filter.tsx';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { useListAddress } from '../../../shared/table/list/use-list-address.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { originLabels } from '../../../shared/ui/origins.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from '../history.module.css';
import { PageSkeleton } from '../page-skeleton.tsx';
import { changeSetColumns } from './change-set-columns.tsx';

const noChangeSets = {
  title: 'No bulk edits, imports or syncs yet',
  message: 'They are listed here with each item before and after, and can be undone.',
  action: (
    <Can do={activity.list}>
      <Text c="dimmed" ta="center">
        Single edits are in <TextLink to={paths.activity}>{texts.activity}</TextLink>.
      </Text>
    </Can>
  ),
};

const noSyncs = { title: 'No syncs yet', message: 'Each sync is listed here with its changes, and can be undone.' };

const rowId = ({ id }: ChangeSet) => String(id);

/** What many items can be changed by at once. */
const origins = (['sync', 'bulk-edit', 'import', 'grid', 'proposal', 'restore', 'undo'] as const).map(
  (name) => [name, originLabels[name]] as const,
);

/** What has changed the active instance, and the syncs from it: of all origins, or of one. */
export function ChangeSetsPage() {
  const back = { label: useInstanceContext()?.workspace.name ?? 'Dashboard', to: paths.home };
  return (
    <AddressedInstance>
      <Page title={texts.history} back={back} isInSidebar />
    </AddressedInstance>
  );
}

const syncsTitle = 'History of syncs';
const toSync = { label: texts.instanceSync, to: paths.sync };

/** The syncs from and to the active instance. */
export const SyncsPage = () => (
  <RequireAccess to={sync.list} pending={<PageSkeleton title={syncsTitle} back={toSync} />}>
    <Page title={syncsTitle} back={toSync} only="sync" />
  </RequireAccess>
);

interface PageProps {
  title: string;
  back: Crumb;
  isInSidebar?: boolean;
  /** The only origin. */
  only?: ChangeSet['origin'];
}

const Page = ({ only, ...header }: PageProps) => (
  <RequireAccess to={changeSets.list} pending={<PageSkeleton {...header} />}>
    <ListLayout>
      <PageHeader {...header} />
      <HistoryTabs current="changes" />
      <Changes title={header.title} only={only} />
    </ListLayout>
  </RequireAccess>
);

function Changes({ title, only }: Pick<PageProps, 'title'> & { only: PageProps['only'] | undefined }) {
  const address = useListAddress();
  const instanceId = useInstanceId();
  const { days, setDays, setOrigin } = address;
  const origin = only ?? origins.find(([name]) => name === address.origin)?.[0];
  const query = { ...address.pageQuery, origin, period: periodOf(days) };
  const page = useQuery(changeSetQueries.list(useRequest(), instanceId, query));
  const mayUndo = useRefusal(changeSets.undo) === null;
  const { mutate, isPending } = useUndoChangeSet(instanceId);
  const undo = useStableCallback(({ id }: ChangeSet) => {
    if (!isPending) mutate(undoAtOnce(id));
  });
  const columns = useMemo(
    () => changeSetColumns({ instanceId, undo: mayUndo ? undo : undefined }),
    [instanceId, mayUndo, undo],
  );
  const isFiltered = days !== null || (origin !== undefined && only === undefined);
  return (
    <>
      <search className={classes.filters}>
        {only === undefined && (
          <ChoiceFilter label="Origin" all="All origins" options={origins} value={origin} onChange={setOrigin} />
        )}
        <DaysFilter value={days} onChange={setDays} />
      </search>
      <ListTable
        label={title}
        many="changes"
        columns={columns}
        rowId={rowId}
        page={page}
        address={address}
        failure="The changes could not be loaded"
        empty={
          isFiltered ? (
            <EmptyState
              title="No changes"
              message="Nothing was changed in this way, or on these days."
              action={
                <Button variant="default" onClick={address.clear}>
                  {texts.clearFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState {...(only === undefined ? noChangeSets : noSyncs)} />
          )
        }
      />
    </>
  );
}
