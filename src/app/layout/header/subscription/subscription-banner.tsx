import { useQuery } from '@tanstack/react-query';
import { roleName, useInstanceContext } from '../../../../shared/access/instance-context.ts';
import { workspaceQueries } from '../../../../shared/data/workspaces.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { Bootstrap } from '../../bootstrap.ts';

const StatusBanner = lazyPart(() => import('./status-banner.tsx').then((m) => m.StatusBanner));

/** Shows what is wrong with the active workspace's subscription, or how long it still lasts; nothing while it is active or loading. */
export function SubscriptionBanner({ bootstrap: { workspaces, roles } }: { bootstrap: Bootstrap }) {
  // Without an active instance, the user may still have a workspace: a new one is on trial before it has a project.
  const workspace = useInstanceContext()?.workspace ?? workspaces[0];
  const { data } = useQuery(workspaceQueries.subscription(useRequest(), workspace?.id ?? 0));
  if (!workspace || !data || (data.status === 'active' && !data.is_short_of_seats)) return null;
  const roleId = roles.find(({ id }) => id === workspace.id)?.workspace_role_id;
  return <StatusBanner workspace={workspace} subscription={data} isOwner={roleName(roleId) === 'owner'} />;
}
