import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ComponentProps, memo } from 'react';
import { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import type { useListView } from './use-list-view.ts';

interface ListToolsProps {
  columns: ComponentProps<typeof ColumnsMenu>['columns'];
  view: Pick<ReturnType<typeof useListView>, 'hidden' | 'hide' | 'order' | 'reorder' | 'widths' | 'reset'>;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** The buttons next to the filters: refresh, and the menu of columns. */
export const ListTools = memo(function ListTools({ columns, view, isRefreshing, onRefresh }: ListToolsProps) {
  const isArranged = view.order.length > 0 || Object.keys(view.widths).length > 0;
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Refresh"
        title="Refresh"
        loading={isRefreshing}
        onClick={onRefresh}
      >
        <IconRefresh size={18} />
      </ActionIcon>
      <ColumnsMenu
        columns={columns}
        hidden={view.hidden}
        order={view.order}
        onChange={view.hide}
        onReorder={view.reorder}
        onReset={isArranged ? view.reset : undefined}
      />
    </>
  );
});
