import type { GuardedEndpoint } from '@quartermaster/contract/access.ts';
import type { ComponentProps, ReactNode } from 'react';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import classes from './history.module.css';

interface HistoryPageProps extends ComponentProps<typeof PageHeader> {
  /** The call that lists the versions. */
  to: GuardedEndpoint;
  children: ReactNode;
}

/** A page as high as the window, for users who may see the history. */
export const HistoryPage = ({ to, children, ...header }: HistoryPageProps) => (
  <RequireAccess to={to} pending={<PageHeader {...header} />}>
    <div className={classes.page}>
      <PageHeader {...header} />
      {children}
    </div>
  </RequireAccess>
);
