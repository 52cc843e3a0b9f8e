import type { RefObject } from 'react';
import { useServices } from '../../../../shared/services/services.ts';
import { readPastedCells, writesDecimalCommas } from '../../../../shared/sheets/pasted-cells.ts';
import { toTabSeparated } from '../../../../shared/sheets/tab-separated.ts';
import { count } from '../../../../shared/ui/count.ts';
import { usePageEvent } from '../../../../shared/ui/hooks/use-page-event.ts';
import type { GridState } from '../model/grid-state.ts';
import { clearArea, type PasteEdit, paste, textsOf } from '../model/sheet-view.ts';
import { isGridFocused } from './use-grid-keys.ts';
import { useWritable } from './use-writable.ts';

interface GridClipboardOptions {
  state: GridState;
  viewport: RefObject<HTMLElement | null>;
  /** True if the list has items that are not loaded: rows cannot be added after those that are. */
  hasMore: boolean;
}

/** Copies, cuts and pastes cells as tab-separated text, as spreadsheets do. */
export function useGridClipboard({ state, viewport, hasMore }: GridClipboardOptions): void {
  const { notify } = useServices();
  const isWritable = useWritable(state);
  const isOurs = () => isGridFocused({ state, viewport });
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', toTabSeparated(textsOf(state.view(), state.selection())));
    event.preventDefault();
  };
  usePageEvent('copy', (event) => {
    if (isOurs() && !state.isNothingSelected()) copy(event);
  });
  usePageEvent('cut', (event) => {
    if (!isOurs() || !isWritable('cells')) return;
    copy(event);
    state.apply(clearArea(state.view(), state.selection()));
  });
  usePageEvent('paste', (event) => {
    if (!isOurs()) return;
    event.preventDefault();
    const pasted = event.clipboardData ? readPastedCells(event.clipboardData) : { rows: [] };
    if ('problem' in pasted) return notify.info(pasted.problem);
    const texts = pasted.rows;
    const isOneText = texts.length === 1 && texts[0]?.length === 1;
    if (texts.length === 0 || !isWritable(isOneText ? 'cells' : 'copies')) return;
    const hasDecimalCommas = event.clipboardData !== null && writesDecimalCommas(event.clipboardData);
    const edit = paste(state.view(), state.selection(), texts, { hasDecimalCommas });
    if (hasMore && edit.added.length + edit.missingRows > 0) {
      notify.info(
        'Nothing was pasted: the clipboard has more rows than are loaded here. Load all rows, then paste again.',
      );
      return;
    }
    state.apply(edit, { selects: true });
    const left = leftOut(edit);
    if (left) notify.info(left);
  });
}

/** What a paste has left out, so that nothing goes missing unnoticed; undefined if it is complete. */
function leftOut({ missingRows, missingColumns, lockedCells }: PasteEdit): string | undefined {
  const parts = [
    ...(missingRows > 0 ? [`${count(missingRows, 'row')} beyond the last one, as rows cannot be added here`] : []),
    ...(missingColumns > 0 ? [`${count(missingColumns, 'column')} beyond the last one`] : []),
    ...(lockedCells > 0 ? [`${count(lockedCells, 'cell')} that cannot be edited`] : []),
  ];
  return parts.length > 0 ? `Not pasted: ${parts.join(', and ')}.` : undefined;
}
