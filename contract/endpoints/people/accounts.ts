import { anyone, signedIn } from '../../access.ts';
import type { accountShapes } from '../../shapes/people/accounts.ts';
import { endpoint } from '../endpoint.ts';

/** Signing in and out, and the signed-in user's account. */
export const accounts = {
  /**
   * Signs in by email address and password, and sets the session cookie. An account with a second factor answers 401 `second_factor` until a
   * `code` of it, or a recovery code, is sent as well.
   */
  login: endpoint<typeof accountShapes.login>({
    method: 'POST',
    path: '/accounts/login',
    access: anyone,
    challenge: true,
  }),
  /** Extends the session of the cookie. */
  refresh: endpoint<typeof accountShapes.refresh>({ method: 'POST', path: '/accounts/refresh', access: anyone }),
  /** Ends the session and removes its cookie. */
  logout: endpoint<typeof accountShapes.logout>({ method: 'POST', path: '/accounts/logout', access: anyone }),
  /** The account's sign-ins with a password that can still be used, by device: the 100 used last. */
  listSessions: endpoint<typeof accountShapes.listSessions>({
    method: 'GET',
    path: '/accounts/sessions',
    access: signedIn,
  }),
  /** Ends a sign-in: its next call is refused, on all servers. One that has ended is no error. */
  endSession: endpoint<typeof accountShapes.endSession>({
    method: 'DELETE',
    path: '/accounts/sessions/:sessionId',
    access: signedIn,
  }),
  /** Ends all sign-ins but the caller's. */
  endOtherSessions: endpoint<typeof accountShapes.endOtherSessions>({
    method: 'DELETE',
    path: '/accounts/sessions',
    access: signedIn,
  }),
  /** What the user can confirm a dangerous change with. */
  getProofs: endpoint<typeof accountShapes.getProofs>({
    method: 'GET',
    path: '/accounts/confirmation',
    access: signedIn,
  }),
  /**
   * Confirms that it is still the user who uses the session, with what they sign in with: for ten minutes, no call of it answers
   * `confirm_again`.
   */
  confirm: endpoint<typeof accountShapes.confirm>({
    method: 'POST',
    path: '/accounts/confirmation',
    access: signedIn,
  }),
  /** The signed-in account: its id, name and email address. */
  get: endpoint<typeof accountShapes.get>({ method: 'GET', path: '/accounts', access: signedIn }),
  /** The settings of the account: the instance that it selected last. */
  getSettings: endpoint<typeof accountShapes.getSettings>({
    method: 'GET',
    path: '/accounts/settings',
    access: signedIn,
  }),
  /** Changes the name of the account. */
  changeName: endpoint<typeof accountShapes.changeName>({
    method: 'POST',
    path: '/accounts/change-name',
    access: signedIn,
  }),
  /** Emails a code to the current address to prove that its owner wants to change it. */
  requestEmailCode: endpoint<typeof accountShapes.requestEmailCode>({
    method: 'POST',
    path: '/accounts/change-email/code',
    access: signedIn,
  }),
  /** Takes the code and emails a link to the new address; the link makes the change. */
  changeEmail: endpoint<typeof accountShapes.changeEmail>({
    method: 'POST',
    path: '/accounts/change-email/confirmation',
    access: signedIn,
  }),
  /** Completes the change of an email address by the link that was emailed to the new one. */
  completeEmailChange: endpoint<typeof accountShapes.completeEmailChange>({
    method: 'GET',
    path: '/accounts/change-email/complete',
    access: anyone,
  }),
  /** Emails a link if the address has an account; the response is the same if it has none. */
  requestPasswordReset: endpoint<typeof accountShapes.requestPasswordReset>({
    method: 'POST',
    path: '/accounts/password-reset-email',
    access: anyone,
    challenge: true,
  }),
  /**
   * Checks whether an emailed link still works, without consuming it; the secret is in the body, so that no log records
   * it.
   */
  checkResetLink: endpoint<typeof accountShapes.checkResetLink>({
    method: 'POST',
    path: '/accounts/password-reset/link',
    access: anyone,
    safe: true,
  }),
  /** Sets a new password and ends all sessions of the account; the link works once, within 1 hour. */
  resetPassword: endpoint<typeof accountShapes.resetPassword>({
    method: 'POST',
    path: '/accounts/password-reset',
    access: anyone,
  }),
  /** The workspaces of the account, with its role in each. */
  listRoles: endpoint<typeof accountShapes.listRoles>({
    method: 'GET',
    path: '/accounts/workspaces',
    access: signedIn,
  }),
};
