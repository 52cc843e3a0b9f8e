import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The contact for support. */
export const supportQuery = (request: Request) =>
  queryOptions({
    queryKey: queryKeys.support,
    queryFn: ({ signal }) => request(feedback.getSupport, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { title: 'Support', quiet: true },
  });

/** Sends feedback; the form shows failures itself. */
export function useSendFeedback() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof feedback.send>['body']) => request(feedback.send, { body }),
    meta: { of: 'sendFeedback', success: 'Thank you for your feedback' },
  });
}
