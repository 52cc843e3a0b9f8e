import { Badge, Button, Checkbox } from '@mantine/core';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { type Entry, originTexts } from './entry.ts';
import classes from './history.module.css';
import type { ShownVersions } from './use-displayed-version.ts';

interface VersionRowProps {
  entry: Entry;
  versions: ShownVersions;
  /** Undefined for users who may not restore it. */
  onRestore: ((entry: Entry) => void) | undefined;
  /** Shown below the entry. */
  children?: ReactNode;
}

/** A version in the list: what it changed, by whom, when and how. */
export function VersionRow({ entry, versions, onRestore, children }: VersionRowProps) {
  const instanceId = useInstanceId();
  const { displayed, compared, addressOf, toggleCompared, state } = versions;
  const { key, name, what, by, at, origin, extension, change_set_id, is_current, canRestore } = entry;
  const isShown = displayed?.from === null && displayed.to === key;
  return (
    <li className={classes.row} data-shown={isShown || displayed?.from === key || displayed?.to === key || undefined}>
      <Checkbox
        className={classes.check ?? ''}
        aria-label={`Compare ${name}`}
        title="Compare"
        checked={compared.includes(key)}
        onChange={() => toggleCompared(key)}
      />
      <div className={classes.entry}>
        <div className={classes.first}>
          <Link
            className={classes.name}
            to={addressOf({ version: key })}
            replace
            state={state}
            aria-current={isShown || undefined}
            // The panel returns the focus to it, or to the newer one of two.
            {...(displayed?.to === key && { 'data-place': true, tabIndex: 0 })}
          >
            {name}
          </Link>
          {is_current && (
            <Badge variant="default" radius="sm" tt="none">
              current
            </Badge>
          )}
          <span className={classes.what}>{what}</span>
        </div>
        <div className={classes.facts}>
          <span>
            {authorName(by.name, 'start')}, {originTexts[origin]}
            {extension !== undefined && `, proposed by “${extension}”`}
          </span>
          <time dateTime={at} title={dateTime(at)}>
            {whenText(at)}
          </time>
          {change_set_id !== null && (
            <TextLink to={changeSetPath(change_set_id, instanceId)}>Changes {change_set_id}</TextLink>
          )}
        </div>
        {children}
      </div>
      {onRestore && canRestore && !is_current && (
        <Button size="compact-sm" variant="default" aria-label={`Restore ${name}`} onClick={() => onRestore(entry)}>
          Restore
        </Button>
      )}
    </li>
  );
}
