import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { itemQueries } from '../../../shared/data/items.ts';
import type { ItemsPage } from '../../../shared/data/items-page.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { rememberPage } from './list-memory.ts';
import { useSteadyPage } from './live/use-steady-page.ts';
import type { ListedItems } from './use-listed-items.ts';

/** The page of a list, which is remembered once it is shown; `data` is undefined while another view may be the one to open. */
export function useItemsPage(instanceId: number, templateId: string, { opened, list, pageQuery }: ListedItems) {
  const options = itemQueries.list(useRequest(), instanceId, templateId, pageQuery);
  const page = useQuery({ ...options, enabled: !opened.isAwaited });
  const steady = useSteadyPage({ instanceId, templateId, query: page, queryKey: options.queryKey });
  // Rows of a list that is not the one to open are not shown.
  const isOpened = !opened.isAwaited && (!opened.isUndecided || opened.view !== undefined);
  const data = isOpened ? steady.data : undefined;
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
  return { page, data, shownPage, anchors: steady.anchors, news: steady.news, showNews: steady.show };
}
