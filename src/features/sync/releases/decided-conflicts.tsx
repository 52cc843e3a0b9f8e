import type { DecidedConflicts as Decided, Release } from '@quartermaster/contract/endpoints/releases.ts';
import { EnvBadge } from '../../../shared/ui/env-badge.tsx';
import classes from './releases.module.css';

/** How many decisions are listed. */
const listed = 12;

/** True if conflicts were decided. */
export const isAnyDecided = ({ items, others, menu }: Decided): boolean =>
  items.count > 0 || others !== null || menu !== null;

interface DecidedConflictsProps {
  decided: Decided;
  release: Pick<Release, 'source' | 'target'>;
}

/** The conflicts that were decided, each with the side that is taken. */
export function DecidedConflicts({ decided: { items, others, menu }, release }: DecidedConflictsProps) {
  const side = (take: 'source' | 'target' | 'fields') =>
    take === 'fields' ? <span className={classes.by}>by field</span> : <EnvBadge env={release[take].env} />;
  const first = items.sample.slice(0, listed);
  return (
    <ul className={classes.decisions} aria-label="Decisions">
      {first.map(({ template_id, id, name, take }) => (
        <li key={`${template_id}.${id}`}>
          {side(take)} <span className={classes.decided}>{name}</span>
        </li>
      ))}
      {items.count > first.length && <li>{items.count - first.length} more</li>}
      {menu !== null && <li>{side(menu)} the navigation</li>}
      {others !== null && (
        <li>
          {side(others)} {items.count > 0 ? 'all other conflicts' : 'all conflicts'}
        </li>
      )}
    </ul>
  );
}
