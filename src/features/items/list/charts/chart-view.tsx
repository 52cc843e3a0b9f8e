import { AmountsChart } from './amounts-chart.tsx';
import { BinsChart } from './bins-chart.tsx';
import type { ChartViewProps } from './chart-view-props.ts';
import { PointsChart } from './points-chart.tsx';

/** A chart of a list. */
export function ChartView({ chart, ...props }: ChartViewProps) {
  switch (chart.kind) {
    case 'points':
      return <PointsChart key={chart.kind} {...props} chart={chart} />;
    case 'amounts':
      return <AmountsChart key={chart.kind} {...props} chart={chart} />;
    default:
      return <BinsChart key={chart.kind} {...props} chart={chart} />;
  }
}
