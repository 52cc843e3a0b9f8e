import { Button } from '@mantine/core';
import { changeStatus } from '@quartermaster/contract/access.ts';
import type { LogDetails } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import { permissionLabels } from '../permission-text.ts';
import classes from './access-log.module.css';

/** A removed member may have had hundreds of roles. */
const shownAtFirst = 12;

interface Change {
  key: string;
  isGrant: boolean;
  text: ReactNode;
}

/** The roles that an entry gave and took, one per line. */
export function EntryChanges({ details }: { details: LogDetails }) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    flushSync(() => setWhole(true));
    // The focused button is unmounted.
    (list.current?.children[shownAtFirst] as HTMLElement | undefined)?.focus();
  };
  const { permissions_given = [], permissions_taken = [], role_changes = [] } = details;
  const labels = (ids: number[], isGrant: boolean): Change[] =>
    permissionLabels(ids).map((label) => ({ key: `${isGrant} ${label}`, isGrant, text: label }));
  const changes: Change[] = [
    ...labels(permissions_given, true),
    ...labels(permissions_taken, false),
    ...role_changes.map(({ project_name, env, role_name, status }, index) => ({
      key: `${index}`,
      isGrant: status === changeStatus.create,
      text: (
        <>
          {role_name} in {project_name} <EnvBadge env={env} />
        </>
      ),
    })),
  ];
  if (changes.length === 0) return null;
  const visible = isWhole ? changes : changes.slice(0, shownAtFirst);
  const rest = changes.length - visible.length;
  return (
    <ul ref={list} className={classes.changes}>
      {visible.map(({ key, isGrant, text }, index) => (
        <li key={key} data-given={isGrant} tabIndex={index === shownAtFirst ? -1 : undefined}>
          <span className={classes.sign} role="img" aria-label={isGrant ? 'given' : 'taken away'}>
            {isGrant ? '+' : '−'}
          </span>
          <span>{text}</span>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Button size="compact-xs" variant="default" onClick={showAll}>
            {numberText(rest)} more
          </Button>
        </li>
      )}
    </ul>
  );
}
