import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './overview.module.css';

interface EntryRowProps {
  /** A picture or an icon. */
  sign: ReactNode;
  /** True for what has to be decided first. */
  isUrgent?: boolean;
  /** Without it, there is nothing to open. */
  to?: string;
  label: ReactNode;
  /** The second line. */
  note: string;
  /** The tooltip of the note. */
  title?: string;
  /** At the end of the first line. */
  aside?: ReactNode;
}

/** A row of two lines after a picture; all of it is the link. */
export const EntryRow = ({ sign, isUrgent = false, to, label, note, title, aside }: EntryRowProps) => (
  <li className={classes.row}>
    <span className={classes.sign} data-is-urgent={isUrgent || undefined}>
      {sign}
    </span>
    <span className={classes.label}>
      {to === undefined ? (
        label
      ) : (
        <Link to={to} state={{ back: '/' }} className={classes.link ?? ''}>
          {label}
        </Link>
      )}
    </span>
    {aside && <span className={classes.aside}>{aside}</span>}
    <span className={classes.note} title={title}>
      {note}
    </span>
  </li>
);

/** As many rows as the page has at least room for. */
export const RowsSkeleton = () =>
  Array.from({ length: 5 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <li key={index} className={classes.row}>
      <Skeleton height={28} width={28} className={classes.sign ?? ''} />
      <Skeleton height={12} width="50%" />
      <Skeleton height={10} width="75%" />
    </li>
  ));
