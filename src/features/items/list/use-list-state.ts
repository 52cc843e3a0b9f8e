import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { rememberedFilters, rememberedSize, rememberFilters, rememberSize } from './list-memory.ts';
import { formatListState, type ListFilter, type ListState, parseListState } from './list-state.ts';

/** Cursors of the pages before, the first page's being empty; in the history entry, as an address only knows its own. */
interface Trail {
  cursors?: string[];
}

/** The state of a list in the address, and the ways to change it; each change is a step back in the history. */
export function useListState(instanceId: number, templateId: string) {
  const { pathname, search, key, state: entry } = useLocation();
  const navigate = useNavigate();
  const cursors = (entry as Trail | null)?.cursors ?? [];
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

  // Where the list is going to: a second change may come before the first one is drawn.
  const asked = useRef<ListState>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a place of the history is drawn, it counts
  useLayoutEffect(() => {
    asked.current = undefined;
  }, [key]);
  const go = (changes: Partial<ListState>, trail: Trail = {}) => {
    asked.current = { ...(asked.current ?? restored ?? state), cursor: undefined, page: 1, ...changes };
    const next = formatListState(asked.current, rememberedSize());
    navigate({ pathname, search: next.size > 0 ? `?${next}` : '' }, { state: trail });
  };
  // The same function whatever the state is, so that the filters are not drawn again with every page.
  const latest = useRef(go);
  useLayoutEffect(() => {
    latest.current = go;
  });
  const setFilters = useCallback((filters: ListFilter[]) => latest.current({ filters }), []);
  return {
    state: restored ?? state,
    back: pathname + (restoredSearch ?? search),
    setFilters,
    setSort: (sort: TableSort | undefined) => go({ sort }),
    setSize: (size: number) => {
      rememberSize(size);
      go({ size });
    },
    toFirst: state.cursor === undefined ? undefined : () => go({}),
    toPrevious:
      cursors.length === 0
        ? undefined
        : () => go({ cursor: cursors.at(-1) || undefined, page: state.page - 1 }, { cursors: cursors.slice(0, -1) }),
    toNext: (cursor: string) => go({ cursor, page: state.page + 1 }, { cursors: [...cursors, state.cursor ?? ''] }),
  };
}
