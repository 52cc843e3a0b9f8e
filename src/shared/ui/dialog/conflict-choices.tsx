import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { count } from '../count.ts';
import classes from './conflict-dialog.module.css';
import type { ConflictDifference, ConflictSide } from './conflict-difference.ts';

/** How many differences are shown until the user expands the list. */
const shownAtFirst = 50;

interface ConflictChoicesProps<D extends ConflictDifference> {
  /** The differences between the two versions, in display order. */
  differences: readonly D[];
  /** The chosen side; undefined until the user has chosen one. */
  sideOf: (difference: D) => ConflictSide | undefined;
  onChoose: (difference: D, side: ConflictSide) => void;
  /** Renders one side of a difference. */
  draw: (difference: D, side: ConflictSide) => ReactNode;
  /** Renders the value that both started from; `null` if it is not known or has nothing to show. */
  drawBase?: ((difference: D) => ReactNode) | undefined;
  /** The names of the two versions. */
  names?: Record<ConflictSide, string>;
}

/** The value before both changes. */
const Base = ({ children }: { children: ReactNode }) =>
  children === undefined || children === null || children === false ? null : (
    <div className={classes.base}>
      <span className={classes.side}>Before both changes</span>
      <div className={classes.baseValue}>{children}</div>
    </div>
  );

/** A choice between two versions for each difference. */
export function ConflictChoices<D extends ConflictDifference>({
  differences,
  sideOf,
  onChoose,
  draw,
  drawBase,
  names = { theirs: 'Theirs', mine: 'Mine' },
}: ConflictChoicesProps<D>) {
  const group = useId();
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? differences : differences.slice(0, shownAtFirst);
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The focused button is unmounted.
    list.current
      ?.querySelectorAll('fieldset')
      [shownAtFirst]?.querySelector<HTMLInputElement>('input:checked, input')
      ?.focus();
  };
  return (
    <div ref={list} className={classes.differences}>
      {visible.map((difference, index) => (
        <Fragment key={difference.id}>
          {difference.isBoth !== undefined && difference.isBoth !== visible[index - 1]?.isBoth && (
            <h3 className={classes.section}>{difference.isBoth ? 'Changed by both' : 'Changed by one of you'}</h3>
          )}
          <fieldset className={classes.difference}>
            <legend className={classes.name}>{difference.name}</legend>
            {/* Where only one side has changed it, the other one shows it. */}
            <Base>{difference.isBoth && drawBase?.(difference)}</Base>
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
        </Fragment>
      ))}
      {visible.length < differences.length && (
        <Button variant="default" onClick={showAll}>
          Show all {count(differences.length, 'difference')}
        </Button>
      )}
    </div>
  );
}
