import type { Brought, TriesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { count } from '../../ui/count.ts';
import { chanceText, spreadText } from './drop-texts.ts';
import classes from './drops.module.css';

interface TargetFiguresProps {
  /** How likely a try is the target. */
  chance: number;
  tries: number;
  until: TriesUntil;
  guarantee: number | null;
  /** What the tries bring of it. */
  brought: Brought;
}

/** How long it takes to get the target. */
export function TargetFigures({ chance, tries, until, guarantee, brought }: TargetFiguresProps) {
  const inTries = `in ${count(tries, 'try', 'tries')}`;
  const figures = [
    ['Chance of a try', chanceText(chance)],
    [`Expected ${inTries}`, spreadText(brought)],
    [`At least one ${inTries}`, chanceText(brought.atLeastOne)],
    ['Tries until the first one', spreadText(until)],
    ['Half of all players', `within ${numberText(until.within(0.5))}`],
    ['9 of 10 players', `within ${numberText(until.within(0.9))}`],
    ['99 of 100 players', `within ${numberText(until.within(0.99))}`],
    ...(guarantee === null ? [] : [['Guaranteed by', `try ${numberText(guarantee)}`]]),
  ];
  return (
    <dl className={classes.figures} aria-label="Target">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
