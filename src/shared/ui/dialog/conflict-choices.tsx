import { Button } from '@mantine/core';
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

interface ConflictChoicesProps<D extends ConflictDifference> {
  /** The differences between the two versions, in display order. */
  differences: readonly D[];
  sideOf: (difference: D) => ConflictSide;
  onChoose: (difference: D, side: ConflictSide) => void;
  /** Renders one side of a difference. */
  draw: (difference: D, side: ConflictSide) => ReactNode;
  /** What the two versions are called. */
  names?: Record<ConflictSide, string>;
}

/** A choice between two versions for each difference. */
export function ConflictChoices<D extends ConflictDifference>({
  differences,
  sideOf,
  onChoose,
  draw,
  names = { theirs: 'Theirs', mine: 'Mine' },
}: ConflictChoicesProps<D>) {
  const group = useId();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? differences : differences.slice(0, shownAtFirst);
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The button that had the focus is unmounted.
    list.current?.children[shownAtFirst]?.querySelector<HTMLInputElement>('input:checked')?.focus();
  };
  return (
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
                  checked={sideOf(difference) === side}
                  onChange={() => onChoose(difference, side)}
                />
                <span className={classes.choiceValue}>
                  <span className={classes.side}>{names[side]}</span>
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
  );
}
