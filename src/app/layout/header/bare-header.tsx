import { useQuery } from '@tanstack/react-query';
import { accountQueries } from '../../../shared/data/accounts.ts';
import { useRequest } from '../../../shared/services/request.ts';
import type { Bootstrap } from '../bootstrap.ts';
import classes from '../frame.module.css';
import { FactorNotice } from './factor-notice.tsx';
import { OpenSidebar } from './open-sidebar.tsx';
import { SubscriptionBanner } from './subscription/subscription-banner.tsx';

interface BareHeaderProps {
  bootstrap: Bootstrap;
  /** Set if the sidebar is a drawer. */
  openSidebar: (() => void) | undefined;
}

/** Replaces a header that the host hides: only what the host cannot offer itself, and no row at all if there is nothing. */
export function BareHeader({ bootstrap, openSidebar }: BareHeaderProps) {
  const { data: account } = useQuery(accountQueries.get(useRequest()));
  return (
    <div className={classes.bare}>
      {openSidebar && <OpenSidebar onClick={openSidebar} />}
      <FactorNotice bootstrap={bootstrap} />
      <SubscriptionBanner bootstrap={bootstrap} />
      <span hidden title={account?.email} data-qm-account />
    </div>
  );
}
