import { useDebouncedCallback } from '@mantine/hooks';
import { type ItemRow, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import type { ItemsPage } from '../../../shared/data/items-page.ts';
import { templateQueries, treeOf } from '../../../shared/data/templates.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { ListTable } from '../../../shared/table/list/list-table.tsx';
import { SearchField } from '../../../shared/table/list/search-field.tsx';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { offersActions } from '../../../shared/ui/actions/offered-actions.ts';
import { ChangeProgress } from '../../../shared/ui/change/change-progress.tsx';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { useDelayed } from '../../../shared/ui/lazy/delayed.tsx';
import { CreateItemButton } from '../create-item-button.tsx';
import { MayDuplicate } from '../duplicate/may-duplicate.ts';
import { SelectionSlot } from './bulk/selection-slot.tsx';
import { useItemsSelection, withSelection } from './bulk/use-items-selection.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { useUsableFilters } from './filters/use-usable-filters.ts';
import { filterableFields, itemColumns, listedFields, shownFields } from './item-columns.tsx';
import { ItemsHeader } from './items-header.tsx';
import classes from './items-list.module.css';
import { LastEdits } from './last-edits.tsx';
import { rememberPage } from './list-memory.ts';
import { queryOf, toExported, toPageQuery } from './list-state.ts';
import { ListTools } from './list-tools.tsx';
import { NoItems } from './no-items.tsx';
import { useItemsAddress } from './use-items-address.ts';
import { useLinkedIds } from './use-linked-ids.ts';
import { useListView } from './use-list-view.ts';
import { useRevealed } from './use-revealed.ts';
import { useAddressedView } from './views/use-addressed-view.ts';
import { useViewParts } from './views/use-view-parts.tsx';

/** The list of a template's items. */
export function ItemsListPage() {
  const params = useParams();
  const instanceId = Number(params.instanceId);
  const templateId = params.templateId ?? '';
  // The key resets filters, columns and page for another template.
  const list = <ItemsList key={`${instanceId}/${templateId}`} instanceId={instanceId} templateId={templateId} />;
  // Render while the permissions load: the server returns no rows to users without access.
  return (
    <RequireAccess to={items.list} pending={list}>
      {list}
    </RequireAccess>
  );
}

/** Milliseconds that a pointer rests on a row before its item is prefetched, so that moving across rows costs nothing. */
const rest = 80;
const none: never[] = [];
const rowId = (row: ItemRow) => String(row.id);

function ItemsList({ instanceId, templateId }: { instanceId: number; templateId: string }) {
  const request = useRequest();
  const queries = useQueryClient();
  const opened = useAddressedView(instanceId, templateId);
  const list = useItemsAddress(instanceId, templateId, opened);
  const mayDuplicate = useRefusal(newItem) === null;
  const template = useQuery(templateQueries.get(request, instanceId, templateId));
  const searchInput = useRef<HTMLInputElement>(null);
  const view = useListView(instanceId, templateId, opened.view);

  const tree = useMemo(() => (template.data ? treeOf(template.data) : none), [template.data]);
  const fields = useMemo(() => listedFields(tree), [tree]);
  const filterable = useMemo(() => filterableFields(tree), [tree]);
  const columns = useMemo(() => itemColumns(fields, { instanceId, templateId }), [fields, instanceId, templateId]);

  const { filters, others, changeFilters } = useUsableFilters(
    { filters: list.query.filters, setFilters: list.setFilters, isView: opened.view !== undefined },
    template.data && filterable,
  );
  const { sort } = list.query;
  const revealed = useRevealed(tree, sort, filters);
  const canSort = !template.data || columns.some(({ id, sortable }) => id === sort?.field && sortable);
  const wanted = toPageQuery({
    query: { ...list.query, filters, sort: canSort ? sort : undefined },
    place: list.place,
  });
  const exported = useStableCallback(() => toExported(wanted));
  const addressed = useStableCallback(() => ({ ...toExported(wanted), ...shownFields(tree, view.hidden) }));
  const { page: around, focusTable } = useRowFocus();
  const selection = useItemsSelection(wanted);
  const shownColumns = useMemo(() => withSelection(columns, selection), [columns, selection]);
  const page = useQuery({
    ...itemQueries.list(request, instanceId, templateId, wanted),
    enabled: !opened.isAwaited,
  });
  // Rows of a list that is not the one to open are not shown.
  const isOpened = !opened.isAwaited && (!opened.isUndecided || opened.view !== undefined);
  const data = isOpened ? page.data : undefined;
  const rows = template.data && data?.rows;
  const shownPage = page.isPlaceholderData ? undefined : data;
  const remember = useEffectEvent(({ rows, nextCursor }: ItemsPage) =>
    rememberPage(instanceId, templateId, {
      search: list.search,
      ids: rows.map(({ id }) => id),
      nextCursor,
      pages: list.pages,
      view: opened.view,
    }),
  );
  useEffect(() => {
    if (shownPage) remember(shownPage);
  }, [shownPage]);

  const ids = useLinkedIds({ fields, hidden: view.hidden, rows, filterable, filters: list.query.filters });

  const prefetch = useDebouncedCallback((row: ItemRow) => {
    void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, row.id));
  }, rest);
  const refresh = useStableCallback(() => {
    void queries.invalidateQueries({ queryKey: queryKeys.instance.items(instanceId) });
    void template.refetch();
    opened.retry();
  });
  const isRefreshing = useDelayed(page.isRefetching && !page.isPlaceholderData);

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
      <>
        {viewParts.button}
        <SearchField
          className={classes.search}
          label="Search label or id"
          value={list.searched}
          onSearch={setSearch}
          inputRef={searchInput}
        />
      </>
    ),
    [viewParts.button, list.searched, setSearch],
  );
  const label = useTemplateLabel(instanceId, templateId);
  const title = label ?? (template.error ? templateId : '');
  const create = useMemo(
    () => <CreateItemButton instanceId={instanceId} templateId={templateId} />,
    [instanceId, templateId],
  );
  const answer = {
    data: template.isSuccess ? data : undefined,
    error: template.error ?? page.error,
    isPlaceholderData: page.isPlaceholderData,
    refetch: () => {
      if (template.isError) void template.refetch();
      void page.refetch();
    },
  };

  return (
    <LinkLabels ids={ids}>
      <ListLayout {...around}>
        <ItemsHeader
          instanceId={instanceId}
          templateId={templateId}
          title={title}
          isFailed={template.isError}
          create={create}
        />
        <div className={classes.tools} {...offersActions}>
          <FilterBar
            fields={filterable}
            filters={filters}
            onChange={changeFilters}
            search={beforeFilters}
            notes={viewParts.notes}
          >
            <ListTools
              instanceId={instanceId}
              templateId={templateId}
              wanted={exported}
              addressed={addressed}
              columns={columns}
              view={view}
              isRefreshing={isRefreshing}
              onRefresh={refresh}
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
              wanted={wanted}
              page={shownPage}
              focusTable={focusTable}
            />
          )}
        </div>
        <ChangeProgress instanceId={instanceId} template={template.data} />
        <MayDuplicate value={mayDuplicate}>
          <LastEdits instanceId={instanceId} templateId={templateId} rows={rows} hidden={view.hidden}>
            <ListTable
              label={title || 'Items'}
              many="items"
              columns={shownColumns}
              selection={selection ?? undefined}
              rowId={rowId}
              page={answer}
              address={list}
              hidden={view.hidden}
              order={view.order}
              widths={view.widths}
              onWidth={view.resize}
              sort={sort}
              onSort={list.setSort}
              revealed={revealed}
              onRowHover={prefetch}
              onHeight={list.onHeight}
              hasLast
              empty={
                <NoItems
                  templateId={templateId}
                  isFiltered={filters.length > 0 || list.searched !== ''}
                  onClear={list.clear}
                  create={create}
                />
              }
            />
          </LastEdits>
        </MayDuplicate>
      </ListLayout>
    </LinkLabels>
  );
}
