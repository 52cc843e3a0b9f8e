import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { itemQueries } from '../../../shared/data/items.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { useRequest } from '../../../shared/services/request.ts';
import {
  firstPlace,
  formatState,
  type ListState,
  nextPlace,
  type PageStart,
  parseState,
} from '../../../shared/table/list/list-state.ts';
import { commonKeys } from '../../../shared/ui/actions/keys.ts';
import { usePageAction } from '../../../shared/ui/actions/page-actions.ts';
import { useIsUnmounted } from '../../../shared/ui/hooks/use-is-unmounted.ts';
import { defaultSize, type ListPage, rememberedPage, rememberPage } from '../list/list-memory.ts';
import { createItemsFormat, type ItemsQuery, toPageQuery } from '../list/list-state.ts';
import { queryOfView } from '../list/view-list.ts';
import { placeOf } from './focused-field.ts';
import type { Direction, NeighbourState } from './neighbour-state.ts';
import { useTemplateNeighbours } from './use-template-neighbours.ts';

interface Place {
  instanceId: number;
  templateId: string;
  id: number;
  /** The URL of the list that the item was opened from. */
  back: string;
  /** True until the item's form is rendered. */
  isLoading?: boolean;
}

interface Neighbour {
  /** Undefined if it is not known yet, such as on another page of the list. */
  id: number | undefined;
  go: () => void;
}

/**
 * The items before and after this one, also by Alt+Page Up and Alt+Page Down: in the list that it was opened from or, if it was opened by its
 * address, in the default order of the template.
 */
export function useNeighbours({ instanceId, templateId, id, back, isLoading = false }: Place) {
  const request = useRequest();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { by: cameBy, at: cameAt } = (useLocation().state as NeighbourState | null) ?? {};
  const listPath = pathTo(paths.items, { instanceId, templateId });
  const [page] = useState(() => {
    const remembered = rememberedPage(instanceId, templateId);
    const isOfBack = remembered && listPath + remembered.search === back && remembered.ids.includes(id);
    return isOfBack ? remembered : null;
  });

  const ofTemplate = useTemplateNeighbours({ instanceId, templateId, id }, page === null);

  const open = (itemId: number, by: Direction, list = back) => {
    // Without a form, the place in the last one counts.
    const state: NeighbourState = { back: list, by, at: isLoading ? cameAt : placeOf(document.activeElement) };
    return navigate(pathTo(paths.item, { instanceId, templateId, id: itemId }), { state });
  };

  const [isTurning, setTurning] = useState(false);
  const turn = async (by: Direction, from: ListPage) => {
    setTurning(true);
    try {
      const isNext = by === 'next';
      const { format, size } = formatOf({ instanceId, templateId }, from);
      const { state, pages } = adjacentPage(from, by, parseState(format, new URLSearchParams(from.search), size));
      const { rows, nextCursor } = await queries.fetchQuery(
        itemQueries.list(request, instanceId, templateId, toPageQuery(state)),
      );
      const search = formatState(format, state, size);
      const ids = rows.map((row) => row.id);
      rememberPage(instanceId, templateId, { search, ids, nextCursor, pages, view: from.view });
      const row = isNext ? rows[0] : rows.at(-1);
      if (row) await open(row.id, by, listPath + search);
    } catch (error) {
      // The query contains answers of the server.
      if (!(error instanceof HttpError)) throw error;
    } finally {
      setTurning(false);
    }
  };

  const isGone = useIsUnmounted();
  const [isFinding, setFinding] = useState(false);
  const findAndOpen = async (by: Direction) => {
    setFinding(true);
    try {
      const found = await ofTemplate.find(by);
      if (found !== undefined && !isGone.current) await open(found, by);
    } finally {
      setFinding(false);
    }
  };

  const neighbour = (by: Direction): Neighbour | undefined => {
    if (!page) {
      const other = ofTemplate.idBy(by);
      if (other === null) return undefined;
      return { id: other, go: () => void (other === undefined ? findAndOpen(by) : open(other, by)) };
    }
    const index = page.ids.indexOf(id) + (by === 'next' ? 1 : -1);
    const other = page.ids[index];
    if (other !== undefined) return { id: other, go: () => void open(other, by) };
    const { format, size } = formatOf({ instanceId, templateId }, page);
    const listState = parseState(format, new URLSearchParams(page.search), size);
    const hasPage = isOnwards(listState, by) ? page.nextCursor !== null : page.pages.length > 0;
    return hasPage ? { id: undefined, go: () => void turn(by, page) } : undefined;
  };
  const previous = neighbour('previous');
  const next = neighbour('next');
  const isPending = isTurning || isFinding;
  const isOff = (neighbour: Neighbour | undefined) => neighbour === undefined || isPending;
  usePageAction({ label: 'Previous item', keys: commonKeys.previous, isOff: isOff(previous) }, () => previous?.go());
  usePageAction({ label: 'Next item', keys: commonKeys.next, isOff: isOff(next) }, () => next?.go());
  /** Fetches a neighbour that is likely to be opened, or its id. */
  const prefetch = (by: Direction) => {
    const itemId = (by === 'next' ? next : previous)?.id;
    if (itemId !== undefined) void queries.prefetchQuery(itemQueries.get(request, instanceId, templateId, itemId));
    else if (!page) ofTemplate.ask(by);
  };
  return { previous, next, prefetch, isPending, cameBy, isOfList: page !== null };
}

/** How the URL of a page is read, with the page size where it does not set one. */
function formatOf(scope: { instanceId: number; templateId: string }, { search, view }: ListPage) {
  const known = view && queryOfView(view);
  const format = createItemsFormat(() => known);
  return { format, size: defaultSize({ ...scope, view }, format.parse(new URLSearchParams(search)).layout) };
}

/** True if the next cursor goes there: in a list that is paged from its end, to the previous page. */
const isOnwards = ({ position }: ListState<ItemsQuery>, by: Direction): boolean =>
  (by === 'next') === (position.last === undefined);

/** The page of the list before or after a page, and the pages before it. */
function adjacentPage(
  { nextCursor, ids, pages }: ListPage,
  by: Direction,
  listState: ListState<ItemsQuery>,
): { state: ListState<ItemsQuery>; pages: PageStart[] } {
  const { query, position } = listState;
  // The first page of a list that is paged from its end has no cursor, like any other first page.
  if (by === 'previous' && position.last && position.from <= position.size)
    return { state: { query, position: firstPlace(position.size) }, pages: [] };
  const isBack = !isOnwards(listState, by);
  const start = isBack
    ? (pages.at(-1) ?? firstPlace(position.size))
    : nextPlace(position, nextCursor ?? '', ids.length);
  const { cursor, from } = start;
  return {
    state: { query, position: { ...position, cursor, from } },
    pages: isBack ? pages.slice(0, -1) : [...pages, { cursor: position.cursor, from: position.from }],
  };
}
