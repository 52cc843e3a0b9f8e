import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WorkspaceWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import classes from './billing.module.css';
import { BillingInformation } from './billing-information.tsx';
import { PastDueNotice } from './past-due-notice.tsx';
import { PlanCards } from './plan-cards.tsx';

/** What a workspace pays for, and what it may change about that. */
export function WorkspaceBilling({ workspace }: { workspace: WorkspaceWithRole }) {
  // What the provider has changed by itself is wanted here, where somebody looks at it.
  const query = useQuery({ ...workspaceQueries.subscription(useRequest(), workspace.id), refetchOnMount: 'always' });
  const subscription = query.data;
  if (!subscription) {
    return (
      <NotLoaded query={query} title="The subscription could not be loaded">
        <div className={classes.cards}>
          <Skeleton height={300} />
          <Skeleton height={300} />
          <Skeleton height={300} />
        </div>
      </NotLoaded>
    );
  }
  return (
    <div className={classes.page}>
      {subscription.status === 'past_due' && <PastDueNotice />}
      <PlanCards subscription={subscription} />
      <BillingInformation subscription={subscription} />
    </div>
  );
}
