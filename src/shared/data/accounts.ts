import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';

/** The signed-in user: name and email, the active instance, and the role in each workspace. */
export const accountQueries = {
  get: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.get,
      queryFn: ({ signal }) => request(accounts.get, {}, signal),
      meta: { title: 'Account', stored: 'everywhere' },
    }),
  settings: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.settings,
      queryFn: async ({ signal }) =>
        completeAnswer(await request(accounts.getSettings, {}, signal), 'active_instance_id'),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Account settings', missing: 'Instance data not found' },
    }),
  /** What the user can confirm a dangerous change with. */
  proofs: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.proofs,
      queryFn: async ({ signal }) => completeAnswer(await request(accounts.getProofs, {}, signal), 'code'),
      gcTime: 0,
      meta: { title: 'Confirmation' },
    }),
  roles: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.roles,
      queryFn: async ({ signal }) => completeAnswer(await request(accounts.listRoles, {}, signal), 'workspaces'),
      meta: {
        title: 'Workspace roles',
        decidesAccess: true,
        stored: 'everywhere',
        missing: 'Workspaces data not found',
      },
    }),
};

/** Returns whether the user has made a save, such as in another tab; false if its author is not known. */
export function useIsOwnSave(): (saved: Pick<SavedBy, 'by_id'> | undefined) => boolean {
  const { data } = useQuery(accountQueries.get(useRequest()));
  return (saved) => typeof saved?.by_id === 'number' && saved.by_id === data?.id;
}

/** Signs in; the form shows failures itself. */
export function useLogin() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.login>['body']) => request(accounts.login, { body }),
    meta: { of: 'login' },
  });
}

/** Confirms that it is the user; the dialog shows failures itself. */
export function useConfirm() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.confirm>['body']) => request(accounts.confirm, { body }),
    meta: { of: 'confirm' },
  });
}

/** Signs out on the server. */
export function useLogout() {
  const request = useRequest();
  return useMutation({ mutationFn: () => request(accounts.logout, { body: {} }), meta: { of: 'logout' } });
}

/** Changes the user's name; the form shows failures itself. */
export function useChangeName() {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(accounts.changeName, { body: { name } }),
    meta: { of: 'changeName', invalidates: [queryKeys.account.get] },
  });
}

/** Requests a code by mail to the user's current address; the dialog shows failures itself. */
export function useRequestEmailCode() {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(accounts.requestEmailCode, { body: {} }),
    meta: { of: 'requestEmailCode' },
  });
}

/** Requests a link by mail to the new address, with the code sent to the old one; the form shows failures itself. */
export function useChangeEmail() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.changeEmail>['body']) => request(accounts.changeEmail, { body }),
    meta: { of: 'changeEmail' },
  });
}
