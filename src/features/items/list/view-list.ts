import type { View, ViewList } from '@quartermaster/contract/endpoints/views.ts';
import { type FilterOp, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { toFilter } from '@quartermaster/contract/rules/filter.ts';
import type { Density } from '../../../shared/table/fitting-rows.ts';
import { isPageSize } from '../../../shared/table/page-sizes.ts';
import { areSameFilters, isSameSort, type ListFilter, layoutOf, toListFilter, type ViewQuery } from './list-state.ts';

/** Which columns a list shows, in which order and width. */
export interface ListView {
  hidden: string[];
  /** Ids of columns; empty for the order of the template. */
  order: string[];
  /** Widths set by the user, by column. */
  widths: Record<string, number>;
  /** The columns with bars. */
  bars: readonly string[];
  /** Undefined for a view without one, which has that of the list of all items. */
  density?: Density | undefined;
}

/** A saved view as the list needs it. */
export type KnownView = Pick<View, 'id' | 'name' | 'list'>;

const conditions = new Map(Object.entries(filterOps).map(([name, op]) => [op as number, name as FilterOp]));

const filtersOf = ({ filters }: ViewList): ListFilter[] =>
  filters.flatMap(({ template_field_id: fieldId, op, value }) => {
    const condition = conditions.get(op);
    return condition ? [toListFilter({ fieldId, condition, value })] : [];
  });

/** What a view filters, sorts and groups by, and its layout. */
export const queryOfView = ({ list }: KnownView): ViewQuery => ({
  filters: filtersOf(list),
  sort: list.sort ?? undefined,
  layout: layoutOf(list.layout),
  chart: list.chart,
  group: list.group,
});

/** Which columns a view shows, in which order and width, how high its rows are, and how many rows: undefined for as many as fit. */
export const columnsOfView = ({
  list: { hidden, order, widths, bars = [], density, size },
}: KnownView): ListView & { size?: number } => ({
  hidden,
  order,
  widths,
  bars,
  density,
  ...(size !== null && { size }),
});

/** A list as it is shown, as a view stores it. */
export function toViewList(
  { filters, sort, layout, chart, group }: ViewQuery,
  { hidden, order, widths, bars, density }: ListView,
  size: number | undefined,
): ViewList {
  const chosen = size !== undefined && isPageSize(size) ? (size as ViewList['size']) : null;
  return {
    filters: filters.map((filter) => toFilter(filter)),
    sort: sort ?? null,
    hidden,
    order,
    widths,
    size: chosen,
    ...(bars.length > 0 && { bars: [...bars] }),
    ...(density && { density }),
    ...(layout && { layout }),
    ...(layout === 'chart' && chart && { chart }),
    ...(group && { group }),
  };
}

/** Whether a list is another one than a view has. The order in which filters or hidden columns were chosen does not matter. */
export function isChanged(stored: ViewList, current: ViewList): boolean {
  const isSame =
    areSameFilters(filtersOf(stored), filtersOf(current)) &&
    isSameSort(stored.sort ?? undefined, current.sort ?? undefined) &&
    stored.size === current.size &&
    stored.density === current.density &&
    stored.group === current.group &&
    stored.chart === current.chart &&
    (stored.layout ?? 'table') === (current.layout ?? 'table') &&
    stored.order.join() === current.order.join() &&
    idsText(stored.hidden) === idsText(current.hidden) &&
    idsText(stored.bars) === idsText(current.bars) &&
    widthsText(stored) === widthsText(current);
  return !isSame;
}

const idsText = (ids: readonly string[] | undefined) => ids?.toSorted().join() ?? '';

const widthsText = ({ widths }: ViewList) =>
  Object.entries(widths)
    .map(([id, width]) => `${id}:${width}`)
    .toSorted()
    .join();
