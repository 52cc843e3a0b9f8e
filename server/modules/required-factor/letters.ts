import { factorSection } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** To a member without a second factor, whose workspace requires one. */
export function factorRequiredLetter(
  to: string,
  { workspace, dueAt, now }: { workspace: string; dueAt: Date; now: Date },
): Letter {
  return {
    kind: 'notice',
    to,
    subject: `${workspace} requires a second factor`,
    headline: `${workspace} requires a second factor`,
    sentences: [
      dueAt > now
        ? `Set one up by ${day.format(dueAt)}: after that you need it to open the workspace.`
        : 'Set one up: you need it to open the workspace.',
      "A second factor is a passkey, or the codes of an app on your phone. You don't need one if you sign in through the workspace's company.",
    ],
    button: { label: 'Open your profile', path: factorSection },
  };
}
