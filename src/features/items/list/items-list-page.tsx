import { useDebouncedCallback } from '@mantine/hooks';
import { type ItemRow, items, newItem } from '@quartermaster/contract/endpoints/items.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { itemQueries } from '../../../shared/data/items.ts';
import { useTemplateLabel } from '../../../shared/data/use-template-label.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { useRequest } from '../../../shared/services/request.ts';
import { ListLayout } from '../../../shared/table/list/list-layout.tsx';
import { markOf } from '../../../shared/table/row-marks.ts';
import { useRowFocus } from '../../../shared/table/use-row-focus.ts';
import { ChangeProgress } from '../../../shared/ui/change/change-progress.tsx';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { useDelayed } from '../../../shared/ui/lazy/delayed.tsx';
import { NewsBar } from '../../../shared/ui/page/news-bar.tsx';
import { CreateItemButton } from '../create-item-button.tsx';
import { MayDuplicate } from '../duplicate/may-duplicate.ts';
import { NotSyncedItems } from '../not-synced/not-synced-items.tsx';
import { useItemsSelection } from './bulk/use-items-selection.ts';
import { ItemsHeader } from './items-header.tsx';
import { ItemsRows } from './items-rows.tsx';
import { ItemsTools } from './items-tools.tsx';
import { LastEdits } from './last-edits.tsx';
import { useItemsPage } from './use-items-page.ts';
import { useLinkedIds } from './use-linked-ids.ts';
import { useListedItems } from './use-listed-items.ts';

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

function ItemsList({ instanceId, templateId }: { instanceId: number; templateId: string }) {
  const request = useRequest();
  const queries = useQueryClient();
  const mayDuplicate = useRefusal(newItem) === null;
  const listed = useListedItems(instanceId, templateId);
  const { opened, list, template, view, fields, filterable, pageQuery } = listed;
  const { page: around, focusTable } = useRowFocus();
  const selection = useItemsSelection(pageQuery);
  const { page, data, shownPage, anchors, news, showNews } = useItemsPage(instanceId, templateId, listed);
  const rows = template.data && data?.rows;
  const ids = useLinkedIds({
    fields,
    hidden: view.hidden,
    group: listed.group?.id,
    rows,
    filterable,
    filters: list.query.filters,
  });

  const prefetch = useDebouncedCallback((row: ItemRow) => {
    if (markOf(row)?.state === 'deleted') return;
    void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, row.id));
  }, rest);
  const refresh = useStableCallback(() => {
    showNews();
    void queries.invalidateQueries({ queryKey: queryKeys.instance.items(instanceId) });
    void template.refetch();
    opened.retry();
  });
  const isRefreshing = useDelayed(page.isRefetching && !page.isPlaceholderData);

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
          total={data?.totalIsExact === false ? undefined : data?.total}
          create={create}
        />
        <ItemsTools
          instanceId={instanceId}
          templateId={templateId}
          items={listed}
          selection={selection}
          page={shownPage}
          isRefreshing={isRefreshing}
          onRefresh={refresh}
          focusTable={focusTable}
        />
        <ChangeProgress instanceId={instanceId} template={template.data} />
        <NewsBar
          news={news}
          onShow={() => {
            showNews();
            focusTable();
          }}
        />
        <MayDuplicate value={mayDuplicate}>
          <LastEdits instanceId={instanceId} templateId={templateId} rows={rows} hidden={view.hidden}>
            <NotSyncedItems instanceId={instanceId} templateId={templateId} rows={rows}>
              <ItemsRows
                instanceId={instanceId}
                templateId={templateId}
                label={title || 'Items'}
                items={listed}
                selection={selection}
                page={answer}
                anchors={anchors}
                onRowHover={prefetch}
                create={create}
              />
            </NotSyncedItems>
          </LastEdits>
        </MayDuplicate>
      </ListLayout>
    </LinkLabels>
  );
}
