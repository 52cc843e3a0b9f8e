import { useCallback } from 'react';
import { rememberedSize, rememberSize } from '../page-sizes.ts';
import { type Days, formatDays, parseDays } from './days.ts';
import type { QueryFormat } from './list-state.ts';
import { useListState } from './use-list-state.ts';

/** What a list of people, roles or events can be filtered by. */
interface ListQuery {
  search: string;
  /** The id of a member. */
  person: number | undefined;
  /** The feature that has made a change. */
  origin: string | undefined;
  days: Days | null;
}

const format: QueryFormat<ListQuery> = {
  names: ['search', 'person', 'origin', 'days'],
  parse: (params) => ({
    search: params.get('search') ?? '',
    person: Number(params.get('person')) || undefined,
    origin: params.get('origin') ?? undefined,
    days: parseDays(params.get('days')),
  }),
  format: ({ search, person, origin, days }, params) => {
    if (search) params.set('search', search);
    if (person !== undefined) params.set('person', String(person));
    if (origin !== undefined) params.set('origin', origin);
    if (days) params.set('days', formatDays(days));
  },
};

/** The state of a list in its URL, and the functions that change it. */
export function useListAddress() {
  const { query, position, addressOf, setQuery, setSize, ...list } = useListState({
    format,
    defaultSize: rememberedSize,
  });
  return {
    searched: query.search,
    person: query.person,
    origin: query.origin,
    days: query.days,
    ...list,
    /** The requested page. */
    pageQuery: { cursor: position.cursor, limit: position.size },
    size: position.size,
    setDays: (days: Days | null) => setQuery((before) => ({ ...before, days })),
    setOrigin: (origin: string | undefined) => setQuery((before) => ({ ...before, origin })),
    /** The URL of the first page; with an id, only of the entries about that member. */
    addressOfPerson: useCallback((person: number | undefined) => addressOf({ ...query, person }), [addressOf, query]),
    /** For the input. */
    setSearch: (search: string) => setQuery((before) => ({ ...before, search }), true),
    clear: () => setQuery((before) => ({ ...before, search: '', origin: undefined, days: null })),
    /** Also the size of other lists from then on. */
    setSize: (size: number | undefined) => {
      if (size === undefined) return;
      rememberSize(size);
      setSize(size);
    },
  };
}

/** The state of a list according to its URL. */
export type ListAddress = ReturnType<typeof useListAddress>;
