import type { ComponentProps } from 'react';
import type { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import type { ExportButton } from './export/export-button.tsx';
import type { GroupButton } from './groups/group-button.tsx';
import type { ItemsQuery } from './list-state.ts';
import type { useListView } from './use-list-view.ts';

/** What the tools of a list show and do, as buttons or as a menu. */
export interface ListToolsProps extends Omit<ComponentProps<typeof ExportButton>, 'label'> {
  columns: ComponentProps<typeof ColumnsMenu>['columns'];
  view: ReturnType<typeof useListView>;
  isRefreshing: boolean;
  onRefresh: () => void;
  groups: ComponentProps<typeof GroupButton>;
  layout: ItemsQuery['layout'];
  /** Those besides a table. */
  layouts: readonly NonNullable<ItemsQuery['layout']>[];
  onLayout: (layout: ItemsQuery['layout']) => void;
  /** The address of the same list as a grid. */
  gridPath: string;
}
