import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { count } from '../count.ts';
import classes from './conflict-dialog.module.css';

/** One of two states of a thing that two people have changed at once. */
export type ConflictSide = 'theirs' | 'mine';

/** A place at which the two states differ. */
export interface ConflictDifference {
  /** Tells it from the other differences. */
  id: string;
  name: string;
  /** Chosen until somebody chooses: the side of who has changed it, mine where both have. */
  likely: ConflictSide;
}

/** How many differences are drawn before somebody asks for all. */
const shownAtFirst = 50;

/** What a {@link ConflictDialog} takes. */
export interface ConflictDialogProps<D extends ConflictDifference> {
  /** The thing as it stands in a sentence, e.g. `item`. */
  what: string;
  /** Where what was saved meanwhile and what is here differ, in the order to show them. */
  differences: readonly D[];
  /** Draws what one side has at a difference; only asked for once somebody wants to choose. */
  draw: (difference: D, side: ConflictSide) => ReactNode;
  /** Names the button that saves what was chosen, e.g. `Save these values`. */
  saveLabel: string;
  /** A save is on its way. */
  isPending: boolean;
  onCancel: () => void;
  /** Wants theirs, and nothing saved. */
  onTheirs: () => void;
  /** Wants all of mine saved over theirs. */
  onMine: () => void;
  /** Wants theirs saved with mine at the differences for which `isMine` is true. */
  onChosen: (isMine: (difference: D) => boolean) => void;
}

/** Somebody else has saved the same thing meanwhile: theirs, mine, or field by field. */
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
    // The button that had the focus is gone.
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
