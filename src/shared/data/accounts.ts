import { accounts } from '@quartermaster/contract/endpoints/accounts.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { type Request, useRequest } from '../services/request.ts';

/** The signed-in person: name and email, the active instance, and the role in each workspace. */
export const accountQueries = {
  get: (request: Request) =>
    queryOptions({
      queryKey: ['account', 'get'],
      queryFn: ({ signal }) => request(accounts.get, {}, signal),
      meta: { title: 'Account' },
    }),
  settings: (request: Request) =>
    queryOptions({
      queryKey: ['account', 'settings'],
      queryFn: ({ signal }) => request(accounts.getSettings, {}, signal),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Account settings', missing: 'Instance data not found' },
    }),
  roles: (request: Request) =>
    queryOptions({
      queryKey: ['account', 'roles'],
      queryFn: ({ signal }) => request(accounts.listRoles, {}, signal),
      meta: { title: 'Workspace roles', decidesAccess: true, missing: 'Workspaces data not found' },
    }),
};

/** Signs in; the form shows a failure itself. */
export function useLogin() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.login>['body']) => request(accounts.login, { body }),
    meta: { of: 'login' },
  });
}

/** Signs out on the server. */
export function useLogout() {
  const request = useRequest();
  return useMutation({ mutationFn: () => request(accounts.logout, { body: {} }), meta: { of: 'logout' } });
}

/** Changes the caller's name; the form shows a failure itself. */
export function useChangeName() {
  const request = useRequest();
  return useMutation({
    mutationFn: (name: string) => request(accounts.changeName, { body: { name } }),
    meta: { of: 'changeName', invalidates: [['account', 'get']] },
  });
}

/** Has a code mailed to the caller's present address; the dialog shows a failure itself. */
export function useRequestEmailCode() {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(accounts.requestEmailCode, { body: {} }),
    meta: { of: 'requestEmailCode' },
  });
}

/** Has a link mailed to the new address, with the code of the old one; the form shows a failure itself. */
export function useChangeEmail() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.changeEmail>['body']) => request(accounts.changeEmail, { body }),
    meta: { of: 'changeEmail' },
  });
}
