import type { Letter } from '../../core/mail/mail-text.ts';
import type { MailedSecret } from '../../core/mail/one-time-links.ts';

export const recoveryLetter = (to: string, code: MailedSecret): Letter => ({
  kind: 'awaited',
  to,
  secretId: code.id,
  subject: 'Your code to get in without your company',
  headline: `Your code is ${code.text}`,
  sentences: [
    'Enter it in the console, where you have signed in with your password. It opens the workspaces that you own.',
  ],
  note: 'The code is valid for 15 minutes. Do not share it. If you did not request it, someone else knows your password: change it.',
});
