import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import type { Filter } from '@quartermaster/contract/field-types/filters.ts';
import { compareTexts } from '@quartermaster/contract/texts.ts';

/** The requested page of a list; without a cursor the first one. */
export interface ItemsPageQuery {
  filters: Filter[];
  /** Part of the label, or the id. */
  search?: string | undefined;
  sort?: { field: string; direction: 'asc' | 'desc' } | undefined;
  cursor?: string | undefined;
  /** The first page is the last one of the list, and the next page the one before. */
  fromEnd?: boolean;
  limit: number;
  /** Also the pictures of the items. */
  withImages?: boolean;
}

/** The body of the call for a page. */
export const listBody = ({ filters, search, sort, cursor, fromEnd, limit, withImages }: ItemsPageQuery) => ({
  filters,
  limit,
  ...(search ? { search } : {}),
  ...(sort ? { sort } : {}),
  ...(cursor ? { cursor } : {}),
  ...(fromEnd ? { from_end: true } : {}),
  ...(withImages ? { images: true } : {}),
});

/** One page of a list; `nextCursor` is `null` on the last one. */
export interface ItemsPage {
  rows: ItemRow[];
  total: number;
  totalIsExact: boolean;
  nextCursor: string | null;
  /** The paths of the pictures, by the id of the item. */
  images?: Readonly<Record<string, string>>;
}

/** Creates a page from all items, for servers that return the whole list; its cursors are list positions. */
export function pageOfAll(
  all: readonly ItemRow[],
  { sort, cursor, fromEnd = false, limit }: Omit<ItemsPageQuery, 'filters' | 'search'>,
): ItemsPage {
  const start = Number(cursor ?? 0) || 0;
  const sorted = sort ? all.toSorted(byField(sort)) : all;
  const end = start + limit;
  return {
    rows: fromEnd ? sorted.slice(Math.max(0, all.length - end), all.length - start) : sorted.slice(start, end),
    total: all.length,
    totalIsExact: true,
    nextCursor: end < all.length ? String(end) : null,
  };
}

function byField({ field, direction }: NonNullable<ItemsPageQuery['sort']>) {
  const sortValue = (row: ItemRow) =>
    field === 'id' ? row.id : field === 'label' ? row.internal_label : row.values[field];
  const sign = direction === 'asc' ? 1 : -1;
  return (left: ItemRow, right: ItemRow) => {
    const a = sortValue(left);
    const b = sortValue(right);
    // Empty values come last in both directions, as on the server.
    if (a === undefined || a === null) return b === undefined || b === null ? 0 : 1;
    if (b === undefined || b === null) return -1;
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));
    return order * sign;
  };
}
