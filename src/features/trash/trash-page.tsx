import { Text } from '@mantine/core';
import { trash, trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { AddressedInstance } from '../../shared/access/addressed-instance.tsx';
import { HistoryTabs } from '../../shared/access/history/history-tabs.tsx';
import { useInstanceContext } from '../../shared/access/instance-context.ts';
import { RequireAccess } from '../../shared/access/require-access.tsx';
import { ListLayout } from '../../shared/table/list/list-layout.tsx';
import { useRowFocus } from '../../shared/table/use-row-focus.ts';
import { EnvBadge } from '../../shared/ui/env-badge.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { TrashList } from './trash-list.tsx';

/** The deleted items and templates of the active instance, which can be restored. */
export function TrashPage() {
  return (
    <AddressedInstance>
      <RequireAccess to={trash.list} pending={<TrashHeader />}>
        <Trash />
      </RequireAccess>
    </AddressedInstance>
  );
}

function Trash() {
  const instanceId = useInstanceId();
  const { page, focusTable, onClosed } = useRowFocus();
  return (
    <ListLayout {...page}>
      <TrashHeader />
      <HistoryTabs current="trash" />
      <Text size="sm" c="dimmed" flex="none">
        Deleted items and templates are kept here for {trashDays} days, with their ids, values and links. After that
        they are deleted for good.
      </Text>
      {/* Another instance has its own trash. */}
      <TrashList key={instanceId} instanceId={instanceId} focusTable={focusTable} onDialogClosed={onClosed} />
    </ListLayout>
  );
}

function TrashHeader() {
  const context = useInstanceContext();
  return (
    <PageHeader
      title={texts.trash}
      back={{ label: context?.workspace.name ?? 'Dashboard', to: paths.home }}
      isInSidebar
      nextToTitle={context && <EnvBadge env={context.env} />}
    />
  );
}
