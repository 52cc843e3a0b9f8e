import { signedIn } from '../../access.ts';
import type { secondFactorShapes } from '../../shapes/people/second-factor.ts';
import { endpoint } from '../endpoint.ts';

/** The second factor with which an account signs in by password: one-time passwords of an authenticator app, and passkeys. */
export const secondFactor = {
  /** The authenticator app and the passkeys of the account, and how many of its recovery codes were not used. */
  get: endpoint<typeof secondFactorShapes.get>({ method: 'GET', path: '/accounts/second-factor', access: signedIn }),
  /** A new secret for an authenticator app. It is stored once it is confirmed. */
  enrol: endpoint<typeof secondFactorShapes.enrol>({
    method: 'GET',
    path: '/accounts/second-factor/enrolment',
    access: signedIn,
  }),
  /**
   * Adds the authenticator app, by the password and a code made with the new secret. With the first factor of the account, its recovery
   * codes are answered.
   */
  confirm: endpoint<typeof secondFactorShapes.confirm>({
    method: 'POST',
    path: '/accounts/second-factor',
    access: signedIn,
  }),
  /** Replaces the recovery codes, by the password and a code, or by a passkey. */
  renewCodes: endpoint<typeof secondFactorShapes.renewCodes>({
    method: 'POST',
    path: '/accounts/second-factor/recovery-codes',
    access: signedIn,
  }),
  /** Removes the authenticator app, by the password and a code; passkeys stay. */
  remove: endpoint<typeof secondFactorShapes.remove>({
    method: 'POST',
    path: '/accounts/second-factor/removal',
    access: signedIn,
  }),
};
