import { useMemo, useRef, useSyncExternalStore } from 'react';
import type { DraftEditor } from '../../../shared/drafts/use-stored-draft.ts';
import type { StoredDraftControl } from '../../../shared/drafts/use-tab-draft.ts';
import { useUnsavedChanges } from '../../../shared/services/unsaved-changes.ts';
import { count } from '../../../shared/ui/count.ts';
import { sameContent } from './model/cell-content.ts';
import type { GridState } from './model/grid-state.ts';
import { withItem } from './model/sheet.ts';
import { fromStoredSheet, type StoredSheet, toStoredSheet } from './model/stored-sheet.ts';

/** Guards the edits of a grid: leaving it asks, and a draft of them survives a reload. */
export function useGridDraft(state: GridState, columns: readonly { id: string }[]) {
  const { sheet } = state;
  const stored = useRef<StoredDraftControl>(null);
  const isDirty = useSyncExternalStore(
    (listener) => sheet.listeners.subscribe(listener),
    () => sheet.isDirty(),
  );
  useUnsavedChanges(isDirty, {
    onDiscarded: () => stored.current?.discard(),
    keep: async () => (await stored.current?.keep()) ?? false,
    names: () => [`${count(sheet.counts().edited, 'edited cell')}`],
  });
  const editor = useMemo((): DraftEditor<StoredSheet> => {
    const known = new Set(columns.map(({ id }) => id));
    return {
      isDirty: () => sheet.isDirty() || state.typing().length > 0,
      read: () => toStoredSheet(state),
      parse: (text) => fromStoredSheet(text, known),
      differs: ({ rows, cells }) =>
        rows.some(({ id }) => id === null) ||
        cells.some(({ row, column, content }) => !sameContent(sheet.content(row, column), content)),
      restore: ({ rows, cells, unanswered }) => {
        state.unanswered = unanswered;
        const complete = rows.map((row) => {
          const item = row.isPartial ? sheet.row(row.key) : undefined;
          return item ? withItem(row, item) : row;
        });
        sheet.restore(complete, cells);
      },
      subscribe: (onChange) => {
        const stops = [sheet.listeners.subscribe(onChange), state.subscribeTyping(onChange)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }, [state, sheet, columns]);
  return { editor, stored };
}
