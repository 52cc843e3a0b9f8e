import { useMemo, useState } from 'react';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { type ListView, rememberedView, rememberView } from './list-memory.ts';

/** Which columns a list shows, in which order and width; remembered per instance and template. */
export function useListView(instanceId: number, templateId: string) {
  const [view, setView] = useState(() => rememberedView(instanceId, templateId));
  const change = (changed: Partial<ListView>) => {
    const next = { ...view, ...changed };
    setView(next);
    rememberView(instanceId, templateId, next);
  };
  const hide = useStableCallback((hidden: string[]) => change({ hidden }));
  const reorder = useStableCallback((order: string[]) => change({ order }));
  const resize = useStableCallback((id: string, width: number | undefined) => {
    const { [id]: _, ...others } = view.widths;
    change({ widths: width === undefined ? others : { ...others, [id]: width } });
  });
  const reset = useStableCallback(() => change({ order: [], widths: {} }));
  return useMemo(() => ({ ...view, hide, reorder, resize, reset }), [view, hide, reorder, resize, reset]);
}
