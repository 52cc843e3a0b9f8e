import { useMutation } from '@tanstack/react-query';
import { type CalledChange, requestChange } from '../data/billing.ts';
import { useRequest } from '../services/request.ts';
import { useSetAwaitedChange } from './awaited-changes.ts';

/** Changes the subscription of a workspace, and waits for the change from then on; the dialog shows failures itself. */
export function useChangeSubscription(workspaceId: number) {
  const request = useRequest();
  const setAwaited = useSetAwaitedChange();
  return useMutation({
    mutationFn: ({ change }: { change: CalledChange; success?: string }) => requestChange(request, workspaceId, change),
    onSuccess: (_answer, { change }) => setAwaited(workspaceId, { change, state: 'waiting' }),
    meta: {
      of: 'changeSubscription',
      success: (_answer, variables) => (variables as { success?: string }).success,
    },
  });
}
