import { live } from '@quartermaster/contract/endpoints/live.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** Whether others are shown where the user is. */
export const presenceQueries = {
  get: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.presence,
      queryFn: async ({ signal }) => completeAnswer(await request(live.getPresence, {}, signal), 'is_shown'),
      meta: { title: 'Presence', isPart: true },
    }),
};

/** Turns it on or off. */
export function useSetPresence() {
  const request = useRequest();
  return useMutation({
    mutationFn: (isOn: boolean) => request(live.setPresence, { body: { is_shown: isOn } }),
    meta: { of: 'setPresence', invalidates: [queryKeys.account.presence] },
  });
}
