import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useFittingRows } from '../../../shared/table/fitting-rows.ts';
import { isPageSize } from '../../../shared/table/page-sizes.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import {
  defaultSize,
  rememberedFilters,
  rememberedPage,
  rememberedSize,
  rememberFilters,
  rememberSize,
} from './list-memory.ts';
import { type ChangeFilters, formatListState, type ListState, parseListState } from './list-state.ts';

/** What the history entry stores about a list because the URL does not. */
interface Trail {
  /** Cursors of the previous pages; empty for the first page. */
  cursors?: string[];
  /** The number of the navigation that led to this entry, counted since the list was opened. */
  step?: number;
}

/** What is known about the pages around the current one. */
interface Answered {
  nextCursor: string | null | undefined;
  /** Undefined if it is not known exactly. */
  total: number | undefined;
}

const trailOf = ({ state }: Location): Trail => state ?? {};

/** The state of a list, stored in the URL, and the functions that change it; each change adds a history entry. */
export function useListState(instanceId: number, templateId: string) {
  const location = useLocation();
  const { pathname, search, key } = location;
  const navigate = useNavigate();
  const [fitting, onHeight] = useFittingRows();
  const sizeNow = () => defaultSize(instanceId, templateId, fitting);
  const size = sizeNow();

  // Without parameters in the URL, a list opens with its stored state. Going back to that entry later does not count as opening it.
  const [opened] = useState(() => ({
    key,
    filters: rememberedFilters(instanceId, templateId),
    page: rememberedPage(instanceId, templateId),
  }));
  // A link back to a page of the list has only its URL.
  const { cursors = opened.page?.search === search ? opened.page.cursors : [] } = trailOf(location);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const isChosen = isPageSize(Number(params.get('size')));
  const remembered = params.size === 0 && opened.key === key ? opened.filters : [];
  const state = useMemo(() => parseListState(params, size), [params, size]);
  const restored: ListState | undefined = remembered.length > 0 ? { ...state, filters: remembered } : undefined;
  const restoredSearch = restored && `?${formatListState(restored, size)}`;
  useEffect(() => {
    if (restoredSearch) navigate({ pathname, search: restoredSearch }, { replace: true, state: {} });
    else rememberFilters(instanceId, templateId, state.filters);
  }, [restoredSearch, navigate, pathname, instanceId, templateId, state.filters]);

  // A navigation is rendered with a delay. A change made in the meantime builds on the pending state; else it would revert it.
  const steps = useRef(0);
  const ahead = useRef<{ state: ListState; from: number; to: number }>(null);
  useLayoutEffect(() => {
    const { step: drawn } = trailOf(location);
    const { from, to } = ahead.current ?? { from: 0, to: 0 };
    const isUnderWay = drawn !== undefined && from <= drawn && drawn < to;
    if (!isUnderWay) ahead.current = null;
  }, [location]);

  const go = (changesOf: (before: ListState) => Partial<ListState>, toCursors: string[] = [], isTyped = false) => {
    const before = ahead.current?.state ?? restored ?? state;
    const next = { ...before, cursor: undefined, page: 1, last: undefined, ...changesOf(before) };
    // Only the first page can change its number of rows, as the others begin at positions that depend on their size.
    if (!next.cursor && !next.last && !isPageSize(next.size)) next.size = sizeNow();
    const params = formatListState(next, sizeNow());
    steps.current += 1;
    ahead.current = { state: next, from: ahead.current?.from ?? steps.current, to: steps.current };
    const trail: Trail = { cursors: toCursors, step: steps.current };
    // Typing replaces the history entry, so that "back" does not undo single letters.
    const options = isTyped ? { replace: true, state: { ...trail, isTyped } } : { state: trail };
    navigate({ pathname, search: params.size > 0 ? `?${params}` : '' }, options);
  };
  /** Ignored while a navigation is pending: a cursor is only valid for the list that is rendered. */
  const turn = (cursor: string | undefined, by: 1 | -1, toCursors: string[]) => {
    if (!ahead.current) go(() => ({ cursor, page: state.page + by, last: state.last }), toCursors);
  };
  const isFirst = state.cursor === undefined && state.last === undefined;
  const toFirst = isFirst ? undefined : () => go(() => ({}));
  /** The steps to other pages, from the server's answer about this one. */
  const pagesFrom = ({ nextCursor, total }: Answered) => {
    const further = nextCursor ? (by: 1 | -1) => turn(nextCursor, by, [...cursors, state.cursor ?? '']) : undefined;
    const back =
      cursors.length === 0 ? undefined : (by: 1 | -1) => turn(cursors.at(-1) || undefined, by, cursors.slice(0, -1));
    const pages = Math.ceil((total ?? 0) / state.size);
    const toLast = () => go(() => ({ page: pages, last: (total ?? 0) - (pages - 1) * state.size, size: state.size }));
    const [before, after] = state.last ? [further, back] : [back, further];
    return {
      onFirst: toFirst,
      // The second page of a list that is read from its end links to the first page like any other.
      onPrevious: state.last && state.page === 2 ? toFirst : before && (() => before(-1)),
      onNext: after && (() => after(1)),
      onLast: state.page < pages ? toLast : undefined,
    };
  };
  // A stable function, so that the filters do not re-render with every page.
  const setFilters: ChangeFilters = useStableCallback((change) => go(({ filters }) => ({ filters: change(filters) })));
  const setSearch = useStableCallback((search: string) => go(() => ({ search }), [], true));
  return {
    state: restored ?? state,
    search: restoredSearch ?? search,
    /** The cursors of the previous pages. */
    cursors,
    setFilters,
    setSort: (sort: TableSort | undefined) => go(() => ({ sort })),
    fit: {
      rows: fitting,
      isFitted: rememberedSize(instanceId, templateId) === undefined && (!isChosen || state.size === fitting),
    },
    onHeight,
    setSize: (chosen: number | undefined) => {
      rememberSize(instanceId, templateId, chosen);
      go(() => ({ size: chosen ?? fitting }));
    },
    setSearch,
    clear: () => go(() => ({ search: '', filters: [] })),
    toFirst,
    pagesFrom,
  };
}
