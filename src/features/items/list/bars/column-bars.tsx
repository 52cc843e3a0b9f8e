import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chartQueries } from '../../../../shared/data/charts.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import type { ListedItems } from '../use-listed-items.ts';
import classes from './bar.module.css';
import { Bar, type BarRange } from './bar.tsx';

type Columns = readonly TableColumn<ItemRow>[];

/** Adds bars to columns. */
export type WithBars = (columns: Columns) => Columns;

export interface ColumnBarsProps {
  instanceId: number;
  templateId: string;
  items: Pick<ListedItems, 'view' | 'columns' | 'pageQuery'>;
  rows: readonly ItemRow[] | undefined;
  /** Called with what adds the bars, and with nothing once there are none. */
  onDrawn: (withBars: WithBars | undefined) => void;
}

const none: never[] = [];

/** Loads the ranges of the columns with bars: those of the whole list, so that a bar is as long on every page. */
export function ColumnBars({ instanceId, templateId, items, rows = none, onDrawn }: ColumnBarsProps) {
  const request = useRequest();
  const { columns, pageQuery } = items;
  const { bars, hidden } = items.view;
  const { filters, search } = pageQuery;
  const drawn = useMemo(
    () => columns.filter(({ id, numberOf }) => numberOf && bars.includes(id) && !hidden.includes(id)),
    [columns, bars, hidden],
  );
  const ranges = useQueries({
    queries: drawn.map(({ id }) =>
      chartQueries.drawn(request, instanceId, templateId, { kind: 'distribution', field: id }, { filters, search }),
    ),
    combine: rangesOf,
  });
  // Other rows change nothing where the ranges are known.
  const loaded = ranges.includes(null) ? rows : none;
  useEffect(() => {
    const byColumn = new Map(
      drawn.map((column, index) => [column.id, ranges[index] === null ? rangeOf(loaded, column) : ranges[index]]),
    );
    onDrawn((plain) => plain.map((column) => withBar(column, byColumn.get(column.id))));
  }, [onDrawn, drawn, ranges, loaded]);
  useEffect(() => () => onDrawn(undefined), [onDrawn]);
  return null;
}

type RangeQuery = ReturnType<typeof chartQueries.drawn>;
type RangeAnswer = { data: Awaited<ReturnType<NonNullable<RangeQuery['queryFn']>>> | undefined; isError: boolean };

/** The range of each answer; null if there is none, as for very long lists. */
const rangesOf = (answers: readonly RangeAnswer[]): (BarRange | null | undefined)[] =>
  answers.map(({ data, isError }) => {
    if (data?.kind === 'distribution' && data.stats) return { min: data.stats.min, max: data.stats.max };
    return isError ? null : undefined;
  });

/** The range of the rows that are loaded. */
function rangeOf(rows: readonly ItemRow[], { numberOf }: TableColumn<ItemRow>): BarRange {
  const numbers = rows.flatMap((row) => numberOf?.(row) ?? []);
  return { min: Math.min(0, ...numbers), max: Math.max(0, ...numbers) };
}

function withBar(column: TableColumn<ItemRow>, range: BarRange | undefined): TableColumn<ItemRow> {
  const { numberOf, cell, cellProps } = column;
  if (!range || !numberOf) return column;
  return {
    ...column,
    cell: (row, state) => {
      const value = numberOf(row);
      return (
        <>
          {value !== undefined && <Bar value={value} range={range} />}
          {cell(row, state)}
        </>
      );
    },
    cellProps: (row, state) => {
      const { className = '', ...props } = cellProps?.(row, state) ?? {};
      return { ...props, className: `${classes.cell} ${className}` };
    },
  };
}
