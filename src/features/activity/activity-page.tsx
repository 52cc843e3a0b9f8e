import { Button } from '@mantine/core';
import { inInstance } from '@quartermaster/contract/access.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { HistoryTabs } from '../../shared/access/history/history-tabs.tsx';
import { type InstanceContext, useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { compactButton } from '../../shared/ui/compact.ts';
import { IconDownload } from '../../shared/ui/icons/download.ts';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import classes from './activity.module.css';
import { ActivityFilterBar } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { useActivityAddress } from './use-activity-address.ts';
import { useExportActivity } from './use-export-activity.ts';

/** Every member may open it; the server sends what a member may see. */
const page = { access: inInstance, method: 'GET' };

/** What was done in the project of the active instance. */
export function ActivityPage() {
  const context = useInstanceContext();
  const pending = (
    <>
      <PageHeader title={texts.activity} back={backOf(context)} isInSidebar />
      <ActivitySkeleton />
    </>
  );
  return (
    <AddressedInstance>
      <RequireAccess to={page} pending={pending}>
        {context ? <Activity key={context.project.id} context={context} /> : pending}
      </RequireAccess>
    </AddressedInstance>
  );
}

const backOf = (context: InstanceContext | null) => ({
  label: context?.workspace.name ?? 'Dashboard',
  to: paths.home,
});

function Activity({ context }: { context: InstanceContext }) {
  const address = useActivityAddress();
  const { mutate, isPending } = useExportActivity(context.project.id);
  return (
    <div className={classes.page}>
      <PageHeader
        title={texts.activity}
        back={backOf(context)}
        isInSidebar
        nextToTitle={<span className={classes.project}>{context.project.name}</span>}
        actions={
          <Button
            variant="default"
            title="Export as CSV"
            classNames={compactButton}
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={isPending}
            onClick={() => mutate(address.filters)}
          >
            Export as CSV
          </Button>
        }
      />
      <HistoryTabs current="activity" />
      <ActivityFilterBar context={context} address={address} />
      <ActivityList context={context} address={address} />
    </div>
  );
}
