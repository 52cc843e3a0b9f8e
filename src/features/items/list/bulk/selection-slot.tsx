import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { selectedRows } from '../../../../shared/table/selection/row-selection.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { SelectedItemsProps } from './selected-items.tsx';

const SelectedItems = lazyPart<SelectedItemsProps>(() => import('./selected-items.tsx').then((m) => m.SelectedItems));

/** The bar with the actions for the selected items, loaded when the first one is selected; it stays, as its dialogs outlive the selection. */
export function SelectionSlot(props: SelectedItemsProps) {
  const isSelecting = selectedRows(useAtomValue(props.selection.state)) > 0;
  const [hasSelected, setHasSelected] = useState(false);
  useEffect(() => {
    if (isSelecting) setHasSelected(true);
  }, [isSelecting]);
  return hasSelected ? <SelectedItems {...props} /> : null;
}
