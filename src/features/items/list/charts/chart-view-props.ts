import type { PlotRange } from '../../../../shared/charts/plot-range.ts';
import type { ItemsPageQuery } from '../../../../shared/data/items-page.ts';
import type { ChangeFilters, ListFilter } from '../list-state.ts';
import type { ListChart } from './list-chart.ts';

/** What a chart gets from its list. */
export interface ChartViewProps<C extends ListChart = ListChart> {
  instanceId: number;
  templateId: string;
  chart: C;
  /** What the list is filtered by, without the brush. */
  listed: Pick<ItemsPageQuery, 'filters' | 'search'>;
  /** All filters of the list. */
  chosen: readonly ListFilter[];
  /** The ranges of the axes that the list is filtered by. */
  brush: readonly (PlotRange | undefined)[];
  /** Called with a range for each axis, or with none. */
  onBrush: (ranges: readonly PlotRange[]) => void;
  changeFilters: ChangeFilters;
}
