import { anyone, signedIn } from '../../access.ts';
import type { accountShapes } from '../../shapes/people/accounts.ts';
import { endpoint } from '../endpoint.ts';

/** Signing in and out, and the signed-in user's account. */
export const accounts = {
  login: endpoint<typeof accountShapes.login>({
    method: 'POST',
    path: '/accounts/login',
    access: anyone,
    challenge: true,
  }),
  refresh: endpoint<typeof accountShapes.refresh>({ method: 'POST', path: '/accounts/refresh', access: anyone }),
  logout: endpoint<typeof accountShapes.logout>({ method: 'POST', path: '/accounts/logout', access: anyone }),
  get: endpoint<typeof accountShapes.get>({ method: 'GET', path: '/accounts', access: signedIn }),
  getSettings: endpoint<typeof accountShapes.getSettings>({
    method: 'GET',
    path: '/accounts/settings',
    access: signedIn,
  }),
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
  listRoles: endpoint<typeof accountShapes.listRoles>({
    method: 'GET',
    path: '/accounts/workspaces',
    access: signedIn,
  }),
};
