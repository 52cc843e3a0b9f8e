import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../http/query-keys.ts';
import type { Request } from '../services/request.ts';

/** A link works once: its request is sent once per visit, never repeated automatically, and never aborted. */
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  retryOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Actions of mailed links that run when they are opened; the page shows failures itself. */
export const confirmationQueries = {
  emailChange: (request: Request, hash: string) =>
    queryOptions({
      queryKey: queryKeys.mailedLink('email', hash),
      queryFn: () => request(accounts.completeEmailChange, { query: { hash } }),
      ...once,
      meta: { title: 'Email', quiet: true },
    }),
  removalCancelled: (request: Request, hash: string) =>
    queryOptions({
      queryKey: queryKeys.mailedLink('project', hash),
      queryFn: () => request(projects.cancelRemoving, { query: { hash } }),
      ...once,
      meta: { title: 'Project removal', quiet: true },
    }),
};
