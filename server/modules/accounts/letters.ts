import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import type { MailedSecret } from '../../core/mail/one-time-links.ts';

const nothingToDo = 'If it was not you, you need not do anything: nothing has changed.';
const notYou = 'If it was not you, set a new password immediately: someone else has access to your account.';

export const resetLetter = (to: string, secret: MailedSecret): Letter => ({
  kind: 'awaited',
  to,
  secretId: secret.id,
  subject: 'Reset your password',
  headline: 'Set a new password',
  sentences: ['Someone, hopefully you, has requested a new password for your account.'],
  button: { label: 'Set a new password', path: pageWithHash(paths.setPassword, secret.text) },
  note: `The link works once and for 1 hour. ${nothingToDo}`,
});

export const companyOnlyLetter = (to: string): Letter => ({
  kind: 'awaited',
  to,
  subject: 'You sign in with your company',
  headline: 'You sign in with your company',
  sentences: [
    'Someone, hopefully you, has requested a new password for your account. Your workspace opens only with the sign-in of your company, so that no password was changed.',
  ],
  button: { label: 'Sign in', path: paths.signIn },
  note: nothingToDo,
});

export const passwordChangedLetter = (to: string): Letter => ({
  kind: 'notice',
  to,
  subject: 'Your password was changed',
  headline: 'Your password was changed',
  sentences: ['Your account has a new password, and everybody who was signed in to it has to sign in again.'],
  links: [{ label: 'Reset password', path: paths.forgotPassword }],
  note: notYou,
});

export const codeLetter = (to: string, code: MailedSecret): Letter => ({
  kind: 'awaited',
  to,
  secretId: code.id,
  subject: 'Your code to change your email',
  headline: `Your code is ${code.text}`,
  sentences: ['Enter it in your profile, together with your new email address.'],
  note: `The code is valid for 15 minutes. Do not share it. If you did not request it, someone else is signed in to your account: change your password.`,
});

export const newEmailLetter = (to: string, secret: MailedSecret): Letter => ({
  kind: 'awaited',
  to,
  secretId: secret.id,
  subject: 'Confirm your new email address',
  headline: 'Confirm your new email address',
  sentences: ['Open the link, and your account has this email address from then on.'],
  button: { label: 'Confirm email address', path: pageWithHash(paths.emailChanged, secret.text) },
  note: `The link works once and for 24 hours. ${nothingToDo}`,
});

export const emailTakenLetter = (to: string): Letter => ({
  kind: 'awaited',
  to,
  subject: 'You have an account already',
  headline: 'You have an account already',
  sentences: [
    'Someone, hopefully you, tried to use this email address for another account. This is not possible, as it already has an account.',
  ],
  button: { label: 'Sign in', path: paths.signIn },
  links: [{ label: 'Reset password', path: paths.forgotPassword }],
  note: nothingToDo,
});

export const emailChangedLetter = (to: string, email: string): Letter => ({
  kind: 'notice',
  to,
  subject: 'Your email address was changed',
  headline: 'Your email address was changed',
  sentences: [`Your account has the email address ${email} now. Nothing is sent to this one any more.`],
  note: 'If it was not you, contact the operator of this server: someone has had access to your account and your mails.',
});

/** What was done with the second factor of an account. */
export type FactorChange =
  | { kind: 'app-added' | 'app-removed' | 'codes-renewed' }
  | { kind: 'passkey-added' | 'passkey-removed'; name: string }
  | { kind: 'codes-low'; left: number };

const toProfile = { label: 'Open your profile', path: paths.account };
const notYourChange =
  'If it was not you, set a new password immediately and look at your second factor: someone else has access to your account.';

/** The subject, which is also the headline, and what it means. */
function factorTexts(change: FactorChange): [subject: string, sentence: string] {
  switch (change.kind) {
    case 'app-added':
      return [
        'An authenticator app was added',
        'Signing in to your account by password needs a code of it from now on.',
      ];
    case 'app-removed':
      return ['Your authenticator app was removed', 'Its codes no longer sign in to your account.'];
    case 'codes-renewed':
      return ['You have new recovery codes', 'The earlier ones no longer work.'];
    case 'passkey-added':
      return ['A passkey was added', `The passkey “${change.name}” signs in to your account from now on.`];
    case 'passkey-removed':
      return ['A passkey was removed', `The passkey “${change.name}” no longer signs in to your account.`];
    case 'codes-low':
      return change.left === 0
        ? ['Your recovery codes are used up', 'Make new ones, or you are locked out if you lose your second factor.']
        : [`You have ${change.left} recovery codes left`, 'Make new ones before they are used up.'];
  }
}

export function factorLetter(to: string, change: FactorChange): Letter {
  const [subject, sentence] = factorTexts(change);
  return {
    kind: 'notice',
    to,
    subject,
    headline: subject,
    sentences: [sentence],
    links: [toProfile],
    note: notYourChange,
  };
}
