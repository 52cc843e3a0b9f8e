import { type ComponentProps, useLayoutEffect, useMemo, useState } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { NewsBar } from '../../../shared/ui/page/news-bar.tsx';
import type { useListView } from '../list/use-list-view.ts';
import type { GridColumn } from './grid-columns.tsx';
import type { GridState } from './model/grid-state.ts';
import { flatGroups, RowsGrid } from './rows-grid.tsx';
import type { useSheetRows } from './use-sheet-rows.ts';
import { GridSkeleton } from './view/grid-skeleton.tsx';
import { SheetGrid } from './view/sheet-grid.tsx';
import { StatusBar } from './view/status-bar.tsx';

interface ItemsSheetProps {
  state: GridState;
  label: string;
  tree: readonly FieldNode[];
  columns: readonly GridColumn[];
  view: ReturnType<typeof useListView>;
  rows: ReturnType<typeof useSheetRows>;
  mayEditReadOnly: boolean;
  /** True if the user can create items here. */
  canAdd: boolean;
  /** The dynamic group whose rows are shown, and the item whose rows are selected first. */
  opened: { group: string; item: string } | undefined;
  onOpen: ComponentProps<typeof RowsGrid>['onOpen'];
}

/** The cells of the items, or of the rows of one of their dynamic groups. */
export function ItemsSheet(props: ItemsSheetProps) {
  const { state, label, tree, columns, view, rows, mayEditReadOnly, canAdd, opened, onOpen } = props;
  const [visible, setVisible] = useState<readonly GridColumn[]>(columns);
  // Rows are added after the last item, which has to be loaded.
  const canAddHere = canAdd && !rows.hasMore && !rows.isCut;
  useLayoutEffect(() => state.show({ columns: visible, tree, canAdd: canAddHere }), [state, visible, tree, canAddHere]);
  useLayoutEffect(() => {
    state.openRows = (group, item) => onOpen({ group, item });
    state.closeRows = () => onOpen(undefined);
    state.showColumn = (column) => view.hide(view.hidden.filter((id) => id !== column));
  }, [state, onOpen, view]);
  const group = useMemo(() => flatGroups(tree).find(({ field }) => field.id === opened?.group), [tree, opened]);

  if (rows.error) return <ErrorState title="The items could not be loaded" error={rows.error} retry={rows.retry} />;
  if (!rows.isLoaded) return <GridSkeleton />;
  if (rows.loaded === 0 && !canAdd)
    return <EmptyState title="No items" message="The list that this grid was opened from has no items." />;
  if (group && opened)
    return (
      <RowsGrid
        key={group.field.id}
        state={state}
        group={group}
        item={opened.item}
        mayEditReadOnly={mayEditReadOnly}
        onOpen={onOpen}
      />
    );
  return (
    <>
      <NewsBar
        news={rows.news}
        onShow={() => {
          rows.showNews();
          state.focus();
        }}
      />
      <SheetGrid
        state={state}
        label={label}
        columns={columns}
        hidden={view.hidden}
        order={view.order}
        widths={view.widths}
        onWidth={view.resize}
        total={rows.total}
        hasMore={rows.hasMore}
        hasBlankRow={canAddHere}
        onNearEnd={rows.loadMore}
        onColumns={setVisible}
      />
      <StatusBar state={state} rows={rows} onLoadAll={() => void rows.loadAll()} />
    </>
  );
}
