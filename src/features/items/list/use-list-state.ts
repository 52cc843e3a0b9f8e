import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { rememberedSize, rememberSize } from '../../../shared/table/page-sizes.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { rememberedFilters, rememberFilters } from './list-memory.ts';
import { type ChangeFilters, formatListState, type ListState, parseListState } from './list-state.ts';

/** What the history entry keeps of a list, as its address does not. */
interface Trail {
  /** Cursors of the pages before, the first page's being empty. */
  cursors?: string[];
  /** The step that has led here, counted since the list was opened. */
  step?: number;
}

/** The state of a list in the address, and the ways to change it; each change is a step back in the history. */
export function useListState(instanceId: number, templateId: string) {
  const { pathname, search, key, state: entry } = useLocation();
  const navigate = useNavigate();
  const { cursors = [], step: drawn }: Trail = entry ?? {};
  const defaultSize = rememberedSize();

  // Opened without a word in the address, the list is as it was left; going back to that entry later is not opening it.
  const [opened] = useState(() => ({ key, filters: rememberedFilters(instanceId, templateId) }));
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const remembered = params.size === 0 && opened.key === key ? opened.filters : [];
  const state = useMemo(() => parseListState(params, defaultSize), [params, defaultSize]);
  const restored: ListState | undefined = remembered.length > 0 ? { ...state, filters: remembered } : undefined;
  const restoredSearch = restored && `?${formatListState(restored, defaultSize)}`;
  useEffect(() => {
    if (restoredSearch) navigate({ pathname, search: restoredSearch }, { replace: true, state: {} });
    else rememberFilters(instanceId, templateId, state.filters);
  }, [restoredSearch, navigate, pathname, instanceId, templateId, state.filters]);

  // Where a step leads is drawn a moment later. One that is made meanwhile goes on from there, or it would undo the first.
  const steps = useRef(0);
  const ahead = useRef<{ state: ListState; from: number; to: number }>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with each place that is drawn
  useLayoutEffect(() => {
    const { from, to } = ahead.current ?? { from: 0, to: 0 };
    const isUnderWay = drawn !== undefined && from <= drawn && drawn < to;
    if (!isUnderWay) ahead.current = null;
  }, [key]);

  const go = (changesOf: (before: ListState) => Partial<ListState>, toCursors: string[] = []) => {
    const before = ahead.current?.state ?? restored ?? state;
    const next = { ...before, cursor: undefined, page: 1, ...changesOf(before) };
    const params = formatListState(next, rememberedSize());
    steps.current += 1;
    ahead.current = { state: next, from: ahead.current?.from ?? steps.current, to: steps.current };
    const trail: Trail = { cursors: toCursors, step: steps.current };
    navigate({ pathname, search: params.size > 0 ? `?${params}` : '' }, { state: trail });
  };
  /** A cursor is one of the list that is drawn, and of no other that is on its way. */
  const turn = (cursor: string | undefined, by: 1 | -1, toCursors: string[]) => {
    if (!ahead.current) go(() => ({ cursor, page: state.page + by }), toCursors);
  };
  // The same function whatever the state is, so that the filters are not drawn again with every page.
  const latest = useRef(go);
  useLayoutEffect(() => {
    latest.current = go;
  });
  const setFilters = useCallback<ChangeFilters>(
    (change) => latest.current(({ filters }) => ({ filters: change(filters) })),
    [],
  );
  return {
    state: restored ?? state,
    back: pathname + (restoredSearch ?? search),
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
