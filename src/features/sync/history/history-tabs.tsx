import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import { Can } from '../../../shared/access/can.tsx';
import { PlainLink } from '../../../shared/ui/plain-link.tsx';
import classes from '../history.module.css';

const tabs = [
  { id: 'changes', label: 'Changes here', to: paths.changes },
  { id: 'syncs', label: 'Syncs from and to here', to: paths.syncHistory },
] as const;

/** Links the history of changes with that of syncs, where there are syncs. */
export const HistoryTabs = ({ current }: { current: (typeof tabs)[number]['id'] }) => (
  <Can do={sync.list}>
    <nav className={classes.tabs} aria-label="History">
      {tabs.map(({ id, label, to }) => (
        <PlainLink
          key={id}
          to={to}
          className={classes.tab}
          {...(id === current && { 'aria-current': 'page' as const })}
        >
          {label}
        </PlainLink>
      ))}
    </nav>
  </Can>
);
