import classes from './link-tabs.module.css';
import { PlainLink } from './plain-link.tsx';

interface LinkTabsProps {
  /** The name of the group for screen readers. */
  label: string;
  tabs: readonly { id: string; label: string; to: string }[];
  /** The id of the one that is shown. */
  current: string;
}

/** Links to pages or views that belong together, as tabs. */
export const LinkTabs = ({ label, tabs, current }: LinkTabsProps) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ id, label: text, to }) => (
      <PlainLink key={id} to={to} className={classes.tab} {...(id === current && { 'aria-current': 'page' as const })}>
        {text}
      </PlainLink>
    ))}
  </nav>
);
