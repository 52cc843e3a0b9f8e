import { accounts } from '@quartermaster/contract/endpoints/accounts.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';

/** Has a link mailed to set a new password; the form shows a failure itself. */
export function useRequestPasswordReset() {
  const request = useRequest();
  return useMutation({
    mutationFn: (email: string) => request(accounts.requestPasswordReset, { body: { email } }),
    meta: { of: 'requestPasswordReset' },
  });
}

/** Sets a new password, with the link of the mail; the form shows a failure itself. */
export function useResetPassword() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.resetPassword>['body']) => request(accounts.resetPassword, { body }),
    meta: { of: 'resetPassword' },
  });
}
