import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { type ComponentProps, type ReactNode, useCallback, useMemo, useState } from 'react';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { lazyPart } from '../../../shared/ui/lazy/lazy-part.tsx';
import type { ColumnBarsProps, WithBars } from './bars/column-bars.tsx';
import { type useItemsSelection, withSelection } from './bulk/use-items-selection.ts';
import { ChartedList } from './charts/chart-slots.ts';
import { GallerySlot } from './gallery/gallery-slot.tsx';
import { useGroupedRows } from './groups/use-grouped-rows.tsx';
import type { NoItemsProps } from './no-items.tsx';
import type { ListedItems } from './use-listed-items.ts';

const ColumnBars = lazyPart<ColumnBarsProps>(() => import('./bars/column-bars.tsx').then((m) => m.ColumnBars), {
  isOnUse: true,
  isQuiet: true,
});

const NoItems = lazyPart<NoItemsProps>(() => import('./no-items.tsx').then((m) => m.NoItems));

interface ItemsRowsProps extends Pick<ComponentProps<typeof ListTable<ItemRow>>, 'page'> {
  onRowHover: (row: ItemRow) => void;
  instanceId: number;
  templateId: string;
  label: string;
  items: ListedItems;
  selection: ReturnType<typeof useItemsSelection>;
  /** The rows as they were when they were put into their order, which groups follow. */
  anchors: readonly ItemRow[] | undefined;
  /** The button for a new item. */
  create: ReactNode;
}

const rowId = (row: ItemRow) => String(row.id);

/** The items of a page, as a table, as a gallery or next to a chart, and the pager. */
export function ItemsRows(props: ItemsRowsProps) {
  const { instanceId, templateId, label, items, selection, page, onRowHover, create } = props;
  const { list, view, fields, columns, filters, layout } = items;
  const grouped = useGroupedRows(instanceId, templateId, items, page.data?.rows, props.anchors);
  const groupId = items.group?.id;
  // The headings of the groups have its values.
  const hidden = useMemo(() => (groupId ? [...view.hidden, groupId] : view.hidden), [view.hidden, groupId]);
  const [withBars, setWithBars] = useState<WithBars>();
  const showBars = useCallback((next: WithBars | undefined) => setWithBars(() => next), []);
  const shownColumns = useMemo(
    () => withSelection(withBars ? withBars(columns) : columns, selection),
    [columns, withBars, selection],
  );
  const listOf = (listed: typeof shownColumns, without: readonly string[]) => (
    <ListTable<ItemRow>
      label={label}
      many="items"
      columns={listed}
      selection={selection ?? undefined}
      rowId={rowId}
      page={page}
      address={list}
      hidden={without}
      order={view.order}
      widths={view.widths}
      onWidth={view.resize}
      {...(items.group ? {} : { sort: list.query.sort, onSort: list.setSort })}
      grouped={grouped}
      revealed={items.revealed}
      onRowHover={onRowHover}
      onHeight={list.onHeight}
      density={view.rows}
      hasLast
      empty={
        <NoItems
          templateId={templateId}
          isFiltered={filters.length > 0}
          searched={list.searched}
          onClear={list.clear}
          create={create}
        />
      }
      {...(layout === 'gallery' && {
        layout: (rows) => (
          <GallerySlot
            {...rows}
            instanceId={instanceId}
            templateId={templateId}
            fields={fields}
            hidden={hidden}
            order={view.order}
            selection={selection ?? undefined}
            onHover={onRowHover}
          />
        ),
      })}
    />
  );
  if (!layout)
    return (
      <>
        {view.bars.length > 0 && (
          <ColumnBars
            instanceId={instanceId}
            templateId={templateId}
            items={items}
            rows={page.data?.rows}
            onDrawn={showBars}
          />
        )}
        {listOf(shownColumns, hidden)}
      </>
    );
  if (layout === 'gallery') return listOf(shownColumns, hidden);
  return (
    <ChartedList
      instanceId={instanceId}
      templateId={templateId}
      items={items}
      page={page}
      columns={shownColumns}
      listOf={listOf}
    />
  );
}
