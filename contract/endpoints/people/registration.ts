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
  /** Emails the link again; more than 5 requests in an hour are refused with 10005. */
  resend: endpoint<typeof registrationShapes.resend>({
    method: 'POST',
    path: '/registration/resend-email',
    access: anyone,
    challenge: true,
  }),
  /**
   * Tells whether the link of a registration or an invitation still works, and uses nothing up; the secret travels where no log
   * keeps it. Of an invitation it tells to what, too.
   */
  checkLink: endpoint<typeof registrationShapes.checkLink>({
    method: 'POST',
    path: '/registration/link',
    access: anyone,
    safe: true,
  }),
  /**
   * Makes the account of a registration, or of an invitation, which it accepts at once; 409 where the invited address has one
   * already. `account_name` is for an invitation, as nobody has typed a name yet; without it the address says one.
   */
  confirm: endpoint<typeof registrationShapes.confirm>({
    method: 'POST',
    path: '/registration/confirm',
    access: anyone,
  }),
};
