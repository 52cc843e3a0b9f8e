import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';

/** Requests a password reset link by mail; the form shows failures itself. */
export function useRequestPasswordReset() {
  const request = useRequest();
  return useMutation({
    mutationFn: (email: string) => request(accounts.requestPasswordReset, { body: { email } }),
    meta: { of: 'requestPasswordReset' },
  });
}

/** Sets a new password, using the mailed link; the form shows failures itself. */
export function useResetPassword() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof accounts.resetPassword>['body']) => request(accounts.resetPassword, { body }),
    meta: { of: 'resetPassword' },
  });
}
