import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { workspaceQueries } from '../data/workspaces.ts';
import { useRequest } from '../services/request.ts';
import { NotLoaded } from '../ui/page/not-loaded.tsx';
import { texts } from '../ui/texts.ts';

interface UnlessPlanFailedProps {
  workspaceId: number;
  /** Rendered while the plan is loaded again. */
  pending: ReactNode;
  children: ReactNode;
}

/** Replaces a page that is refused because the plan of its workspace could not be loaded: the reason, and a retry. */
export function UnlessPlanFailed({ workspaceId, pending, children }: UnlessPlanFailedProps) {
  // It has just failed; the user can retry.
  const query = useQuery({ ...workspaceQueries.subscription(useRequest(), workspaceId), retryOnMount: false });
  if (query.data) return children;
  return (
    <NotLoaded query={query} title={texts.subscriptionNotLoaded}>
      {pending}
    </NotLoaded>
  );
}
