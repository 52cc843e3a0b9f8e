import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { memo, useMemo } from 'react';
import { Can } from '../../../shared/access/can.tsx';
import { ColumnsMenu } from '../../../shared/table/columns/columns-menu.tsx';
import { iconToolButton } from '../../../shared/ui/compact.ts';
import { useNarrowWindow } from '../../../shared/ui/hooks/use-narrow-window.ts';
import { IconGridDots } from '../../../shared/ui/icons/grid-dots.ts';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { LinkButton } from '../../../shared/ui/link-button.tsx';
import { ExportButton } from './export/export-button.tsx';
import { LayoutSwitch } from './gallery/layout-switch.tsx';
import { GroupButton } from './groups/group-button.tsx';
import type { ListToolsProps } from './list-tools-props.ts';
import { NarrowTools } from './narrow-tools.tsx';

/** The buttons next to the filters: refresh, export, the menu of columns, and the list as a grid. */
export const ListTools = memo(function ListTools(props: ListToolsProps) {
  return useNarrowWindow() ? <NarrowTools {...props} /> : <WideTools {...props} />;
});

function WideTools(props: ListToolsProps) {
  const { instanceId, templateId, itemsToExport, addressed, columns, view, isRefreshing, onRefresh } = props;
  const { groups, layout, onLayout, gridPath } = props;
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
      <GroupButton {...groups} />
      <ColumnsMenu
        columns={columns}
        hidden={view.hidden}
        order={view.order}
        onChange={view.hide}
        onReorder={view.reorder}
        density={density}
        onReset={isArranged ? view.reset : undefined}
      />
      {onLayout && <LayoutSwitch layout={layout} onChange={onLayout} />}
      <Can do={items.save}>
        <LinkButton {...iconToolButton} to={gridPath} hasBackLink title="Edit as grid">
          <IconGridDots size={18} aria-hidden />
          <VisuallyHidden>Edit as grid</VisuallyHidden>
        </LinkButton>
      </Can>
    </>
  );
}
