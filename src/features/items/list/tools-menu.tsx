import { items } from '@quartermaster/contract/endpoints/items.ts';
import { useState } from 'react';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { ColumnsPanel } from '../../../shared/table/columns/columns-panel.tsx';
import { IconColumns3 } from '../../../shared/ui/icons/columns-3.ts';
import { IconDownload } from '../../../shared/ui/icons/download.ts';
import { IconGridDots } from '../../../shared/ui/icons/grid-dots.ts';
import { IconRefresh } from '../../../shared/ui/icons/refresh.ts';
import { IconStack2 } from '../../../shared/ui/icons/stack-2.ts';
import { useBackState } from '../../../shared/ui/page/use-back.ts';
import type { LazyPopup } from '../../../shared/ui/popup/lazy-popup.tsx';
import { LoadedActionMenu, type MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { layoutsOf } from './gallery/layout-buttons.tsx';
import { GroupMenu } from './groups/group-menu.tsx';
import type { ListToolsProps } from './list-tools-props.ts';

export interface ToolsMenuProps extends ListToolsProps {
  menu: LazyPopup;
  onExporting: (isExporting: boolean) => void;
}

type Part = 'export' | 'group' | 'columns';

/** The tools of a list as entries; those with choices open them at the same button. */
export function ToolsMenu(props: ToolsMenuProps) {
  const { menu, instanceId, templateId, itemsToExport, addressed, columns, view, onRefresh, groups } = props;
  const { layout, layouts, onLayout, gridPath, onExporting } = props;
  const maySave = useRefusal(items.save) === null;
  const state = useBackState();
  const [opened, setOpened] = useState<Part>();
  const popupOf = (part: Part): LazyPopup => ({
    ...menu,
    isOpen: opened === part,
    close: () => setOpened(undefined),
    popup: { ...menu.popup, opened: opened === part, onChange: (isOpen) => setOpened(isOpen ? part : undefined) },
  });
  const { groupable, group } = groups;
  const hideable = columns.filter((column) => column.hideable !== false);
  const isArranged = view.order.length > 0 || Object.keys(view.widths).length > 0;
  const actions: MenuAction[] = [
    { label: 'Refresh', Icon: IconRefresh, onClick: onRefresh },
    { label: 'Export items', Icon: IconDownload, onClick: () => setOpened('export') },
    ...(groupable.length > 0
      ? [
          {
            label: group ? `Grouped by ${group.header}` : 'Group',
            Icon: IconStack2,
            onClick: () => setOpened('group'),
          },
        ]
      : []),
    { label: 'Columns', Icon: IconColumns3, onClick: () => setOpened('columns') },
    ...layoutsOf(layouts)
      .filter((other) => other.layout !== layout)
      .map(({ layout: other, label, Icon }) => ({ label, Icon, onClick: () => onLayout(other) })),
    ...(maySave ? [{ label: 'Edit as grid', Icon: IconGridDots, to: gridPath }] : []),
  ];
  return (
    <>
      <LoadedActionMenu menu={menu} actions={actions} state={state} />
      <ExportMenu
        menu={popupOf('export')}
        instanceId={instanceId}
        templateId={templateId}
        itemsToExport={itemsToExport}
        addressed={addressed}
        onExporting={onExporting}
      />
      <GroupMenu menu={popupOf('group')} {...groups} />
      <ColumnsPanel
        popup={popupOf('columns')}
        columns={hideable}
        hidden={view.hidden}
        order={view.order}
        onChange={view.hide}
        onReorder={view.reorder}
        bars={layout ? undefined : view.bars}
        onBars={view.setBars}
        density={{ value: view.rows, onChange: view.setDensity }}
        onReset={isArranged ? view.reset : undefined}
      />
    </>
  );
}
