import { billingPage } from '@quartermaster/contract/paths.ts';
import type { Letter } from '../../core/mail/mail-text.ts';

/** Informs an owner when the content of a canceled workspace is deleted. */
export function contentRemovalLetter(to: string, workspace: { id: number; name: string; removalAt: Date }): Letter {
  const day = workspace.removalAt.toLocaleString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return {
    kind: 'notice',
    to,
    subject: `The content of ${workspace.name} is deleted on ${day}`,
    headline: 'The content of a workspace is about to be deleted',
    sentences: [
      `The subscription of the workspace ${workspace.name} was canceled. Its projects are deleted for good on ${day} (UTC), with all their templates, items, images and exported files; games can no longer download them then.`,
      'To keep them, choose a plan before that day; the Free plan is enough.',
    ],
    button: { label: 'Choose a plan', path: billingPage(workspace.id) },
    note: 'You get this mail because you own the workspace. If its content is to be deleted, there is nothing to do.',
  };
}
