import { Button, Group, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText } from '../ui/count.ts';
import { texts } from '../ui/texts.ts';
import classes from './data-table.module.css';
import { pageSizes } from './page-sizes.ts';

interface TablePagerProps {
  /** Index of the page's first row in the whole list, from 0. */
  offset: number;
  /** Number of rows on the page; undefined while loading. */
  count: number | undefined;
  total: number | undefined;
  /** False if more match than were counted. */
  isExact: boolean;
  pageSize: number;
  onPageSize: (size: number) => void;
  onFirst: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The displayed range of a list, e.g. `1–25 of 1,000+`. */
export function rangeText(offset: number, count: number, total: number | undefined, isExact: boolean): string {
  if (count === 0) return offset === 0 ? '0 items' : texts.noMoreItems;
  const range = `${numberText(offset + 1)}–${numberText(offset + count)}`;
  if (total === undefined) return range;
  // Beyond the counted part, the total would be smaller than the range.
  return `${range} of ${numberText(Math.max(total, offset + count))}${isExact ? '' : '+'}`;
}

/** Navigates the pages of a list by cursors, and selects the page size. */
export function TablePager(props: TablePagerProps) {
  const { offset, count, total, isExact, pageSize, onPageSize, onFirst, onPrevious, onNext } = props;
  const range = count === undefined ? undefined : rangeText(offset, count, total, isExact);
  // While another page is loading, the rows of the one before are shown, and so is its range.
  const [shown, setShown] = useState(range);
  if (range !== undefined && range !== shown) setShown(range);
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className={classes.count} aria-live="polite" aria-busy={range === undefined}>
        {shown ?? ' '}
      </span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: NativeSelect renders the select inside */}
      <label className={classes.size}>
        Rows
        <NativeSelect
          size="xs"
          data={pageSizes.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
      </label>
      <Group gap={4}>
        <Button size="xs" variant="default" disabled={!onFirst} onClick={onFirst}>
          First
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!onPrevious}
          onClick={onPrevious}
          leftSection={<IconChevronLeft size={14} aria-hidden />}
        >
          Previous
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!onNext}
          onClick={onNext}
          rightSection={<IconChevronRight size={14} aria-hidden />}
        >
          Next
        </Button>
      </Group>
    </nav>
  );
}
