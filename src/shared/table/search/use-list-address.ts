import { useLocation, useNavigate } from 'react-router-dom';
import { rememberedSize, rememberSize, sizeOf } from '../page-sizes.ts';
import { type Days, formatDays, parseDays } from './days.ts';

/** A page of a list: its cursor, and the number of rows before it. */
interface Page {
  cursor: string | undefined;
  offset: number;
}

/** The part of a list's state that is in the history entry, and not in the URL. */
interface Trail {
  /** The previous pages, the first one first. */
  pages?: Page[];
}

/** The state of a searchable list in its URL, and the functions that change it; all except typing add a history entry. */
export function useListAddress() {
  const { pathname, search: query, state: entry } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(query);
  const { pages = [] }: Trail = entry ?? {};
  const before = pages.at(-1);
  const cursor = params.get('cursor') || undefined;
  const from = Number(params.get('from'));
  // Without a cursor it is the first page, whatever the rest of the URL.
  const offset = cursor && Number.isSafeInteger(from) && from > 0 ? from : 0;

  const addressOf = (changed: Record<string, string | undefined>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries({ cursor: undefined, from: undefined, ...changed })) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next.size > 0 ? `${pathname}?${next}` : pathname;
  };
  const turn = (page: Page, trail: Page[]) =>
    navigate(addressOf({ cursor: page.cursor, from: page.offset > 0 ? String(page.offset) : undefined }), {
      state: { pages: trail },
    });

  return {
    search: params.get('search') ?? '',
    person: Number(params.get('person')) || undefined,
    /** The days that the list is limited to; `null` for all. */
    days: parseDays(params.get('days')),
    setDays: (days: Days | null) => void navigate(addressOf({ days: days ? formatDays(days) : undefined })),
    cursor,
    offset,
    size: sizeOf(params.get('size')) ?? rememberedSize(),
    /** Goes to the first page of a search; for the input. */
    setSearch: (search: string) => void navigate(addressOf({ search }), { replace: true, state: { isTyped: true } }),
    clearSearch: () => void navigate(addressOf({ search: undefined })),
    setSize: (size: number) => {
      rememberSize(size);
      void navigate(addressOf({ size: String(size) }));
    },
    /** The URL of the first page; with an id, only of the entries about that member. */
    addressOfPerson: (id: number | undefined) => addressOf({ person: id === undefined ? undefined : String(id) }),
    /** Replaces a page that no longer exists with the first one, so that "back" does not return to it. */
    restart: () => void navigate(addressOf({}), { replace: true }),
    toFirst: cursor === undefined ? undefined : () => void navigate(addressOf({})),
    toPrevious: before ? () => void turn(before, pages.slice(0, -1)) : undefined,
    /** Goes to the page after the current one, which has this many rows. */
    toNext: (next: string, rows: number) =>
      void turn({ cursor: next, offset: offset + rows }, [...pages, { cursor, offset }]),
  };
}

/** The position in a list according to its URL. */
export type ListAddress = ReturnType<typeof useListAddress>;
