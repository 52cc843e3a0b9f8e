import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts.ts';
import { ConflictChoices, type ConflictDifference, type ConflictSide } from './conflict-choices.tsx';
import { Dialog } from './dialog.tsx';

/** The props of a {@link ConflictDialog}. */
export interface ConflictDialogProps<D extends ConflictDifference> {
  /** What is saved, as part of a sentence, e.g. `item`. */
  what: string;
  /** The differences between the saved version and the local one, in display order. */
  differences: readonly D[];
  /** Renders one side of a difference; only called when the user chooses field by field. */
  draw: (difference: D, side: ConflictSide) => ReactNode;
  /** The label of the button that saves the choices, e.g. `Save these values`. */
  saveLabel: string;
  /** The editor of the saved version, and the time, as a sentence; undefined if that is not known. */
  savedBy?: string | undefined;
  /** A save is in progress. */
  isPending: boolean;
  onCancel: () => void;
  /** The user takes their version; nothing is saved. */
  onTheirs: () => void;
  /** The user saves their own version over the other one. */
  onMine: () => void;
  /** The user saves their version with mine for the differences for which `isMine` is true. */
  onChosen: (isMine: (difference: D) => boolean) => void;
}

/** Shown when another member has saved in the meantime: choose theirs, mine, or field by field. */
export function ConflictDialog<D extends ConflictDifference>({
  what,
  differences,
  draw,
  saveLabel,
  savedBy,
  isPending,
  onCancel,
  onTheirs,
  onMine,
  onChosen,
}: ConflictDialogProps<D>) {
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const sideOf = ({ id, likely }: ConflictDifference) => chosen.get(id) ?? likely;

  return (
    <Dialog
      opened
      onClose={onCancel}
      title={`Someone else has changed this ${what} in the meantime`}
      size={isChoosing ? 'xl' : 'md'}
    >
      {isChoosing ? (
        <Stack gap="md">
          <ConflictChoices
            differences={differences}
            sideOf={sideOf}
            onChoose={({ id }, side) => setChosen(new Map(chosen).set(id, side))}
            draw={draw}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setChoosing(false)}>
              Back
            </Button>
            <Button loading={isPending} onClick={() => onChosen((difference) => sideOf(difference) === 'mine')}>
              {saveLabel}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          {savedBy && <Text>{savedBy}</Text>}
          <Text>
            {differences.length === 1 ? '1 field differs' : `${differences.length} fields differ`} between the saved
            version and yours. None of your changes is lost until you choose.
          </Text>
          <Stack gap="xs">
            <Button variant="default" onClick={onTheirs}>
              {texts.takeTheirs}
            </Button>
            <Button variant="default" loading={isPending} onClick={onMine}>
              Save mine over theirs
            </Button>
            <Button data-autofocus onClick={() => setChoosing(true)} disabled={differences.length === 0}>
              Choose field by field
            </Button>
          </Stack>
        </Stack>
      )}
    </Dialog>
  );
}
