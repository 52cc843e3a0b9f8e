import { useMemo, useState } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';

type Widths = Readonly<Record<string, number>>;

/** The widths of a table's columns while one of them is dragged, and the handlers of its handle. */
export function useDraggedWidth(
  chosen: Widths,
  onWidth: ((id: string, width: number | undefined) => void) | undefined,
) {
  const [dragged, setDragged] = useState<{ id: string; width: number }>();
  const widths = useMemo(() => (dragged ? { ...chosen, [dragged.id]: dragged.width } : chosen), [chosen, dragged]);
  const drag = useStableCallback((id: string, width: number) =>
    setDragged(width > 0 ? { id, width: width } : undefined),
  );
  const choose = useStableCallback((id: string, width: number | undefined) => {
    setDragged(undefined);
    onWidth?.(id, width);
  });
  return { widths, ...(onWidth && { onDrag: drag, onChoose: choose }) };
}
