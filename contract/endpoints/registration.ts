import { anyone } from '../access.ts';
import type { registrationShapes } from '../shapes/registration.ts';
import { endpoint } from './endpoint.ts';

/** Becoming an account: an address is confirmed by mail before there is a password. */
export const registration = {
  /** Mails a link to the address, also where it has an account already, so that nobody can tell by the answer. */
  register: endpoint<typeof registrationShapes.register>({
    method: 'POST',
    path: '/registration',
    access: anyone,
    challenge: true,
  }),
  /** Mails the link again; more than 5 in an hour are refused with 10005. */
  resend: endpoint<typeof registrationShapes.resend>({
    method: 'POST',
    path: '/registration/resend-email',
    access: anyone,
    challenge: true,
  }),
  /** Tells whether the link of a mail still works, and uses nothing up; the secret travels where no log keeps it. */
  checkLink: endpoint<typeof registrationShapes.checkLink>({
    method: 'POST',
    path: '/registration/link',
    access: anyone,
    safe: true,
  }),
  /** Makes the account, or lets an invited one in; the link works once and for 24 hours. */
  confirm: endpoint<typeof registrationShapes.confirm>({
    method: 'POST',
    path: '/registration/confirm',
    access: anyone,
  }),
};
