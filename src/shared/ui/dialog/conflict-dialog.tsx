import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { count } from '../count.ts';
import classes from './conflict-dialog.module.css';

/** One of two conflicting versions. */
export type ConflictSide = 'theirs' | 'mine';

/** A difference between the two versions. */
export interface ConflictDifference {
  /** Unique among the differences. */
  id: string;
  name: string;
  /** The initial choice: the side that has changed it, mine if both have. */
  likely: ConflictSide;
}

/** How many differences are shown until the user asks for all. */
const shownAtFirst = 50;

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

/** Shown when somebody else has saved in the meantime: choose theirs, mine, or field by field. */
export function ConflictDialog<D extends ConflictDifference>({
  what,
  differences,
  draw,
  saveLabel,
  isPending,
  onCancel,
  onTheirs,
  onMine,
  onChosen,
}: ConflictDialogProps<D>) {
  const group = useId();
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ConflictSide>>(new Map());
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? differences : differences.slice(0, shownAtFirst);
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The button that had the focus is unmounted.
    list.current?.children[shownAtFirst]?.querySelector<HTMLInputElement>('input:checked')?.focus();
  };
  const sideAt = ({ id, likely }: ConflictDifference) => chosen.get(id) ?? likely;

  return (
    <Modal
      opened
      centered
      onClose={onCancel}
      title={`Someone else has changed this ${what} meanwhile`}
      size={isChoosing ? 'xl' : 'md'}
    >
      {isChoosing ? (
        <Stack gap="md">
          <div ref={list} className={classes.differences}>
            {shown.map((difference) => (
              <fieldset key={difference.id} className={classes.difference}>
                <legend className={classes.name}>{difference.name}</legend>
                <div className={classes.choices}>
                  {(['theirs', 'mine'] as const).map((side) => (
                    <label key={side} className={classes.choice}>
                      <input
                        type="radio"
                        name={`${group}-${difference.id}`}
                        checked={sideAt(difference) === side}
                        onChange={() => setChosen(new Map(chosen).set(difference.id, side))}
                      />
                      <span className={classes.choiceValue}>
                        <span className={classes.side}>{side === 'theirs' ? 'Theirs' : 'Mine'}</span>
                        {draw(difference, side)}
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            ))}
            {shown.length < differences.length && (
              <Button variant="default" onClick={showAll}>
                Show all {count(differences.length, 'difference')}
              </Button>
            )}
          </div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setChoosing(false)}>
              Back
            </Button>
            <Button loading={isPending} onClick={() => onChosen((difference) => sideAt(difference) === 'mine')}>
              {saveLabel}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Text>
            {differences.length === 1 ? '1 field differs' : `${differences.length} fields differ`} between what was
            saved and what you have here. Nothing of yours is lost until you choose.
          </Text>
          <Stack gap="xs">
            <Button variant="default" onClick={onTheirs}>
              Take theirs and drop my changes
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
    </Modal>
  );
}
