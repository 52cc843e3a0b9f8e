import { Group, Text } from '@mantine/core';
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

/** A row of the list of tools, which is one large link. */
export function DashboardCard({ title, Icon, children, badge, to, href }: DashboardCardProps) {
  const content = (
    <>
      <Group gap="xs" wrap="nowrap" className={classes.head ?? ''}>
        <Icon size={20} aria-hidden="true" />
        <h3 className={classes.name}>{title}</h3>
        {badge}
        {href && <IconExternalLink size={16} aria-label="opens in a new tab" />}
      </Group>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </>
  );
  return (
    <li className={classes.item}>
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
