import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { registration } from '@quartermaster/contract/endpoints/registration.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';

/** Asks for an account; the form shows a failure itself. */
export function useRegister() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof registration.register>['body']) => request(registration.register, { body }),
    meta: { of: 'register' },
  });
}

/** Has the mail sent again; the screen shows a failure itself. */
export function useResendEmail() {
  const request = useRequest();
  return useMutation({
    mutationFn: (email: string) => request(registration.resend, { body: { email } }),
    meta: { of: 'resendEmail' },
  });
}

/** Makes the account, with the link of the mail; the form shows a failure itself. */
export function useConfirmRegistration() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof registration.confirm>['body']) => request(registration.confirm, { body }),
    meta: { of: 'confirmRegistration' },
  });
}
