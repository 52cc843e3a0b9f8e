import { Button, NativeSelect } from '@mantine/core';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { memo, useRef, useState } from 'react';
import { compactButton, quietButton, wordsIfWide } from '../ui/compact.ts';
import { useStableCallback } from '../ui/hooks/use-stable-callback.ts';
import { IconChevronLeft } from '../ui/icons/chevron-left.ts';
import { IconChevronRight } from '../ui/icons/chevron-right.ts';
import { IconChevronsLeft } from '../ui/icons/chevrons-left.ts';
import { IconChevronsRight } from '../ui/icons/chevrons-right.ts';
import type { Icon } from '../ui/icons/icon.ts';
import { noTranslate } from '../ui/no-translate.ts';
import classes from './data-table.module.css';
import { pageSizes } from './page-sizes.ts';
import { useToastRoom } from './use-toast-room.ts';

interface TablePagerProps {
  /** Index of the page's first row in the whole list, from 0. */
  offset: number;
  /** Number of rows on the page; undefined while loading. */
  count: number | undefined;
  total: number | undefined;
  /** False if there are more matches than were counted. */
  isExact: boolean;
  pageSize: number;
  /** How many rows fit into the window, if that is an option; `isFitted` if it is the chosen one. */
  fit?: { rows: number; isFitted: boolean };
  /** Undefined for as many as fit. */
  onPageSize: (size: number | undefined) => void;
  onFirst: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** Undefined hides the button for the last page: where that is already shown, or not known. */
  onLast?: (() => void) | undefined;
}

const fitting = 'fit';

/** The displayed range of a list, e.g. `1–25 of 1,000+`. */
export function rangeText(offset: number, count: number, total: number | undefined, isExact: boolean): string {
  if (count === 0) return offset === 0 ? '0 items' : 'No more items';
  const range = `${numberText(offset + 1)}–${numberText(offset + count)}`;
  if (total === undefined) return range;
  // Beyond the counted part, the total would be smaller than the range.
  return `${range} of ${numberText(Math.max(total, offset + count))}${isExact ? '' : '+'}`;
}

/** Navigates the pages of a list by cursors, and selects the page size; its controls are memoized, as rows change more often. */
export function TablePager(props: TablePagerProps) {
  const { offset, count, total, isExact, pageSize, fit, onPageSize, onFirst, onPrevious, onNext, onLast } = props;
  const range = count === undefined ? undefined : rangeText(offset, count, total, isExact);
  const nav = useRef<HTMLElement>(null);
  const toLast = useStableIfAny(onLast);
  useToastRoom(nav);
  // While another page is loading, the previous rows and their range are shown.
  const [last, setLast] = useState(range);
  if (range !== undefined && range !== last) setLast(range);
  return (
    <nav ref={nav} className={classes.pager} aria-label="Pages">
      <span {...noTranslate(classes.count)} aria-live="polite" aria-busy={range === undefined}>
        {last ?? ' '}
      </span>
      <PageSize
        fittingRows={fit?.rows}
        value={fit?.isFitted ? fitting : String(pageSize)}
        onPageSize={useStableCallback(onPageSize)}
      />
      <div className={classes.steps}>
        <PagerButton label="First" Icon={IconChevronsLeft} onClick={useStableIfAny(onFirst)} />
        <PagerButton label="Previous" Icon={IconChevronLeft} onClick={useStableIfAny(onPrevious)} />
        <PagerButton label="Next" Icon={IconChevronRight} isForward onClick={useStableIfAny(onNext)} />
        {'onLast' in props && <PagerButton label="Last" Icon={IconChevronsRight} isForward onClick={toLast} />}
      </div>
    </nav>
  );
}

function useStableIfAny(handle: (() => void) | undefined): (() => void) | undefined {
  const stable = useStableCallback(() => handle?.());
  return handle && stable;
}

interface PageSizeProps {
  /** Undefined where it is not an option. */
  fittingRows: number | undefined;
  value: string;
  onPageSize: (size: number | undefined) => void;
}

const PageSize = memo(function PageSize({ fittingRows, value, onPageSize }: PageSizeProps) {
  const fit = fittingRows === undefined ? [] : [{ value: fitting, label: `Fit (${fittingRows})` }];
  return (
    <NativeSelect
      size="xs"
      classNames={{ root: classes.size, label: wordsIfWide }}
      label="Rows"
      labelProps={{ c: 'dimmed', fz: 'sm', fw: 400 }}
      data={[...fit, ...pageSizes.map((size) => ({ value: String(size), label: String(size) }))]}
      value={value}
      onChange={({ currentTarget }) =>
        onPageSize(currentTarget.value === fitting ? undefined : Number(currentTarget.value))
      }
    />
  );
});

interface PagerButtonProps {
  label: string;
  Icon: Icon;
  isForward?: boolean;
  /** Undefined where there is no such page. */
  onClick: (() => void) | undefined;
}

const PagerButton = memo(function PagerButton({ label, Icon, isForward = false, onClick }: PagerButtonProps) {
  // A disabled button would lose the focus, even while its page is loading.
  const [isFocused, setFocused] = useState(false);
  const icon = <Icon size={14} aria-hidden />;
  return (
    <Button
      {...quietButton}
      size="xs"
      classNames={compactButton}
      {...(isForward ? { rightSection: icon } : { leftSection: icon })}
      disabled={!onClick && !isFocused}
      {...(!onClick && isFocused && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={onClick}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      title={label}
    >
      {label}
    </Button>
  );
});
