import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { WorkspaceWithRole } from '../../../shared/access/workspaces-with-role.ts';
import { useAwaitedChange } from '../../../shared/billing/awaited-changes.ts';
import { workspaceQueries } from '../../../shared/data/workspaces.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { useFocusFallback } from '../../../shared/ui/hooks/use-focus-fallback.ts';
import { NotLoaded } from '../../../shared/ui/page/not-loaded.tsx';
import { texts } from '../../../shared/ui/texts.ts';
import classes from './billing.module.css';
import { BillingInformation } from './billing-information.tsx';
import type { BillingRequest } from './billing-request.ts';
import { ChangeDialogs } from './dialogs/change-dialogs.tsx';
import { PastDueNotice } from './past-due-notice.tsx';
import { PlanCards } from './plan-cards.tsx';
import { Seats } from './seats/seats.tsx';
import { SeatsNotice } from './seats-notice.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** What a workspace pays for, and the changes it can make. */
export function WorkspaceBilling({ workspace }: { workspace: WorkspaceWithRole }) {
  // Refetched here, so that changes made by the provider itself are shown.
  const query = useQuery({ ...workspaceQueries.subscription(useRequest(), workspace.id), refetchOnMount: 'always' });
  const isWaiting = useAwaitedChange(workspace.id)?.state === 'waiting';
  const [pending, setPending] = useState<BillingRequest | null>(null);
  // The focused button may unmount with the change that it has requested.
  const page = useRef<HTMLDivElement>(null);
  const focusFallback = useFocusFallback(page);
  const subscription = query.data;
  if (!subscription) {
    return (
      <NotLoaded query={query} title={texts.subscriptionNotLoaded}>
        <div className={classes.cards}>
          <Skeleton height={300} />
          <Skeleton height={300} />
          <Skeleton height={300} />
        </div>
      </NotLoaded>
    );
  }
  const controls = { isWaiting, onRequest: setPending };
  return (
    <div ref={page} tabIndex={-1} className={classes.page} {...focusFallback.props}>
      <UpdateNotice workspaceId={workspace.id} />
      {subscription.status === 'past_due' && <PastDueNotice {...controls} />}
      {subscription.is_short_of_seats && <SeatsNotice subscription={subscription} />}
      <PlanCards subscription={subscription} {...controls} />
      <BillingInformation subscription={subscription} {...controls} />
      <Seats workspaceId={workspace.id} subscription={subscription} isWaiting={isWaiting} />
      <ChangeDialogs
        pending={pending}
        onClose={() => setPending(null)}
        workspace={workspace}
        subscription={subscription}
      />
    </div>
  );
}
