import { Alert, Button, Group, Text } from '@mantine/core';
import { useCallback, useSyncExternalStore } from 'react';
import { errorText } from '../../../../shared/http/error-text.ts';
import { count } from '../../../../shared/ui/count.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import type { GridState } from '../model/grid-state.ts';

interface SaveNoticeProps {
  state: GridState;
  error: Error | null;
  isPending: boolean;
  onRetry: () => void;
  /** Selects a cell of a row. */
  onGoTo: (row: string, column: string) => void;
  /** Opens the conflict of a row. */
  onDecide: (row: string) => void;
}

/** Above the grid: why the last save has changed nothing, and what to do. */
export function SaveNotice({ state, error, isPending, onRetry, onGoTo, onDecide }: SaveNoticeProps) {
  const { sheet } = state;
  const marks = useSyncExternalStore(
    useCallback((listener) => sheet.listeners.subscribe(listener), [sheet]),
    () => sheet.allMarks(),
  );
  if (isPending) return null;
  if (error)
    return (
      <Alert color="red" variant="light" role="alert" py="xs">
        <Group justify="space-between" gap="sm">
          <Text size="sm">{errorText(error)} Your edits are still here.</Text>
          <Button size="xs" variant="default" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        </Group>
      </Alert>
    );
  const conflicts = [...marks].filter(([, { isConflict }]) => isConflict).map(([row]) => row);
  const refused = [...marks].flatMap(([row, mark]) => (mark.refused.size > 0 ? [{ row, mark }] : []));
  if (conflicts.length + refused.length === 0) return null;
  const [conflict] = conflicts;
  const [first] = refused;
  return (
    <Alert color="orange" variant="light" role="alert" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm">Nothing was saved: {reasonsText(conflicts.length, refused.length)}.</Text>
        <Group gap="xs">
          {first && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onGoTo(first.row, [...first.mark.refused.keys()][0] ?? '')}
            >
              Go to the refused cell
            </Button>
          )}
          {first && (
            <Button size="xs" variant="default" onClick={() => sheet.discard(first.row)}>
              {sheet.row(first.row)?.id === null ? 'Remove this row' : 'Discard the edits of this row'}
            </Button>
          )}
          {conflict !== undefined && (
            <Button size="xs" onClick={() => onDecide(conflict)}>
              Decide
            </Button>
          )}
        </Group>
      </Group>
    </Alert>
  );
}

const reasonsText = (conflicts: number, refused: number): string =>
  [
    ...(conflicts > 0 ? [`someone else has changed ${count(conflicts, 'item')} in the meantime`] : []),
    ...(refused > 0 ? [`${count(refused, 'item')} ${refused === 1 ? 'was' : 'were'} refused`] : []),
  ].join(', and ');
