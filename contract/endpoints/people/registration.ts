import { anyone } from '../../access.ts';
import type { registrationShapes } from '../../shapes/people/registration.ts';
import { endpoint } from '../endpoint.ts';

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
  /** Emails the link again; more than 5 requests in an hour are refused with 10005 (`tooManyResends`). */
  resend: endpoint<typeof registrationShapes.resend>({
    method: 'POST',
    path: '/registration/resend-email',
    access: anyone,
    challenge: true,
  }),
  /**
   * Checks whether the link of a registration or an invitation is still valid, without using it. The secret is in the
   * body, so that no log stores it. The response includes the registered address, or for an
   * invitation its workspace, role and address.
   */
  checkLink: endpoint<typeof registrationShapes.checkLink>({
    method: 'POST',
    path: '/registration/link',
    access: anyone,
    safe: true,
  }),
  /**
   * Creates the account of a registration, or of an invitation, which it also accepts; 409 if the invited address
   * already has an account. `account_name` is for invitations, which have no name yet; by default it is derived from
   * the address.
   */
  confirm: endpoint<typeof registrationShapes.confirm>({
    method: 'POST',
    path: '/registration/confirm',
    access: anyone,
  }),
};
