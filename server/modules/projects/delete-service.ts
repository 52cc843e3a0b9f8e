import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { issueLink, redeemLink } from '../../core/mail/one-time-links.ts';
import { listOwnerEmails } from '../workspaces/repository.ts';
import { removalLetter } from './letters.ts';
import { hideProject, showProject, stopExports } from './repository.ts';

/** How long the deletion of a project can be canceled. */
const secondsToCancel = 3 * 24 * 60 * 60;

const purpose = 'project-removal';

/** Hides a project immediately, and mails its owners a link that restores it until it is removed for good. */
export async function deleteProject(
  { unit, clock }: Pick<Deps, 'unit' | 'clock'>,
  { projectId, workspaceId }: { projectId: number; workspaceId: number },
): Promise<void> {
  const now = clock.now();
  const deleteAfter = new Date(now.getTime() + secondsToCancel * 1000);
  await unit(async ({ post, query }) => {
    const name = await hideProject(query, projectId, deleteAfter);
    if (name === undefined) throw new AppError('not_found');
    await stopExports(query, projectId, now);
    const secret = await issueLink(query, { purpose, subject: String(projectId), now, seconds: secondsToCancel });
    for (const to of await listOwnerEmails(query, workspaceId))
      await post(removalLetter(to, { name, secret, deleteAfter }));
  });
}

/**
 * Restores a project with the secret from the mailed link, as long as none of its content was removed; returns its
 * name.
 */
export function cancelRemoval({ unit, clock }: Pick<Deps, 'unit' | 'clock'>, secret: string): Promise<string> {
  const now = clock.now();
  return unit(async ({ query }) => {
    const { subject } = await redeemLink(query, purpose, secret, now);
    const name = await showProject(query, Number(subject), now);
    if (name === undefined) throw new AppError('link_expired');
    return name;
  });
}
