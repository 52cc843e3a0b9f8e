import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';

/** Registers an account; the form shows failures itself. */
export function useRegister() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof registration.register>['body']) => request(registration.register, { body }),
    meta: { of: 'register' },
  });
}

/** Requests the mail again; the screen shows failures itself. */
export function useResendEmail() {
  const request = useRequest();
  return useMutation({
    mutationFn: (email: string) => request(registration.resend, { body: { email } }),
    meta: { of: 'resendEmail' },
  });
}

/** Creates the account, using the mailed link; the form shows failures itself. */
export function useConfirmRegistration() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof registration.confirm>['body']) => request(registration.confirm, { body }),
    meta: { of: 'confirmRegistration' },
  });
}
