import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { invitations } from '@quartermaster/contract/endpoints/people/members.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** Checked once per visit: a second response must not replace a form that is being filled in; a later visit checks again. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Whether a mailed link still works; its page shows a refusal, and continues if there is no response. */
export const linkQueries = {
  registration: (request: Request, hash: string) =>
    queryOptions({
      queryKey: queryKeys.mailedLink('registration', hash),
      queryFn: () => request(registration.checkLink, { body: { hash } }),
      ...once,
      meta: { title: 'Registration', quiet: true },
    }),
  /** The workspace and role of an invitation. */
  invitation: (request: Request, hash: string) =>
    queryOptions({
      queryKey: queryKeys.mailedLink('invitation', hash),
      queryFn: () => request(invitations.checkLink, { body: { hash } }),
      ...once,
      meta: { title: 'Invitation', quiet: true },
    }),
  passwordReset: (request: Request, hash: string) =>
    queryOptions({
      queryKey: queryKeys.mailedLink('password-reset', hash),
      queryFn: () => request(accounts.checkResetLink, { body: { hash } }),
      ...once,
      meta: { title: 'Password reset', quiet: true },
    }),
};
