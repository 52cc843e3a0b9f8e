import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { TreeRow } from './tree-rows.ts';
import { rowIdAt, type TreeSelection } from './use-tree-interaction.ts';

/**
 * Keeps the focus on a button of a row when the row moves in the DOM, which would lose it. If another row has the buttons
 * now, the tree gets the focus.
 */
export function useButtonFocus(
  tree: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  selection: TreeSelection,
) {
  const focused = useRef<{ rowId: string; label: string }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows or another selection move a button; when the pointer passes over a row, a user who has left the tree must not be brought back
  useLayoutEffect(() => {
    const page = tree.current?.ownerDocument;
    const last = focused.current;
    if (!last || !page || page.activeElement !== page.body) return;
    const buttons = tree.current?.querySelectorAll<HTMLElement>('[data-row] button') ?? [];
    const same = [...buttons].find(
      (one) => rowIdAt(one) === last.rowId && one.getAttribute('aria-label') === last.label,
    );
    (same ?? tree.current)?.focus();
  }, [rows, selection]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const rowId = target.closest('button') && rowIdAt(target);
      focused.current = rowId ? { rowId, label: target.getAttribute('aria-label') ?? '' } : undefined;
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget) focused.current = undefined;
    },
  };
}
