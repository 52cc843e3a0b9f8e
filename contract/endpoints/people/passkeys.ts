import { anyone, signedIn, signedInAgain } from '../../access.ts';
import type { passkeyShapes } from '../../shapes/people/passkeys.ts';
import { endpoint, type Input } from '../endpoint.ts';

/** A challenge that a passkey has signed, as bytes in base64url. */
export type PasskeyAnswer = Input<typeof passkeys.signIn>['body'];

/** Passkeys (WebAuthn): keys of a device or a password manager that sign in alone, and confirm changes. */
export const passkeys = {
  /** What a browser needs to make a passkey for the account. */
  enrol: endpoint<typeof passkeyShapes.enrol>({
    method: 'GET',
    path: '/accounts/passkeys/enrolment',
    access: signedIn,
  }),
  /** Adds a passkey that was made so, within ten minutes. With the first factor of the account, its recovery codes are answered. */
  add: endpoint<typeof passkeyShapes.add>({ method: 'POST', path: '/accounts/passkeys', access: signedInAgain }),
  /** Removes a passkey: it signs in no more. */
  remove: endpoint<typeof passkeyShapes.remove>({
    method: 'DELETE',
    path: '/accounts/passkeys/:passkeyId',
    access: signedInAgain,
  }),
  /** A challenge for any passkey of the browser, which it can answer once, within ten minutes. Sets a cookie. */
  challenge: endpoint<typeof passkeyShapes.challenge>({
    method: 'POST',
    path: '/accounts/passkeys/challenge',
    access: anyone,
  }),
  /** Signs in by a passkey, which has verified its user by a PIN or a fingerprint, and sets the session cookie. */
  signIn: endpoint<typeof passkeyShapes.signIn>({ method: 'POST', path: '/accounts/passkeys/sign-in', access: anyone }),
};
