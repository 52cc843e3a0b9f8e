import type { View } from '@quartermaster/contract/endpoints/views.ts';
import { memo, type ReactNode } from 'react';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import { viewPath } from './view-path.ts';
import classes from './views.module.css';

interface ViewTabsProps {
  instanceId: number;
  templateId: string;
  views: readonly View[];
  /** The id of the one that is open; undefined for all items, null while it is not known. */
  openId: number | null | undefined;
  /** True if the list is not as the open view has it. */
  isChanged: boolean;
  /** The button of the list of views. */
  children: ReactNode;
}

/** The saved views of a template as tabs, with the button that changes them. */
export const ViewTabs = memo(function ViewTabs(props: ViewTabsProps) {
  const { instanceId, templateId, views, openId, isChanged, children } = props;
  const place = { instanceId, templateId };
  const hasFirst = views.some(({ is_first }) => is_first);
  const tab = (id: number | undefined, name: string, to: string) => (
    <PlainLink
      key={id ?? 'all'}
      to={to}
      className={classes.tab}
      title={name}
      {...(id === openId && { 'aria-current': 'true' as const })}
    >
      {name}
      {id !== undefined && id === openId && isChanged && <span className={classes.changed} />}
    </PlainLink>
  );
  return (
    <nav className={classes.tabs} aria-label="Saved views">
      <div className={classes.strip}>
        {tab(undefined, 'All items', viewPath(place, hasFirst ? 'all' : undefined))}
        {views.map(({ id, name }) => tab(id, name, viewPath(place, id)))}
      </div>
      {children}
    </nav>
  );
});
