import { anyone } from '../access.ts';
import type { registrationShapes } from '../shapes/registration.ts';
import { endpoint } from './endpoint.ts';

/** Registration: an address is confirmed by email before a password is set. */
export const registration = {
  /**
   * Emails a link to the address, even if it already has an account, so that the response does not reveal which
   * addresses have one.
   */
  register: endpoint<typeof registrationShapes.register>({
    method: 'POST',
    path: '/registration',
    access: anyone,
    challenge: true,
  }),
  /** Emails the link again; more than 5 requests in an hour are refused with 10005. */
  resend: endpoint<typeof registrationShapes.resend>({
    method: 'POST',
    path: '/registration/resend-email',
    access: anyone,
    challenge: true,
  }),
  /**
   * Checks whether an emailed link still works, without consuming it; the secret is in the body, so that no log records
   * it.
   */
  checkLink: endpoint<typeof registrationShapes.checkLink>({
    method: 'POST',
    path: '/registration/link',
    access: anyone,
    safe: true,
  }),
  /** Creates the account; the link works once, within 24 hours. */
  confirm: endpoint<typeof registrationShapes.confirm>({
    method: 'POST',
    path: '/registration/confirm',
    access: anyone,
  }),
};
