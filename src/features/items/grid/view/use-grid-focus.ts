import { type FocusEvent, type RefObject, useEffect } from 'react';
import { useServices } from '../../../../shared/services/services.ts';
import type { GridState } from '../model/grid-state.ts';

/**
 * Notes whether the grid has the focus. It still does if the focused cell was removed, which leaves the focus nowhere, but not
 * after a press elsewhere, also on something that takes no focus.
 */
export function useGridFocus(state: GridState, viewport: RefObject<HTMLElement | null>) {
  const { root, overlay } = useServices();
  useEffect(() => {
    const document = root.ownerDocument;
    const press = ({ target }: PointerEvent) => {
      // The list of a select and a calendar belong to the editor of a cell.
      const isInside = target instanceof Node && (viewport.current?.contains(target) || overlay.contains(target));
      if (!isInside) state.isFocused = false;
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [state, viewport, root, overlay]);
  return {
    onFocus: () => state.enterFocus(),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) state.isFocused = false;
    },
  };
}
