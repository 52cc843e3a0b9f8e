import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** A sign-in of the user on a device. */
export type Session = Output<typeof accounts.listSessions>['sessions'][number];

/** The user's sign-ins, the last used one first. */
export const sessionQueries = {
  list: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.sessions,
      queryFn: async ({ signal }) => completeAnswer(await request(accounts.listSessions, {}, signal), 'sessions'),
      meta: { title: 'Sessions' },
    }),
};

/** Ends a sign-in on another device; without an id all of them. */
export function useEndSession() {
  const request = useRequest();
  return useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined
        ? request(accounts.endOtherSessions, {})
        : request(accounts.endSession, { params: { sessionId } }),
    meta: { of: 'endSession', success: 'Session ended', invalidates: [queryKeys.account.sessions] },
  });
}
