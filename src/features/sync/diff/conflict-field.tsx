import type { Environment } from '@quartermaster/contract/access.ts';
import type { Side } from '@quartermaster/contract/endpoints/sync.ts';
import { type ReactNode, useId } from 'react';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import classes from './conflict.module.css';
import type { FieldEdits } from './use-field-edits.ts';

interface ConflictFieldProps {
  name: string;
  sides: { source: Environment; target: Environment };
  values: Record<Side, ReactNode>;
  edits: Record<Side, ReturnType<FieldEdits>>;
  /** As last synced; undefined if that is not known. */
  base: ReactNode;
  /** Undefined until it is decided. */
  chosen: Side | undefined;
  /** Undefined for users who cannot sync. */
  onChoose: ((side: Side) => void) | undefined;
}

/** A field that both sides have changed: both values, who changed them, and what was there before. */
export function ConflictField({ name, sides, values, edits, base, chosen, onChoose }: ConflictFieldProps) {
  const group = useId();
  return (
    <fieldset className={classes.field}>
      <legend className={classes.name}>{name}</legend>
      {(['source', 'target'] as const).map((side) => {
        const [edit, env] = [edits[side], sides[side]];
        const value = <span className={classes.value}>{values[side]}</span>;
        if (!onChoose) {
          return (
            <div key={side} className={classes.side}>
              <span className={classes.what}>
                <EnvBadge env={env} />
                <Edit edit={edit} />
              </span>
              {value}
            </div>
          );
        }
        const isChosen = chosen === side;
        return (
          <label key={side} className={classes.side} data-chosen={isChosen || undefined}>
            <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(side)} />
            <span className={classes.what}>
              <span className={classes.take}>
                {side === 'source' ? 'Take' : 'Keep'} <EnvBadge env={env} />
              </span>
              <Edit edit={edit} />
            </span>
            {value}
          </label>
        );
      })}
      {base !== undefined && (
        <div className={classes.base}>
          <span>Before both changes</span>
          <span className={classes.value}>{base}</span>
        </div>
      )}
    </fieldset>
  );
}

const Edit = ({ edit }: { edit: ReturnType<FieldEdits> }) => (
  <span className={classes.edit} {...(edit && { title: dateTime(edit.at) })}>
    {edit && `${authorName(edit.by.name, 'start')}, ${timeAgo(Date.parse(edit.at), Date.now())}`}
  </span>
);
