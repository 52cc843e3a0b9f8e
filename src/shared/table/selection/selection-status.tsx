import { VisuallyHidden } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { selectedRows } from './row-selection.ts';
import { selectedText } from './selected-text.ts';
import type { ListSelection } from './use-list-selection.ts';

/** Announces how many rows are selected. Rendered with the list, as its bar appears only with the first row. */
export function SelectionStatus({ selection }: { selection: ListSelection }) {
  const amount = selectedRows(useAtomValue(selection.state));
  return <VisuallyHidden role="status">{amount > 0 && selectedText(amount)}</VisuallyHidden>;
}
