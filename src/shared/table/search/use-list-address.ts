import { useLocation, useNavigate } from 'react-router-dom';
import { rememberedSize, rememberSize, sizeOf } from '../page-sizes.ts';

/** A page of a list: where it begins, as its cursor and as the number of rows before it. */
interface Page {
  cursor: string | undefined;
  offset: number;
}

/** What a history entry keeps of a list, as its address does not. */
interface Trail {
  /** The pages that have led here, the first one first. */
  pages?: Page[];
}

/** What the address says of a list that can be searched, and the ways to change it; all but typing is a step back in the history. */
export function useListAddress() {
  const { pathname, search: query, state: entry } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(query);
  const { pages = [] }: Trail = entry ?? {};
  const before = pages.at(-1);
  const cursor = params.get('cursor') || undefined;
  const from = Number(params.get('from'));
  // Without a cursor it is the first page, whatever else the address says.
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
    cursor,
    offset,
    size: sizeOf(params.get('size')) ?? rememberedSize(),
    /** Goes to the first page of what a text is found in; for the input in which it is typed. */
    setSearch: (search: string) => void navigate(addressOf({ search }), { replace: true, state: { isTyped: true } }),
    clearSearch: () => void navigate(addressOf({ search: undefined })),
    setSize: (size: number) => {
      rememberSize(size);
      void navigate(addressOf({ size: String(size) }));
    },
    /** The address of the first page, of the entries about somebody only where an id is given. */
    addressOfPerson: (id: number | undefined) => addressOf({ person: id === undefined ? undefined : String(id) }),
    /** Leaves a page that is no longer there for the first one, so that no step back leads to it. */
    restart: () => void navigate(addressOf({}), { replace: true }),
    toFirst: cursor === undefined ? undefined : () => void navigate(addressOf({})),
    toPrevious: before ? () => void turn(before, pages.slice(0, -1)) : undefined,
    /** Goes to the page behind the drawn one, which has this many rows. */
    toNext: (next: string, rows: number) =>
      void turn({ cursor: next, offset: offset + rows }, [...pages, { cursor, offset }]),
  };
}

/** The place in a list as its address says it. */
export type ListAddress = ReturnType<typeof useListAddress>;
