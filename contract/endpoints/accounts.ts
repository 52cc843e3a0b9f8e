import { anyone, signedIn } from '../access.ts';
import type { accountShapes } from '../shapes/accounts.ts';
import { endpoint } from './endpoint.ts';

/** Signing in and out, and the signed-in person. */
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
  /** Mails a code to the present address, which proves that its owner wants to change it. */
  requestEmailCode: endpoint<typeof accountShapes.requestEmailCode>({
    method: 'POST',
    path: '/accounts/change-email/code',
    access: signedIn,
  }),
  /** Takes the code and mails a link to the new address; the change happens with that link. */
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
  /** Mails a link to the address where it has an account; the answer is the same where it has none. */
  requestPasswordReset: endpoint<typeof accountShapes.requestPasswordReset>({
    method: 'POST',
    path: '/accounts/password-reset-email',
    access: anyone,
    challenge: true,
  }),
  /** Tells whether the link of a mail still works, and uses nothing up; the secret travels where no log keeps it. */
  checkResetLink: endpoint<typeof accountShapes.checkResetLink>({
    method: 'POST',
    path: '/accounts/password-reset/link',
    access: anyone,
    safe: true,
  }),
  /** Sets a new password and ends every session of the account; the link works once and for 1 hour. */
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
