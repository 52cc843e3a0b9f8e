import { TablePager } from '../table-pager.tsx';
import type { ListAddress } from './use-list-address.ts';

interface AddressPagerProps {
  address: ListAddress;
  /** Number of rows on the page; undefined while another one is loading. */
  count: number | undefined;
  total?: number | undefined;
  /** The cursor of the next page; null on the last one. */
  next: string | number | null | undefined;
}

/** Navigates the pages of a list whose position is in the URL. */
export const AddressPager = ({ address, count, total, next }: AddressPagerProps) => (
  <TablePager
    offset={address.offset}
    count={count}
    total={total}
    isExact
    pageSize={address.size}
    onPageSize={(size) => size !== undefined && address.setSize(size)}
    onFirst={address.toFirst}
    onPrevious={address.toPrevious}
    // No further step before the page is loaded.
    onNext={next == null || count === undefined ? undefined : () => address.toNext(String(next), count)}
  />
);
