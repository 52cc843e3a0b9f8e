import { Button } from '@mantine/core';
import { reasonWithoutName } from '@quartermaster/contract/field-types/text.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { useFieldText } from '../../../../shared/item-form/field-texts.ts';
import { OthersChangeNote, OthersChangesProvider } from '../../../../shared/item-form/others-change.tsx';
import { count } from '../../../../shared/ui/count.ts';
import { useSettled } from '../../../../shared/ui/hooks/use-settled.ts';
import { noTranslate } from '../../../../shared/ui/no-translate.ts';
import { reasonOf } from '../model/cell-content.ts';
import { cellName, type GridState } from '../model/grid-state.ts';
import { wholeRow } from '../model/sheet.ts';
import { contentAt } from '../model/sheet-view.ts';
import { summaryOf } from '../model/summary.ts';
import classes from './grid.module.css';

interface StatusBarProps {
  state: GridState;
  rows: { loaded: number; totalText: string | undefined; hasMore: boolean; isCut: boolean; isLoading: boolean };
  onLoadAll: () => void;
  /** What the rows are. */
  noun?: string;
}

/** Below the grid: what is selected, what is wrong with the active cell, and how many rows are loaded. */
export function StatusBar({ state, rows, onLoadAll, noun = 'item' }: StatusBarProps) {
  const selection = useSyncExternalStore(
    useCallback((listener) => state.subscribeSelection(listener), [state]),
    () => state.selection(),
  );
  const counts = useSyncExternalStore(
    useCallback((listener) => state.sheet.listeners.subscribe(listener), [state]),
    () => state.sheet.counts(),
  );
  const reason = reasonAt(state);
  const { column, row } = state.active();
  const locked = column?.locked;
  const editors = useFieldText(state.editors, column && row !== undefined ? cellName(row, column.id) : '');
  return (
    <footer {...noTranslate(classes.status)}>
      <span id={state.reasonId} className={classes.reason} role="status" aria-label="Active cell">
        {reason}
        {column && row !== undefined && state.sheet.isEdited(row, column.id) && (
          <OthersChangesProvider value={state.others}>
            <OthersChangeNote name={cellName(row, column.id)} {...(column.settings && { settings: column.settings })} />
          </OthersChangesProvider>
        )}
      </span>
      <span className={classes.quiet} role="status" aria-label="Others at the active cell">
        {editors?.text}
      </span>
      {reason === undefined && <LoadedRows rows={rows} onLoadAll={onLoadAll} noun={noun} />}
      {reason === undefined && locked !== undefined && <span className={classes.quiet}>{locked}</span>}
      {counts.invalid > 0 && reason === undefined && (
        <span className={classes.reason}>{count(counts.invalid, 'invalid cell')}</span>
      )}
      <SelectionNumbers state={state} selection={selection} counts={counts} />
    </footer>
  );
}

/** Why the active cell is invalid, with the name of its column. */
function reasonAt(state: GridState): string | undefined {
  const { column, row } = state.active();
  if (!column || row === undefined) return undefined;
  const content = contentAt(state.view(), state.selection().active);
  const refused = state.sheet.mark(row)?.refused;
  const reason = reasonOf(content) ?? refused?.get(column.id);
  if (reason !== undefined)
    return `${column.header}: ${column.settings ? reasonWithoutName(reason, column.settings) : reason}`;
  return refused?.get(wholeRow);
}

function LoadedRows({ rows, onLoadAll, noun }: Required<Omit<StatusBarProps, 'state'>>): ReactNode {
  const { loaded, totalText, hasMore, isCut, isLoading } = rows;
  if (isCut)
    return (
      <span className={classes.quiet}>
        The first {numberText(loaded)} of {totalText} items are shown. Filter the list to edit others.
      </span>
    );
  if (!hasMore) return <span className={classes.quiet}>{count(loaded, noun)}</span>;
  return (
    <>
      <span className={classes.quiet}>
        {numberText(loaded)} of {totalText} items are loaded
      </span>
      <Button size="compact-xs" variant="default" loading={isLoading} onClick={onLoadAll}>
        Load all
      </Button>
    </>
  );
}

interface SelectionNumbersProps {
  state: GridState;
  selection: ReturnType<GridState['selection']>;
  /** Another object after each edit. */
  counts: object;
}

/** Sum, average, count and distinct values of the selection, once it rests. */
function SelectionNumbers({ state, selection, counts }: SelectionNumbersProps) {
  const settled = useSettled(selection, 60);
  const settledCounts = useSettled(counts, 60);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet has changed with the counts
  const summary = useMemo(() => summaryOf(state.view(), settled), [state, settled, settledCounts]);
  const { cells, filled, distinct, sum, average } = summary;
  return (
    <div className={classes.numbers} role="status" aria-label="Selection">
      {cells > 1 && (
        <>
          {sum !== undefined && <span>Sum {plain(sum)}</span>}
          {average !== undefined && <span>Average {plain(average)}</span>}
          <span>Count {numberText(filled)}</span>
          <span>Distinct {numberText(distinct)}</span>
        </>
      )}
    </div>
  );
}

const plain = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 6 });
