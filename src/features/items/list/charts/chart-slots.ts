import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { ChartMenusProps } from './chart-menus.tsx';
import type { ChartedListProps } from './charted-list.tsx';

/** Both parts are one file. */
const load = () => import('./charted-list.tsx');

/** What a chart draws, as menus next to the filters. */
export const ChartMenus = lazyPart<ChartMenusProps>(() => load().then((m) => m.ChartMenus), { isOnUse: true });

/** A chart, and the list next to it. */
export const ChartedList = lazyPart<ChartedListProps>(() => load().then((m) => m.ChartedList), { isOnUse: true });
