import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { IconExternalLink } from '../../shared/ui/icons/external-link.ts';
import type { Icon } from '../../shared/ui/icons/icon.ts';
import classes from './dashboard-card.module.css';

interface DashboardCardProps {
  title: string;
  Icon: Icon;
  /** One sentence about the page behind the card. */
  children: ReactNode;
  badge?: ReactNode;
  /** A path in the console; set either this or `href`. */
  to?: string;
  /** An external URL. */
  href?: string;
}

/** One of the links to tools, with what it is for. */
export function DashboardCard({ title, Icon, children, badge, to, href }: DashboardCardProps) {
  const content = (
    <>
      <Icon size={16} aria-hidden="true" />
      <div className={classes.head}>
        <h3 className={classes.name}>{title}</h3>
        {badge}
        {href && <IconExternalLink size={14} aria-label="opens in a new tab" />}
      </div>
      <div className={classes.text}>{children}</div>
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className={classes.card ?? ''}>
          {content}
        </Link>
      ) : (
        <a href={href} target="_blank" rel="noreferrer" className={classes.card}>
          {content}
        </a>
      )}
    </li>
  );
}
