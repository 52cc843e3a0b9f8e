import { Progress } from '@mantine/core';
import type { Import, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import classes from './import.module.css';
import type { Mending } from './refusals.tsx';

const parts: readonly { outcome: ImportOutcome; color: string; text: string }[] = [
  { outcome: 'added', color: 'green', text: 'new' },
  { outcome: 'changed', color: 'blue', text: 'changed' },
  { outcome: 'unchanged', color: 'gray', text: 'the same as now' },
  { outcome: 'conflict', color: 'amber', text: 'to decide' },
  { outcome: 'refused', color: 'red', text: 'to correct' },
];

/** How many rows of a file do what, as numbers and as parts of a bar. */
export function CheckSummary({ rows, counts }: Pick<Import, 'rows' | 'counts'>) {
  const present = parts.filter(({ outcome }) => counts[outcome] > 0);
  return (
    <div className={classes.summary}>
      <ul className={classes.amounts} aria-label="What happens to the rows">
        {present.map(({ outcome, text }) => (
          <li key={outcome} data-outcome={outcome}>
            <strong>{numberText(counts[outcome])}</strong> {text}
          </li>
        ))}
      </ul>
      <Progress.Root size={6} aria-hidden>
        {present.map(({ outcome, color }) => (
          <Progress.Section key={outcome} value={(100 * counts[outcome]) / Math.max(1, rows)} color={color} />
        ))}
      </Progress.Root>
    </div>
  );
}

/** What the columns of the file are imported as, each one click away. */
export const CheckedColumns = ({ mending: { columns, toColumn } }: { mending: Mending }) => (
  <aside className={classes.columns} aria-label="Columns">
    <h2 className={classes.columnsTitle}>
      Columns{' '}
      <span className={classes.letters}>
        {columns.filter(({ target }) => target).length} of {columns.length}
      </span>
    </h2>
    <ul className={classes.columnList}>
      {columns.map(({ letters, name, target, reading }) => (
        <li key={letters}>
          <span className={classes.letters}>{letters}</span>
          <span className={classes.columnName} title={name}>
            {name}
          </span>
          <span aria-hidden>→</span>
          {target ? (
            <button
              type="button"
              className={classes.columnTarget}
              aria-label={`Change what column ${letters} is imported as: ${target.label}`}
              onClick={() => toColumn(target.name)}
            >
              {target.label}
            </button>
          ) : (
            <span className={classes.letters}>Not imported</span>
          )}
          {target && reading && <span className={classes.columnReading}>{reading}</span>}
        </li>
      ))}
    </ul>
  </aside>
);
