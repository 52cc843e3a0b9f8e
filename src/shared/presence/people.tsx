import type { LivePresence } from '@quartermaster/contract/endpoints/live.ts';
import { useEffect, useRef } from 'react';
import { useAnnouncer } from '../ui/hooks/use-announcer.tsx';
import { initialsOf } from '../ui/person-mark.tsx';
import { hereText, toneOf } from './people-text.ts';
import classes from './presence.module.css';

/** The people whose initials there is room for. */
const most = 5;

/** The initials of those who have the page open, too; announces those who come. */
export function People({ presence }: { presence: LivePresence | null }) {
  const [say, announcer] = useAnnouncer();
  const here = presence?.people.filter(({ is_here }) => is_here) ?? [];
  const count = presence?.count ?? 0;
  const visible = here.slice(0, most);
  const known = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!presence) return;
    const present = presence.people.filter(({ is_here }) => is_here);
    const come = present.filter(({ id }) => !known.current.has(id));
    known.current = new Set(present.map(({ id }) => id));
    if (come.length > 0) say(hereText(come.slice(0, most), come.length));
  }, [presence, say]);
  const text = hereText(visible, count);
  return (
    <>
      {visible.length > 0 && (
        <span role="img" className={classes.people} aria-label={text} title={text}>
          {visible.map((person) => (
            <span
              key={person.id}
              className={classes.person}
              data-initials={initialsOf(person.name) || '–'}
              style={{ background: toneOf(person) }}
            />
          ))}
          {count > visible.length && <span className={classes.more}>+{count - visible.length}</span>}
        </span>
      )}
      {announcer}
    </>
  );
}
