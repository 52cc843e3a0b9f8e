import { hasChanged } from '@quartermaster/contract/billing.ts';
import { type Subscription, workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import {
  type AwaitedChange,
  awaitedChangesAtom,
  useSetAwaitedChange,
} from '../../../shared/billing/awaited-changes.ts';
import { HttpError } from '../../../shared/http/http-error.ts';
import { queryKeys } from '../../../shared/http/query-keys.ts';
import { decidesAccess } from '../../../shared/http/query-meta.ts';
import { useServices } from '../../../shared/services/services.ts';

/** Polling of a subscription after a change, in milliseconds: first delay, interval, and timeout. */
const polling = { delay: 2000, interval: 4000, timeout: 60_000 };

/** Waits for requested changes of subscriptions, on every page, and toasts when they have taken effect. */
export function SubscriptionChangeToasts() {
  const awaited = useAtomValue(awaitedChangesAtom);
  return [...awaited].map(
    ([id, awaited]) => awaited.state === 'waiting' && <Watch key={id} workspaceId={id} awaited={awaited} />,
  );
}

function Watch({ workspaceId, awaited }: { workspaceId: number; awaited: AwaitedChange }) {
  const { request, notify } = useServices();
  const queries = useQueryClient();
  const setAwaited = useSetAwaitedChange();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const read = () =>
      request(workspaces.getSubscription, { params: { workspaceId } }, signal).catch((error: unknown) => {
        // The user has signed out, and another may sign in. After any other failure, the next attempt may succeed.
        if (error instanceof HttpError && error.status === 401) setAwaited(workspaceId, undefined);
        return null;
      });
    const look = async () => {
      const subscription = await read();
      if (signal.aborted) return;
      if (subscription) queries.setQueryData(queryKeys.workspace.subscription(workspaceId), subscription);
      if (!subscription || !hasChanged(comparedOf(subscription), awaited.change, comparedOf(awaited.before))) {
        timer = setTimeout(look, polling.interval);
        return;
      }
      setAwaited(workspaceId, undefined);
      notify.success('Subscription updated');
      // Another plan may include more features, and give projects more instances.
      void queries.invalidateQueries({ predicate: decidesAccess });
    };
    let timer = setTimeout(look, polling.delay);
    const end = setTimeout(() => setAwaited(workspaceId, { ...awaited, state: 'late' }), polling.timeout);
    return () => {
      ending.abort();
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [workspaceId, awaited, request, notify, queries, setAwaited]);
  return null;
}

const comparedOf = ({ type: plan, status, members, used_members: usedMembers, projects }: Subscription) => ({
  plan,
  status,
  members,
  usedMembers,
  projects,
});
