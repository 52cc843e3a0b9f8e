import { ActionIcon } from '@mantine/core';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { memo, useMemo } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import { useNarrowWindow } from '../../../shared/ui/hooks/use-narrow-window.ts';
import { IconGridDots } from '../../../shared/ui/icons/grid-dots.ts';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import { PlainLink } from '../../../shared/ui/plain-link.tsx';
import { ExportButton } from './export/export-button.tsx';
import type { LayoutButtonsProps } from './gallery/layout-buttons.tsx';
import { GroupButton } from './groups/group-button.tsx';
import classes from './items-list.module.css';
import type { ListToolsProps } from './list-tools-props.ts';
import { NarrowTools } from './narrow-tools.tsx';

const LayoutButtons = lazyPart<LayoutButtonsProps>(
  () => import('./gallery/layout-buttons.tsx').then((m) => m.LayoutButtons),
  // Their room is kept, and the rows do not wait for them.
  { Fallback: () => null },
);

/** The buttons next to the filters: refresh, export, the menu of columns, and the list as a grid. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  return useNarrowWindow() ? <NarrowTools {...props} /> : <WideTools {...props} />;
});

function WideTools(props: ListToolsProps) {
  const { instanceId, templateId, itemsToExport, addressed, columns, view, isRefreshing, onRefresh } = props;
  const { groups, layout, layouts, gridPath } = props;
  const { rows, setDensity } = view;
  const density = useMemo(() => ({ value: rows, onChange: setDensity }), [rows, setDensity]);
  const isArranged = view.order.length > 0 || Object.keys(view.widths).length > 0;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="input-sm"
        aria-label="Refresh"
        title="Refresh"
        loading={isRefreshing}
        loaderProps={{ size: 16 }}
        onClick={onRefresh}
      >
        <IconRefresh size={18} aria-hidden />
      </ActionIcon>
      <ExportButton
        label="Export items"
        isIcon
        instanceId={instanceId}
        templateId={templateId}
        itemsToExport={itemsToExport}
        addressed={addressed}
      />
      {layout !== 'chart' && (
        <>
          <GroupButton {...groups} />
          <ColumnsMenu
            columns={columns}
            hidden={view.hidden}
            order={view.order}
            onChange={view.hide}
            onReorder={view.reorder}
            bars={layout ? undefined : view.bars}
            onBars={view.setBars}
            density={density}
            onReset={isArranged ? view.reset : undefined}
          />
        </>
      )}
      {layouts.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
        <div
          className={classes.layouts}
          role="group"
          aria-label="Layout"
          style={{ minWidth: 32 + 28 * layouts.length }}
        >
          <LayoutButtons {...props} />
        </div>
      )}
      <Can do={items.save}>
        <PlainLink className={classes.icon} to={gridPath} hasBackLink aria-label="Edit as grid" title="Edit as grid">
          <IconGridDots size={18} aria-hidden />
        </PlainLink>
      </Can>
    </>
  );
}
