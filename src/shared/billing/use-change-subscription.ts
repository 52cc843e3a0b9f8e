import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { useMutation } from '@tanstack/react-query';
import { type CalledChange, requestChange } from '../data/billing.ts';
import { useRequest } from '../services/request.ts';
import { useSetAwaitedChange } from './awaited-changes.ts';

/** Changes a subscription, and starts waiting for the change to take effect; the dialog shows failures itself. */
export function useChangeSubscription(workspaceId: number, subscription: Subscription) {
  const request = useRequest();
  const setAwaited = useSetAwaitedChange();
  return useMutation({
    onMutate: () => subscription,
    mutationFn: ({ change }: { change: CalledChange; success?: string }) => requestChange(request, workspaceId, change),
    onSuccess: (_answer, { change }, before) => setAwaited(workspaceId, { change, before, state: 'waiting' }),
    meta: {
      of: 'changeSubscription',
      success: (_answer, variables) => (variables as { success?: string }).success,
    },
  });
}
