import { pageWithHash, paths } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import type { MailedSecret } from '../../core/mail/one-time-links.ts';

const dates = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;

interface Removal {
  name: string;
  secret: MailedSecret;
  deleteAfter: Date;
}

/** Notifies an owner that a project is being deleted, with the link that restores it. */
export const removalLetter = (to: string, project: Removal): Letter => ({
  kind: 'awaited',
  to,
  secretId: project.secret.id,
  subject: `The project ${project.name} is being deleted`,
  headline: 'A project is being deleted',
  sentences: [
    `The project ${project.name} was deleted. It can no longer be opened, and its API tokens do not work.`,
    `It is removed for good, with all its templates, items, images and exported files, on ${project.deleteAfter.toLocaleString('en-US', dates)} UTC. Until then you can restore it.`,
  ],
  button: { label: 'Cancel the removal', path: pageWithHash(paths.removalCancelled, project.secret.text) },
  note: 'You get this mail because you own the workspace. If the project is to be deleted, there is nothing to do. The link works once, for whichever owner uses it first.',
});
