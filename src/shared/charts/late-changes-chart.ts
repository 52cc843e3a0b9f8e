import { lazyPart } from '../ui/lazy/lazy-part.tsx';
import type { ChangesChartProps } from './changes-chart.tsx';

/** The chart of changes before and after them, which is loaded when it is opened. */
export const ChangesChart = lazyPart<ChangesChartProps>(
  () => import('./changes-chart.tsx').then((m) => m.ChangesChart),
  { isOnUse: true },
);
