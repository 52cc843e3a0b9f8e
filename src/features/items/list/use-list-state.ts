import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { rememberedSize, rememberSize } from '../../../shared/table/page-sizes.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { rememberedFilters, rememberedPage, rememberFilters } from './list-memory.ts';
import { type ChangeFilters, formatListState, type ListState, parseListState } from './list-state.ts';

/** What the history entry stores about a list because the URL does not. */
interface Trail {
  /** Cursors of the previous pages; empty for the first page. */
  cursors?: string[];
  /** The number of the navigation that led to this entry, counted since the list was opened. */
  step?: number;
}

const trailOf = ({ state }: Location): Trail => state ?? {};

/** The state of a list, stored in the URL, and the functions that change it; each change adds a history entry. */
export function useListState(instanceId: number, templateId: string) {
  const location = useLocation();
  const { pathname, search, key } = location;
  const navigate = useNavigate();
  const defaultSize = rememberedSize();

  // Without parameters in the URL, a list opens as it was left. Going back to that entry later does not count as opening it.
  const [opened] = useState(() => ({
    key,
    filters: rememberedFilters(instanceId, templateId),
    page: rememberedPage(instanceId, templateId),
  }));
  // A link back to a page of the list knows its URL only.
  const { cursors = opened.page?.search === search ? opened.page.cursors : [] } = trailOf(location);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const remembered = params.size === 0 && opened.key === key ? opened.filters : [];
  const state = useMemo(() => parseListState(params, defaultSize), [params, defaultSize]);
  const restored: ListState | undefined = remembered.length > 0 ? { ...state, filters: remembered } : undefined;
  const restoredSearch = restored && `?${formatListState(restored, defaultSize)}`;
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

  const go = (changesOf: (before: ListState) => Partial<ListState>, toCursors: string[] = []) => {
    const before = ahead.current?.state ?? restored ?? state;
    const next = { ...before, cursor: undefined, page: 1, ...changesOf(before) };
    const params = formatListState(next, rememberedSize());
    steps.current += 1;
    ahead.current = { state: next, from: ahead.current?.from ?? steps.current, to: steps.current };
    const trail: Trail = { cursors: toCursors, step: steps.current };
    navigate({ pathname, search: params.size > 0 ? `?${params}` : '' }, { state: trail });
  };
  /** Ignored while a navigation is pending: a cursor is only valid for the list that is rendered. */
  const turn = (cursor: string | undefined, by: 1 | -1, toCursors: string[]) => {
    if (!ahead.current) go(() => ({ cursor, page: state.page + by }), toCursors);
  };
  // A stable function, so that the filters do not re-render with every page.
  const setFilters: ChangeFilters = useStableCallback((change) => go(({ filters }) => ({ filters: change(filters) })));
  return {
    state: restored ?? state,
    back: pathname + (restoredSearch ?? search),
    search: restoredSearch ?? search,
    /** Of the previous pages. */
    cursors,
    setFilters,
    setSort: (sort: TableSort | undefined) => go(() => ({ sort })),
    setSize: (size: number) => {
      rememberSize(size);
      go(() => ({ size }));
    },
    toFirst: state.cursor === undefined ? undefined : () => go(() => ({})),
    toPrevious: cursors.length === 0 ? undefined : () => turn(cursors.at(-1) || undefined, -1, cursors.slice(0, -1)),
    toNext: (cursor: string) => turn(cursor, 1, [...cursors, state.cursor ?? '']),
  };
}
