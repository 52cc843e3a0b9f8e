import type { ReactNode } from 'react';
import { count } from '../ui/count.ts';
import classes from './inline-change.module.css';
import { Sign } from './sign.tsx';

interface InlineChangeProps {
  label: string;
  /** Null if empty. */
  before: ReactNode;
  after: ReactNode;
}

/** A changed value within a line of a list: `Cost 4,100 → 4,000`, the old one struck through. */
export const InlineChange = ({ label, before, after }: InlineChangeProps) => (
  <>
    {label} {before === null ? 'empty' : <s className={classes.before}>{before}</s>} <span aria-hidden>→</span>{' '}
    {after === null ? 'empty' : <span className={classes.after}>{after}</span>}
  </>
);

/** The same of a list, of which only the entries are shown that it has lost and gained. */
export const InlineEntries = ({
  label,
  removed,
  added,
}: {
  label: string;
  removed: readonly ReactNode[];
  added: readonly ReactNode[];
}) => (
  <>
    {label}
    {removed.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may occur twice
      <span key={index} className={classes.entry}>
        <Sign kind="removed" /> <s className={classes.before}>{entry}</s>
      </span>
    ))}
    {added.map((entry, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may occur twice
      <span key={index} className={classes.entry}>
        <Sign kind="added" /> <span className={classes.after}>{entry}</span>
      </span>
    ))}
  </>
);

/** How many rows, or entries, have changed: `1 row added, 2 removed`. */
export function amountsText(
  amounts: Readonly<Record<'added' | 'updated' | 'removed', number>>,
  noun: readonly [one: string, many?: string] = ['row'],
): string {
  const parts = (['added', 'updated', 'removed'] as const)
    .filter((kind) => amounts[kind] > 0)
    .map((kind, index) => `${index === 0 ? count(amounts[kind], ...noun) : amounts[kind]} ${kind}`);
  return parts.length === 0 ? 'order changed' : parts.join(', ');
}
