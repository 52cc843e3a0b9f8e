import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { isPageSize } from '../page-sizes.ts';
import {
  firstPlace,
  formatState,
  type ListState,
  nextPlace,
  type PageStart,
  parseState,
  type QueryFormat,
  withFittingSize,
} from './list-state.ts';

/** What the history entry stores about a list because the URL does not. */
interface Trail {
  /** The previous pages; empty for the first page. */
  pages?: PageStart[];
  /** The number of the navigation that led to this entry, counted since the list was opened. */
  step?: number;
}

/** What is known about the pages around the current one. */
interface Answered {
  nextCursor: string | null | undefined;
  /** How many rows the current page has; undefined while it is loading. */
  rows: number | undefined;
  /** Undefined if it is not known exactly. */
  total?: number | undefined;
}

/** Functions that open other pages; undefined where there is no such page. */
export type PageSteps = Record<'onFirst' | 'onPrevious' | 'onNext' | 'onLast', (() => void) | undefined>;

/** The steps to other pages, from the server's answer about this one. */
export type StepsFrom = (answered: Answered) => PageSteps;

interface ListStateOptions<Query> {
  /** Must be stable. */
  format: QueryFormat<Query>;
  /** The page size of a query where the URL does not set one. */
  defaultSize: (query: Query) => number;
  /** The way back from a page whose history entry is lost. */
  openingPage?: () => { search: string; pages: PageStart[] } | null;
  /** The query if the URL has no parameters, which it gets then; must be stable. */
  openingQuery?: Query | undefined;
  /** True while the opening query may still change: it is not in the URL until then. */
  isUndecided?: boolean;
}

interface GoOptions {
  pages?: PageStart[];
  /** Typing replaces the history entry, so that "back" does not undo single letters. */
  isTyped?: boolean;
  isReplaced?: boolean;
}

const trailOf = ({ state }: Location): Trail => state ?? {};

/**
 * A navigation is rendered with a delay. A change made in the meantime builds on the state of the pending one (`ahead`), which it would
 * otherwise revert.
 */
function usePendingState<Query>(location: Location) {
  const steps = useRef(0);
  const ahead = useRef<{ state: ListState<Query>; from: number; to: number }>(null);
  useLayoutEffect(() => {
    const { step: drawn } = trailOf(location);
    const { from, to } = ahead.current ?? { from: 0, to: 0 };
    const isUnderWay = drawn !== undefined && from <= drawn && drawn < to;
    if (!isUnderWay) ahead.current = null;
  }, [location]);
  return { steps, ahead };
}

/** The state of a list, stored in the URL, and the functions that change it; each change adds a history entry. */
export function useListState<Query>(options: ListStateOptions<Query>) {
  const { format, defaultSize, openingPage, openingQuery, isUndecided = false } = options;
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();

  const [openedPage] = useState(() => openingPage?.());
  // A link back to a page of the list has only its URL.
  const { pages = openedPage?.search === search ? openedPage.pages : [] } = trailOf(location);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const query = params.size === 0 ? openingQuery : undefined;
  const size = defaultSize(useMemo(() => query ?? format.parse(params), [query, format, params]));
  const inUrl = useMemo(() => parseState(format, params, size), [format, params, size]);
  const restored = useMemo(() => query && { ...inUrl, query }, [inUrl, query]);
  const restoredSearch = restored && formatState(format, restored, size);
  useEffect(() => {
    if (restoredSearch && !isUndecided) navigate({ pathname, search: restoredSearch }, { replace: true, state: {} });
  }, [restoredSearch, isUndecided, navigate, pathname]);
  const state = restored ?? inUrl;

  const { steps, ahead } = usePendingState<Query>(location);
  const go = (changed: (before: ListState<Query>) => ListState<Query>, options: GoOptions = {}) => {
    const { pages: toPages = [], isTyped = false, isReplaced = isTyped } = options;
    const before = ahead.current?.state ?? state;
    const { query, position } = changed(before);
    const sizes = { before: defaultSize(before.query), now: defaultSize(query) };
    const next = { query, position: withFittingSize(position, sizes) };
    steps.current += 1;
    ahead.current = { state: next, from: ahead.current?.from ?? steps.current, to: steps.current };
    const trail: Trail = { pages: toPages, step: steps.current };
    return navigate(
      { pathname, search: formatState(format, next, sizes.now, params) },
      { replace: isReplaced, state: isTyped ? { ...trail, isTyped } : trail },
    );
  };
  const toFirstOf = ({ query, position }: ListState<Query>) => ({ query, position: firstPlace(position.size) });
  /** Ignored while a navigation is pending: a cursor is only valid for the list that is rendered. */
  const turn = (to: PageStart, toPages: PageStart[]) => {
    if (!ahead.current) go(({ query, position }) => ({ query, position: { ...position, ...to } }), { pages: toPages });
  };
  const { position } = state;
  const isFirst = position.cursor === undefined && position.last === undefined;
  const toFirst = isFirst ? undefined : () => go(toFirstOf);

  const pagesFrom: StepsFrom = ({ nextCursor, rows, total = 0 }) => {
    const { cursor, from, size } = position;
    // No further step before the page is loaded.
    const further =
      nextCursor && rows !== undefined
        ? () => turn(nextPlace(position, nextCursor, rows), [...pages, { cursor, from }])
        : undefined;
    const before = pages.at(-1);
    const back = before && (() => turn(before, pages.slice(0, -1)));
    const lastFrom = Math.max(0, Math.ceil(total / size) - 1) * size;
    const toLast = () =>
      go(({ query }) => ({ query, position: { cursor: undefined, from: lastFrom, size, last: total - lastFrom } }));
    return {
      onFirst: toFirst,
      // The second page of a list that is read from its end links to the first page like any other.
      onPrevious: position.last ? (from <= size ? toFirst : further) : back,
      onNext: position.last ? back : further,
      onLast: from < lastFrom ? toLast : undefined,
    };
  };

  const addressOf = useCallback(
    (query: Query) => pathname + formatState(format, { query, position: firstPlace(position.size) }, size, params),
    [pathname, format, position.size, size, params],
  );
  return {
    ...state,
    search: restoredSearch ?? search,
    /** The previous pages. */
    pages,
    offset: position.from,
    /** True if the URL has one of the page sizes to choose from, and not just the number of rows that fitted. */
    isSizeChosen: isPageSize(Number(params.get('size'))),
    /** Goes to the first page of a changed query. */
    setQuery: useStableCallback((change: (before: Query) => Query, isTyped?: boolean) =>
      go(({ query, position }) => toFirstOf({ query: change(query), position }), { isTyped: isTyped === true }),
    ),
    /** Changes what of the query does not decide which items are listed: the page stays. */
    adjustQuery: useStableCallback((change: (before: Query) => Query) =>
      go(({ query, position }) => ({ query: change(query), position }), { pages }),
    ),
    /** Goes to the first page of this size. */
    setSize: (chosen: number) => go(({ query }) => ({ query, position: firstPlace(chosen) })),
    /** The URL of the first page of a query. */
    addressOf,
    toFirst,
    /** Replaces a page that no longer exists with the first one, so that "back" does not return to it. */
    restart: () => go(toFirstOf, { isReplaced: true }),
    pagesFrom,
  };
}
