import type { Workspace } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQuery } from '@tanstack/react-query';
import { workspaceQueries } from '../../../../shared/data/workspaces.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';

const StatusBanner = lazyPart(() => import('./status-banner.tsx').then((m) => m.StatusBanner));

interface SubscriptionBannerProps {
  workspace: Pick<Workspace, 'id' | 'name'>;
  /** Whether the user may do something about it. */
  isOwner: boolean;
}

/** Says what is wrong with the subscription of a workspace, or how long it still lasts; nothing while it is active or loading. */
export function SubscriptionBanner({ workspace, isOwner }: SubscriptionBannerProps) {
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), workspace.id));
  if (!data || (data.status === 'active' && !data.is_short_of_seats)) return null;
  return <StatusBanner workspace={workspace} subscription={data} isOwner={isOwner} />;
}
