import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import type { MailedSecret } from '../../core/mail/one-time-links.ts';

const introduction = 'Someone, hopefully you, has registered this email address with Quartermaster.';

/** To an address without an account. The entered name is omitted: it could be used to send advertising. */
export const confirmLetter = (to: string, secret: MailedSecret): Letter => ({
  kind: 'awaited',
  to,
  secretId: secret.id,
  subject: 'Confirm your registration',
  headline: 'Confirm your email address',
  sentences: [introduction, 'Open the link and create a password, and your account is ready.'],
  button: { label: 'Create password', path: pageWithHash(paths.confirmRegistration, secret.text) },
  note: 'The link works once and for 24 hours. If it was not you, you need not do anything: without the link there is no account.',
});

/** To an address with an account: the person who entered it sees the same response as for any other address. */
export const alreadyRegisteredLetter = (to: string): Letter => ({
  kind: 'awaited',
  to,
  subject: 'You have an account already',
  headline: 'You have an account already',
  sentences: [
    introduction,
    'It has an account already, so there is nothing to confirm. Sign in, or set a new password.',
  ],
  button: { label: 'Sign in', path: paths.signIn },
  links: [{ label: 'Reset password', path: paths.forgotPassword }],
  note: 'If it was not you, you need not do anything: nothing has changed.',
});
