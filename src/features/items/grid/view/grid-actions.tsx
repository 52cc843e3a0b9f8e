import { ActionIcon, Button } from '@mantine/core';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { IconArrowBackUp } from '../../../../shared/ui/icons/arrow-back-up.ts';
import { IconArrowForwardUp } from '../../../../shared/ui/icons/arrow-forward-up.ts';
import { IconRowRemove } from '../../../../shared/ui/icons/row-remove.ts';
import type { GridState } from '../model/grid-state.ts';

interface GridActionsProps {
  state: GridState;
  canAdd: boolean;
  isSaving: boolean;
  onSave: () => void;
  /** The button of the chart, by whether there are edits. */
  chart: (isDirty: boolean) => ReactNode;
}

/** Undo, redo, removal of new rows, the chart of the edits, and save. */
export function GridActions({ state, canAdd, isSaving, onSave, chart }: GridActionsProps) {
  const { sheet } = state;
  const steps = useSyncExternalStore(
    useCallback((listener) => sheet.listeners.subscribe(listener), [sheet]),
    () => `${sheet.canUndo()} ${sheet.canRedo()} ${sheet.isDirty()}`,
  );
  const [canUndo, canRedo, isDirty] = steps.split(' ').map((text) => text === 'true');
  const hasNew = useSyncExternalStore(
    useCallback(
      (listener) => {
        const stops = [sheet.listeners.subscribeToList(listener), state.subscribeSelection(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
      [sheet, state],
    ),
    () => state.selectedNewRows().length > 0,
  );
  return (
    <>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Undo"
        title="Undo (Ctrl+Z, ⌘Z on a Mac)"
        disabled={!canUndo}
        onClick={() => state.travel('undo')}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Redo"
        title="Redo (Ctrl+Shift+Z, ⌘⇧Z on a Mac)"
        disabled={!canRedo}
        onClick={() => state.travel('redo')}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
      {canAdd && (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Remove new rows"
          title="Remove the selected rows that are not saved"
          disabled={!hasNew}
          onClick={() => state.removeNewRows()}
        >
          <IconRowRemove size={18} />
        </ActionIcon>
      )}
      {chart(isDirty === true)}
      <Button loading={isSaving} disabled={!isDirty} onClick={onSave} title="Ctrl+S (⌘S on a Mac)">
        Save changes
      </Button>
    </>
  );
}
