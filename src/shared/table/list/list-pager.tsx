import { TablePager } from '../table-pager.tsx';
import type { PageSteps, StepsFrom } from './use-list-state.ts';

/** Props of {@link ListPager}. */
export interface ListPagerProps {
  address: {
    /** The number of rows before the page. */
    offset: number;
    size: number;
    /** How many rows fit into the window, if that is an option; `isFitted` if it is the chosen one. */
    fit?: { rows: number; isFitted: boolean };
    /** Undefined for as many as fit. */
    setSize: (size: number | undefined) => void;
    pagesFrom: StepsFrom;
  };
  /** Number of rows on the page; undefined while another one is loading. */
  count: number | undefined;
  total: number | undefined;
  /** False if there are more matches than were counted. */
  isExact: boolean;
  /** The cursor of the next page; null on the last one. */
  next: string | null | undefined;
  /** True if the server also pages the list from its end. */
  hasLast: boolean;
}

/** Navigates the pages of a list whose position is in the URL. */
export function ListPager({ address, count, total, isExact, next, hasLast }: ListPagerProps) {
  const { onLast, ...steps }: PageSteps = address.pagesFrom({
    nextCursor: next,
    rows: count,
    total: isExact && count !== undefined ? total : undefined,
  });
  return (
    <TablePager
      offset={address.offset}
      count={count}
      total={total}
      isExact={isExact}
      pageSize={address.size}
      {...(address.fit && { fit: address.fit })}
      onPageSize={address.setSize}
      {...steps}
      {...(hasLast && { onLast })}
    />
  );
}
