import { invitations } from '@quartermaster/contract/endpoints/people/members.ts';
import { useMutation } from '@tanstack/react-query';
import { queryKeys } from '../../http/query-keys.ts';
import { useRequest } from '../../services/request.ts';

/** Accepts an invitation to a workspace; the page shows a failure itself. */
export function useAcceptInvitation() {
  const request = useRequest();
  return useMutation({
    mutationFn: (hash: string) => request(invitations.accept, { body: { hash } }),
    meta: {
      of: 'acceptInvitation',
      invalidates: [queryKeys.workspaces.all, queryKeys.account.roles, queryKeys.workspace.all],
    },
  });
}
