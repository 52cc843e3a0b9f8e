import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { passkeys } from '@quartermaster/contract/endpoints/people/passkeys.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { signWithPasskey } from './passkey-ceremony.ts';

/** The user's second factor, and a new secret for one. */
export const secondFactorQueries = {
  get: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.secondFactor,
      queryFn: async ({ signal }) => completeAnswer(await request(secondFactor.get, {}, signal), 'is_on'),
      meta: { title: 'Second factor' },
    }),
  enrolment: (request: Request) =>
    queryOptions({
      queryKey: queryKeys.account.enrolment,
      queryFn: async ({ signal }) => completeAnswer(await request(secondFactor.enrol, {}, signal), 'address'),
      // One secret for as long as the dialog is open.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { title: 'Second factor' },
    }),
};

type Proof = Input<typeof secondFactor.remove>['body'];

/** The roles tell which workspaces require one. */
export const factorChanged = [queryKeys.account.secondFactor, queryKeys.account.roles];

/** Turns the second factor on and answers the recovery codes; the form shows failures itself. */
export function useSetUpSecondFactor() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof secondFactor.confirm>['body']) => request(secondFactor.confirm, { body }),
    meta: { of: 'setUpSecondFactor', invalidates: factorChanged },
  });
}

/** Replaces the recovery codes, by a passkey if nothing is typed; the form shows failures itself. */
export function useRenewRecoveryCodes() {
  const request = useRequest();
  return useMutation({
    mutationFn: async (typed: Proof | undefined) => {
      const body = typed ?? { passkey: await signWithPasskey(await request(passkeys.challenge, { body: {} })) };
      return request(secondFactor.renewCodes, { body });
    },
    meta: { of: 'renewRecoveryCodes', invalidates: [queryKeys.account.secondFactor] },
  });
}

/** Turns the second factor off; the form shows failures itself. */
export function useRemoveSecondFactor() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Proof) => request(secondFactor.remove, { body }),
    meta: { of: 'removeSecondFactor', success: 'Second factor turned off', invalidates: factorChanged },
  });
}
