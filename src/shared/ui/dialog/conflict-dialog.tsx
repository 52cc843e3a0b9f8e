import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { count } from '../count.ts';
import { texts } from '../texts.ts';
import { ConflictChoices } from './conflict-choices.tsx';
import classes from './conflict-dialog.module.css';
import type { ConflictDifference, ConflictSide } from './conflict-difference.ts';
import { conflictTitle } from './conflict-title.ts';
import { Dialog } from './dialog.tsx';

/** The props of a {@link ConflictDialog}. */
export interface ConflictDialogProps<D extends ConflictDifference> {
  /** What is saved, as part of a sentence, e.g. `item`. */
  what: string;
  /** The differences between the saved version and the local one, in display order. */
  differences: readonly D[];
  /** Renders one side of a difference; only called when the user chooses field by field. */
  draw: (difference: D, side: ConflictSide) => ReactNode;
  /** Renders the value that both started from; `null` if there is nothing to show. */
  drawBase?: (difference: D) => ReactNode;
  /** The label of the button that saves the choices, e.g. `Save these values`. */
  saveLabel: string;
  /** The user has saved the other version, such as in another tab. */
  isOwn?: boolean;
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

/** How many of the differences the dialog names before the user chooses field by field. */
const namedAtFirst = 8;

/** Shown when another member has saved in the meantime: choose theirs, mine, or field by field. */
export function ConflictDialog<D extends ConflictDifference>({
  what,
  differences,
  draw,
  drawBase,
  saveLabel,
  isOwn = false,
  savedBy,
  isPending,
  onCancel,
  onTheirs,
  onMine,
  onChosen,
}: ConflictDialogProps<D>) {
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  // Where both have changed the same, either choice loses something, so that none is made for the user.
  const sideOf = ({ id, likely, isBoth }: ConflictDifference) => chosen.get(id) ?? (isBoth ? undefined : likely);
  const undecided = differences.filter((difference) => sideOf(difference) === undefined);
  const reasonId = useId();

  return (
    <Dialog opened onClose={onCancel} title={conflictTitle(what, isOwn)} size={isChoosing ? 'xl' : 'md'}>
      {isChoosing ? (
        <Stack gap="md">
          <ConflictChoices
            differences={differences}
            sideOf={sideOf}
            onChoose={({ id }, side) => setChosen(new Map(chosen).set(id, side))}
            draw={draw}
            drawBase={drawBase}
          />
          <Text size="sm" id={reasonId} role="status">
            {undecided.length > 0 &&
              `Choose a value for ${namesOf(undecided)}: ${isOwn ? 'both versions' : 'both of you'} have changed ${undecided.length === 1 ? 'it' : 'them'}.`}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setChoosing(false)}>
              Back
            </Button>
            <Button
              loading={isPending}
              disabled={undecided.length > 0}
              aria-describedby={reasonId}
              onClick={() => onChosen((difference) => sideOf(difference) === 'mine')}
            >
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
          <ul className={classes.names} aria-label="Fields that differ">
            {differences.slice(0, namedAtFirst).map(({ id, name, isBoth }) => (
              <li key={id}>
                {name}
                {isBoth && ' (changed by both)'}
              </li>
            ))}
            {differences.length > namedAtFirst && <li>and {differences.length - namedAtFirst} more</li>}
          </ul>
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

/** The names of a few differences, or how many there are. */
const namesOf = (differences: readonly ConflictDifference[]): string =>
  differences.length > 3 ? count(differences.length, 'field') : differences.map(({ name }) => `“${name}”`).join(', ');
