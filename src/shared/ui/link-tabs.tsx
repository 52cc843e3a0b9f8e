import { offersActions } from './actions/offered-actions.ts';
import classes from './link-tabs.module.css';
import { PlainLink } from './plain-link.tsx';

interface LinkTabsProps {
  /** The name of the group for screen readers. */
  label: string;
  /** A dot stands behind the label of a marked one. */
  tabs: readonly { id: string; label: string; to: string; isMarked?: boolean }[];
  /** The id of the one that is shown; null while it is not known. */
  current: string | null;
}

/** Links to pages or views that belong together, as tabs. */
export const LinkTabs = ({ label, tabs, current }: LinkTabsProps) => (
  <nav className={classes.tabs} aria-label={label} {...offersActions}>
    {tabs.map(({ id, label: text, to, isMarked = false }) => (
      <PlainLink
        key={id}
        to={to}
        className={classes.tab}
        title={text}
        data-marked={isMarked || undefined}
        {...(id === current && { 'aria-current': 'page' as const })}
      >
        {text}
      </PlainLink>
    ))}
  </nav>
);
