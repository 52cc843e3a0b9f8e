import { Button } from '@mantine/core';
import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { toFilter } from '@quartermaster/contract/rules/filter.ts';
import { type ReactNode, useMemo } from 'react';
import type { ListPage } from '../../../../shared/data/list-page.ts';
import type { SelectState } from '../../../../shared/table/selection/select-state.ts';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import type { ListedItems } from '../use-listed-items.ts';
import { brushedRange, isBrush, withBrush } from './chart-brush.ts';
import { ChartMenus } from './chart-menus.tsx';
import { ChartView } from './chart-view.tsx';
import classes from './charts.module.css';
import { axesOf, chartIn, drawableFields, type ListChart } from './list-chart.ts';

export { ChartMenus };

type Columns = readonly TableColumn<ItemRow, SelectState>[];

export interface ChartedListProps {
  instanceId: number;
  templateId: string;
  items: ListedItems;
  page: { data: ListPage<ItemRow> | undefined; isPlaceholderData: boolean };
  columns: Columns;
  /** Renders the list with some of its columns. */
  listOf: (columns: Columns, hidden: readonly string[]) => ReactNode;
}

const none: never[] = [];

/** A chart of what a list is filtered by, and next to it the list, which a brush in the chart filters, too. */
export function ChartedList({ instanceId, templateId, items, page, columns, listOf }: ChartedListProps) {
  const { list, fields, filterable, groupable, filters, pageQuery, changeFilters } = items;
  const { chart: text } = list.query;
  const chart = useMemo(
    () => chartIn(text, drawableFields({ fields, filterable, groupable })),
    [text, fields, filterable, groupable],
  );
  const axes = useMemo(() => (chart ? axesOf(chart) : none), [chart]);
  const drawnFilters = useMemo(
    () => filters.filter((filter) => !isBrush(filter, axes)).map((filter) => toFilter(filter)),
    [filters, axes],
  );
  const listed = useMemo(() => columnsNextTo(chart, columns), [chart, columns]);
  const isBrushed = filters.some((filter) => isBrush(filter, axes));
  const total = page.isPlaceholderData ? undefined : page.data?.total;
  return (
    <div className={classes.split}>
      <section className={classes.chart} aria-label="Chart">
        <ChartMenus items={items} isInChart />
        {chart && (
          <ChartView
            instanceId={instanceId}
            templateId={templateId}
            chart={chart}
            listed={{ filters: drawnFilters, search: pageQuery.search }}
            chosen={filters}
            brush={axes.map((axis) => brushedRange(axis, filters))}
            onBrush={(ranges) => changeFilters((before) => withBrush(before, axes, ranges))}
            changeFilters={changeFilters}
          />
        )}
      </section>
      <div className={classes.side}>
        <p className={classes.sideHead}>
          <span role="status">
            {total !== undefined && (
              <>
                <strong>{numberText(total)}</strong>
                {page.data?.totalIsExact === false && '+'} {isBrushed ? 'in the brush' : total === 1 ? 'item' : 'items'}
              </>
            )}
          </span>
          {isBrushed && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => changeFilters((before) => withBrush(before, axes, none))}
            >
              Clear
            </Button>
          )}
        </p>
        {listOf(listed, none)}
      </div>
    </div>
  );
}

/** Pixels of the column of a number, whose header is the name without its groups, and of a moment. */
const [numberWidth, momentWidth] = [96, 196];

/** The checkboxes, the label, and the fields that are drawn. */
function columnsNextTo(chart: ListChart | undefined, columns: Columns): Columns {
  const fields = !chart ? [] : chart.kind === 'points' ? [chart.x, chart.y] : [chart.field];
  const drawn = new Map(fields.map(({ id, settings }) => [id, settings.label || settings.name]));
  return columns.flatMap((column) => {
    const header = drawn.get(column.id);
    if (header !== undefined) return [{ ...column, header, width: chart?.kind === 'time' ? momentWidth : numberWidth }];
    if (column.id === 'label') return [{ ...column, isRowHeader: true }];
    return column.pinned && column.id !== 'id' ? [column] : [];
  });
}
