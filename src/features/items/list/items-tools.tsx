import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMemo, useRef } from 'react';
import type { ItemsPage } from '../../../shared/data/items-page.ts';
import { SearchField } from '../../../shared/table/list/search-field.tsx';
import { offersActions } from '../../../shared/ui/actions/offered-actions.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { SelectionSlot } from './bulk/selection-slot.tsx';
import type { useItemsSelection } from './bulk/use-items-selection.ts';
import { ChartMenus } from './charts/chart-slots.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { shownFields } from './item-columns.tsx';
import classes from './items-list.module.css';
import { queryOf, toExported } from './list-state.ts';
import { ListTools } from './list-tools.tsx';
import type { ListedItems } from './use-listed-items.ts';
import { useViewParts } from './views/use-view-parts.tsx';

interface ItemsToolsProps {
  instanceId: number;
  templateId: string;
  items: ListedItems;
  selection: ReturnType<typeof useItemsSelection>;
  /** The shown page; undefined while it is loading. */
  page: ItemsPage | undefined;
  isRefreshing: boolean;
  onRefresh: () => void;
  focusTable: () => void;
}

/** What is above the rows of a list: views, search, filters, buttons, and the bar for the selected items. */
export function ItemsTools(props: ItemsToolsProps) {
  const { instanceId, templateId, items, selection, page, isRefreshing, onRefresh, focusTable } = props;
  const { opened, list, template, view, tree, filterable, columns, filters, others, pageQuery } = items;
  const searchInput = useRef<HTMLInputElement>(null);
  const exported = useStableCallback(() => toExported(pageQuery));
  const addressed = useStableCallback(() => ({ ...toExported(pageQuery), ...shownFields(tree, view.hidden) }));
  const viewParts = useViewParts({
    instanceId,
    templateId,
    opened,
    list,
    arrangement: view,
    columns: template.data && columns,
    others,
  });
  const { setSearch } = list;
  const beforeFilters = useMemo(
    () => (
      <SearchField
        className={classes.search}
        label="Search label or id"
        value={list.searched}
        onSearch={setSearch}
        inputRef={searchInput}
      />
    ),
    [list.searched, setSearch],
  );
  const { groupable, group } = items;
  const { setGroup } = list;
  const groups = useMemo(() => ({ groupable, group, onChange: setGroup }), [groupable, group, setGroup]);
  return (
    <>
      {viewParts.tabs}
      <div className={classes.tools} {...offersActions}>
        <FilterBar
          fields={filterable}
          filters={filters}
          onChange={items.changeFilters}
          search={beforeFilters}
          notes={viewParts.notes}
        >
          {items.layout === 'chart' && <ChartMenus items={items} />}
          <ListTools
            instanceId={instanceId}
            templateId={templateId}
            itemsToExport={exported}
            addressed={addressed}
            columns={columns}
            view={view}
            isRefreshing={isRefreshing}
            onRefresh={onRefresh}
            groups={groups}
            layout={items.layout}
            layouts={items.layouts}
            onLayout={list.setLayout}
            gridPath={
              pathTo(paths.itemsGrid, { instanceId, templateId }) +
              queryOf(opened.view ? list.query : { ...list.query, filters })
            }
          />
        </FilterBar>
        {selection && (
          <SelectionSlot
            instanceId={instanceId}
            templateId={templateId}
            tree={tree}
            selection={selection}
            pageQuery={pageQuery}
            page={page}
            focusTable={focusTable}
          />
        )}
      </div>
    </>
  );
}
