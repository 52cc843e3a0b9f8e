import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import { paths } from '@quartermaster/contract/paths.ts';
import classes from '../../ui/link-tabs.module.css';
import { PlainLink } from '../../ui/plain-link.tsx';
import { texts } from '../../ui/texts.ts';
import { Can } from '../can.tsx';

interface Tab {
  label: string;
  to: string;
  needs: GuardedEndpoint;
}

const tabs = {
  activity: { label: texts.activity, to: paths.activity, needs: activity.list },
  changes: { label: texts.history, to: paths.changes, needs: changeSets.list },
  trash: { label: texts.trash, to: paths.trash, needs: trash.list },
} as const satisfies Record<string, Tab>;

type TabName = keyof typeof tabs;

/** Links the pages with what has happened to each other: those that the user may open. */
export function HistoryTabs({ current }: { current: TabName }) {
  return (
    <nav className={classes.tabs} aria-label="Activity, history and trash">
      {(Object.keys(tabs) as TabName[]).map((name) => (
        <Can key={name} do={tabs[name].needs}>
          <PlainLink
            to={tabs[name].to}
            className={classes.tab}
            {...(name === current && { 'aria-current': 'page' as const })}
          >
            {tabs[name].label}
          </PlainLink>
        </Can>
      ))}
    </nav>
  );
}
