import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../services/request.ts';
import { makePasskey, signWithPasskey } from './passkey-ceremony.ts';
import { factorChanged } from './second-factor.ts';

/** Makes a passkey and adds it to the account; the form shows failures itself. */
export function useAddPasskey() {
  const request = useRequest();
  return useMutation({
    mutationFn: async (name: string) => {
      const made = await makePasskey(await request(passkeys.enrol, {}));
      return request(passkeys.add, { body: { ...made, name } });
    },
    meta: { of: 'addPasskey', success: 'Passkey added', invalidates: factorChanged },
  });
}

/** Removes a passkey; the dialog shows failures itself. */
export function useRemovePasskey() {
  const request = useRequest();
  return useMutation({
    mutationFn: (passkeyId: number) => request(passkeys.remove, { params: { passkeyId } }),
    meta: { of: 'removePasskey', success: 'Passkey removed', invalidates: factorChanged },
  });
}

/** Signs in by a passkey; the page shows failures itself. */
export function useSignInByPasskey() {
  const request = useRequest();
  return useMutation({
    mutationFn: async () => {
      const body = await signWithPasskey(await request(passkeys.challenge, { body: {} }));
      return request(passkeys.signIn, { body });
    },
    meta: { of: 'login' },
  });
}

/** Confirms by a passkey that it is the user; the dialog shows failures itself. */
export function useConfirmByPasskey() {
  const request = useRequest();
  return useMutation({
    mutationFn: async () => {
      const passkey = await signWithPasskey(await request(passkeys.challenge, { body: {} }));
      return request(accounts.confirm, { body: { passkey } });
    },
    meta: { of: 'confirm' },
  });
}
