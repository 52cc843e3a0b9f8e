import type { View, ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { useMemo } from 'react';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { ListFilter } from '../list-state.ts';
import type { useItemsAddress } from '../use-items-address.ts';
import { isChanged, type ListView, toViewList } from '../view-list.ts';
import type { AddressedView } from './use-addressed-view.ts';
import type { ViewNotesProps } from './view-notes.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { ViewsButton } from './views-button.tsx';

const ViewNotes = lazyPart<ViewNotesProps>(() => import('./views-menu.tsx').then((m) => m.ViewNotes));

const noViews: readonly View[] = [];

interface ShownList {
  instanceId: number;
  templateId: string;
  opened: AddressedView;
  list: Pick<ReturnType<typeof useItemsAddress>, 'query' | 'size' | 'fit' | 'setFilters' | 'setSort'>;
  arrangement: ListView;
  /** Undefined until the template is loaded. */
  columns: readonly Pick<TableColumn<never>, 'id' | 'sortable'>[] | undefined;
  /** The filters that do not apply. */
  others: readonly ListFilter[];
}

/** The saved views as tabs, and what of the open one does not apply; the same elements until they change. */
export function useViewParts({ instanceId, templateId, opened, list, arrangement, columns, others }: ShownList) {
  const { views, view, isUndecided, isAwaited, isMissing, retry, error } = opened;
  const { query, fit, size, setFilters } = list;
  const toList = () => toViewList(query, arrangement, fit.isFitted ? undefined : size);
  const currentList = useStableCallback((): ViewList => toList());
  const hasChanged = view !== undefined && isChanged(view.list, toList());
  const isUnknown = isUndecided || isAwaited;
  const unknownColumns = useMemo(() => {
    if (!view || !columns) return [];
    const { hidden, order, widths, bars = [] } = view.list;
    const known = new Set(columns.map(({ id }) => id));
    return [...new Set([...hidden, ...order, ...bars, ...Object.keys(widths)])].filter((id) => !known.has(id));
  }, [view, columns]);
  const tabs = useMemo(
    () => (
      <ViewTabs
        instanceId={instanceId}
        templateId={templateId}
        views={views ?? noViews}
        openId={isUnknown ? null : view?.id}
        isChanged={hasChanged}
      >
        <ViewsButton
          instanceId={instanceId}
          templateId={templateId}
          views={views}
          error={error}
          retry={retry}
          view={view}
          isChanged={hasChanged}
          currentList={currentList}
          unknownColumns={unknownColumns}
          isUnknown={isUnknown}
        />
      </ViewTabs>
    ),
    [instanceId, templateId, views, error, retry, view, hasChanged, currentList, unknownColumns, isUnknown],
  );

  const { sort } = query;
  const isSortable = !columns || columns.some(({ id, sortable }) => id === sort?.field && sortable);
  const setSort = useStableCallback(list.setSort);
  const unsorted = view && !isSortable ? sort : undefined;
  const notes = useMemo(
    () =>
      (isMissing || others.length > 0 || unsorted) && (
        <ViewNotes isMissing={isMissing} filters={others} sort={unsorted} onFilters={setFilters} onSort={setSort} />
      ),
    [isMissing, others, unsorted, setFilters, setSort],
  );
  return { tabs, notes };
}
