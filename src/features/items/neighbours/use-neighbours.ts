import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { itemQueries } from '../../../shared/data/items.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useKey } from '../../../shared/ui/hooks/use-key.ts';
import { defaultSize, type ListPage, rememberedPage, rememberPage } from '../list/list-memory.ts';
import { formatListState, type ListState, parseListState, toPageQuery } from '../list/list-state.ts';

export type Direction = 'previous' | 'next';

interface Place {
  instanceId: number;
  templateId: string;
  id: number;
  /** The URL of the list that the item was opened from. */
  back: string;
}

interface Neighbour {
  /** Undefined if the item is on another page of the list. */
  id: number | undefined;
  go: () => void;
}

/** The items before and after this one in the list that it was opened from, also by Alt+Page Up and Alt+Page Down; `null` without a list. */
export function useNeighbours({ instanceId, templateId, id, back }: Place) {
  const request = useRequest();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const cameBy = (useLocation().state as { by?: Direction } | null)?.by;
  const listPath = pathTo(paths.items, { instanceId, templateId });
  const [page] = useState(() => {
    const remembered = rememberedPage(instanceId, templateId);
    const isOfBack = remembered && listPath + remembered.search === back && remembered.ids.includes(id);
    return isOfBack ? remembered : null;
  });

  const open = (itemId: number, by: Direction, list = back) =>
    navigate(pathTo(paths.item, { instanceId, templateId, id: itemId }), { state: { back: list, by } });

  const [isTurning, setTurning] = useState(false);
  const turn = async (by: Direction, from: ListPage) => {
    setTurning(true);
    try {
      const isNext = by === 'next';
      const size = defaultSize(instanceId, templateId);
      const { state, cursors } = pageBeside(from, by, parseListState(new URLSearchParams(from.search), size));
      const { rows, nextCursor } = await queries.fetchQuery(
        itemQueries.list(request, instanceId, templateId, toPageQuery(state)),
      );
      const params = formatListState(state, size);
      const search = params.size > 0 ? `?${params}` : '';
      rememberPage(instanceId, templateId, { search, ids: rows.map((row) => row.id), nextCursor, cursors });
      const row = isNext ? rows[0] : rows.at(-1);
      if (row) await open(row.id, by, listPath + search);
    } catch (error) {
      // The query contains answers of the server.
      if (!(error instanceof HttpError)) throw error;
    } finally {
      setTurning(false);
    }
  };

  const neighbour = (by: Direction): Neighbour | undefined => {
    if (!page) return undefined;
    const place = page.ids.indexOf(id) + (by === 'next' ? 1 : -1);
    const other = page.ids[place];
    if (other !== undefined) return { id: other, go: () => void open(other, by) };
    const shown = parseListState(new URLSearchParams(page.search), defaultSize(instanceId, templateId));
    const hasPage = isOnwards(shown, by) ? page.nextCursor !== null : page.cursors.length > 0;
    return hasPage ? { id: undefined, go: () => void turn(by, page) } : undefined;
  };
  const previous = neighbour('previous');
  const next = neighbour('next');
  const isKey = (event: KeyboardEvent, key: string) => event.altKey && event.key === key && !isTurning;
  useKey(
    (event) => isKey(event, 'PageUp') && previous !== undefined,
    () => previous?.go(),
  );
  useKey(
    (event) => isKey(event, 'PageDown') && next !== undefined,
    () => next?.go(),
  );
  /** Fetches a neighbour that is likely to be opened. */
  const prefetch = ({ id: itemId }: Neighbour) => {
    if (itemId !== undefined) void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, itemId));
  };
  return page ? { previous, next, prefetch, isPending: isTurning, cameBy } : null;
}

/** True if the next cursor goes there: in a list that is paged from its end, to the previous page. */
const isOnwards = ({ last }: ListState, by: Direction): boolean => (by === 'next') === (last === undefined);

/** The page of the list before or after a page, and the cursors of the pages before it. */
function pageBeside(from: ListPage, by: Direction, shown: ListState): { state: ListState; cursors: string[] } {
  const page = shown.page + (by === 'next' ? 1 : -1);
  // The first page of a list that is paged from its end has no cursor, like any other first page.
  if (page === 1 && shown.last) return { state: { ...shown, cursor: undefined, last: undefined, page }, cursors: [] };
  if (!isOnwards(shown, by))
    return { state: { ...shown, cursor: from.cursors.at(-1) || undefined, page }, cursors: from.cursors.slice(0, -1) };
  const cursors = [...from.cursors, shown.cursor ?? ''];
  return { state: { ...shown, cursor: from.nextCursor ?? undefined, page }, cursors };
}
