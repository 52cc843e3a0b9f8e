import { mailPages, pageWithHash } from '@quartermaster/contract/mail-pages.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import { issueLink, type MailedSecret, redeemLink } from '../../core/mail/one-time-links.ts';
import { listOwnerEmails } from '../workspaces/repository.ts';
import { hideProject, showProject, stopExports } from './repository.ts';

/** How long a project that was deleted can be brought back. */
const secondsToCancel = 3 * 24 * 60 * 60;

const purpose = 'project-removal';

/** Hides a project from everybody at once, and mails its owners the link that brings it back until it is really removed. */
export async function deleteProject(
  { mail, clock }: Pick<Deps, 'mail' | 'clock'>,
  { projectId, workspaceId }: { projectId: number; workspaceId: number },
): Promise<void> {
  const now = clock.now();
  const deleteAfter = new Date(now.getTime() + secondsToCancel * 1000);
  await mail.transaction(async (tx, post, query) => {
    const name = await hideProject(query, projectId, deleteAfter);
    if (name === undefined) throw new AppError('not_found');
    await stopExports(query, projectId);
    const secret = await issueLink(tx, { purpose, subject: String(projectId), now, seconds: secondsToCancel });
    for (const to of await listOwnerEmails(query, workspaceId)) await post(letter({ to, name, secret, deleteAfter }));
  });
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const letter = (project: { to: string; name: string; secret: MailedSecret; deleteAfter: Date }): Letter => ({
  kind: 'awaited',
  to: project.to,
  secretId: project.secret.id,
  subject: `The project ${project.name} is being deleted`,
  headline: 'A project is being deleted',
  sentences: [
    `The project ${project.name} was deleted. Nobody can open it any more, and its API tokens do not work.`,
    `It is removed for good, with all its templates, items, images and exported files, on ${dates.format(project.deleteAfter)} UTC. Until then you can bring it back as it was.`,
  ],
  button: { label: 'Cancel the removal', path: pageWithHash(mailPages.removalCancelled, project.secret.text) },
  note: 'You get this mail because you own the workspace. If the project is to be deleted, there is nothing to do. The link works once, for whichever owner uses it first.',
});

/** Brings a project back whole with the secret of the mail's link, as long as nothing of it was removed; answers its name. */
export function cancelRemoval({ database, clock }: Pick<Deps, 'database' | 'clock'>, secret: string): Promise<string> {
  const now = clock.now();
  return database.transaction(async (tx, query) => {
    const { subject } = await redeemLink(tx, purpose, secret, now);
    const name = await showProject(query, Number(subject), now);
    if (name === undefined) throw new AppError('link_expired');
    return name;
  });
}
