import { useMemo, useState } from 'react';
import type { Density } from '../../../shared/table/fitting-rows.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { type ListPlaceInMemory, rememberedDensity, rememberedView, rememberView } from './list-memory.ts';
import type { KnownView, ListView } from './view-list.ts';

/**
 * Which columns a list shows, in which order and width; remembered per instance and template, and for the saved view that is open.
 * @param open - must be the same object as long as the view does not change
 */
export function useListView(instanceId: number, templateId: string, open?: KnownView) {
  const placeOf = (view: KnownView | undefined): ListPlaceInMemory => ({ instanceId, templateId, view });
  const [{ of, view }, setState] = useState(() => ({ of: open, view: rememberedView(placeOf(open)) }));
  if (of !== open) setState({ of: open, view: rememberedView(placeOf(open)) });
  const change = (changed: Partial<ListView>) => {
    const next = { ...view, ...changed };
    setState({ of: open, view: next });
    rememberView(placeOf(open), next);
  };
  const hide = useStableCallback((hidden: string[]) => change({ hidden }));
  const reorder = useStableCallback((order: string[]) => {
    // A view is of all instances: fields that only others have stay in it.
    const elsewhere = open ? view.order.filter((id) => !order.includes(id)) : [];
    change({ order: [...order, ...elsewhere] });
  });
  const resize = useStableCallback((id: string, width: number | undefined) => {
    const { [id]: _, ...others } = view.widths;
    change({ widths: width === undefined ? others : { ...others, [id]: width } });
  });
  const setBars = useStableCallback((bars: string[]) => change({ bars }));
  // A view that has none follows the list of all items.
  const usual = open ? (open.list.density ?? rememberedDensity()) : undefined;
  const setDensity = useStableCallback((density: Density) =>
    change({ density: open && density === usual ? open.list.density : density }),
  );
  const density = view.density ?? usual ?? 'comfortable';
  const reset = useStableCallback(() => change({ order: [], widths: {} }));
  return useMemo(
    () => ({ ...view, hide, reorder, resize, reset, setBars, setDensity, rows: density }),
    [view, hide, reorder, resize, reset, setBars, setDensity, density],
  );
}
